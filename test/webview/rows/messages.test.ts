import { describe, expect, it } from "vitest";
import { NOTHING_OPEN } from "../../../webview/memory.ts";
import { createFlatten } from "../../../webview/rows/flatten.ts";
import { applyMessage, EMPTY_PANEL } from "../../../webview/store.ts";
import { openedOf } from "../sample-session.ts";
import type { Tape } from "../tape.ts";
import { createTape } from "../tape.ts";

function itemsOf(tape: Tape) {
  return createFlatten()(applyMessage(EMPTY_PANEL, openedOf(tape)), NOTHING_OPEN);
}

const person = (tape: Tape, id: string, text: string) => tape.say({ kind: "message-sent", id, from: "person", text });

describe("what was said", () => {
  it("stands among the calls, open, and is never folded", () => {
    const tape = createTape();
    for (const id of ["m-1", "m-2", "m-3", "m-4", "m-5"]) person(tape, id, `said ${id}`);
    tape.call("c", { tool: "Read", text: "x" });
    expect(itemsOf(tape).map(({ kind, key }) => [kind, key])).toEqual([
      ["message", "m-1"],
      ["message", "m-2"],
      ["message", "m-3"],
      ["message", "m-4"],
      ["message", "m-5"],
      ["row", "c"],
    ]);
  });

  it("splits a run of calls", () => {
    const tape = createTape();
    for (const id of ["a", "b", "c"]) tape.call(id, { tool: "Read", text: "x" });
    person(tape, "m", "and now the others");
    for (const id of ["d", "e", "f"]) tape.call(id, { tool: "Read", text: "x" });
    expect(itemsOf(tape).map(({ key }) => key)).toEqual(["a", "b", "c", "m", "d", "e", "f"]);
  });
});
