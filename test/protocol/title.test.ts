import { describe, expect, it } from "vitest";
import type { EventFact } from "../../src/protocol/events.ts";
import { viewOf } from "./facts.ts";

const turn = (number: number, text: string): EventFact => ({ kind: "turn-started", turn: `turn-${number}`, text });
const renamed = (title: string): EventFact => ({ kind: "session-renamed", title });

describe("the title of a session", () => {
  it.each<[rule: string, facts: EventFact[], title: string | undefined]>([
    ["is missing before anything was asked", [], undefined],
    ["is the first request", [turn(1, "find the callers"), turn(2, "and read them")], "find the callers"],
    ["stands on one line", [turn(1, " (Grep\n   :pattern  x)\n")], "(Grep :pattern x)"],
    ["is cut", [turn(1, "a".repeat(100))], "a".repeat(80)],
    ["is the second request when the first said nothing", [turn(1, " \n"), turn(2, "go on")], "go on"],
    ["is what the person called it", [turn(1, "x"), renamed("Tidy up"), turn(2, "y")], "Tidy up"],
    ["is the last name that it got", [renamed("One"), renamed("Two")], "Two"],
  ])("%s", (_rule, facts, title) => {
    expect(viewOf(facts).title).toBe(title);
  });
});
