import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PanelMemory } from "../../webview/memory.ts";
import {
  MAX_DRAFT_CHARS,
  MAX_OPEN,
  MAX_SESSIONS,
  NOTHING_OPEN,
  readMemory,
  withSession,
} from "../../webview/memory.ts";
import { RUNS } from "../support/property.ts";

describe("what a panel keeps over a reload", () => {
  it("is what it was, after it went through the webview's state", () => {
    const memory: PanelMemory = {
      draft: "(Grep",
      sessions: { s: { open: { "e-1": true, "e-2": false }, all: false, scroll: { key: "e-1", offset: 12 } } },
    };
    expect(readMemory(JSON.parse(JSON.stringify(memory)))).toEqual(memory);
  });

  it("is read from anything without a fault, and holds nothing of the wrong kind", () => {
    fc.assert(
      fc.property(fc.anything(), (kept) => {
        const { sessions } = readMemory(kept);
        for (const { open, scroll } of Object.values(sessions)) {
          expect(Object.values(open).every((value) => typeof value === "boolean")).toBe(true);
          expect(scroll === undefined || Number.isFinite(scroll.offset)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    [{ sessions: { s: { open: { a: "yes", b: true } } } }, { sessions: { s: { open: { b: true } } } }],
    [{ sessions: { s: { open: [], scroll: { key: 1, offset: 2 } } } }, { sessions: { s: NOTHING_OPEN } }],
    [{ sessions: { s: null }, draft: 7 }, { sessions: { s: NOTHING_OPEN } }],
  ])("forgets of %o what is no memory", (kept, expected) => {
    expect(readMemory(kept)).toEqual(expected);
  });

  it("has a bounded number of sessions, of which the one used longest ago goes first", () => {
    let memory: PanelMemory = { sessions: {} };
    for (let at = 0; at < MAX_SESSIONS + 5; at++) memory = withSession(memory, `s${at}`, NOTHING_OPEN);
    memory = withSession(memory, "s5", NOTHING_OPEN);
    memory = withSession(memory, "new", NOTHING_OPEN);
    const ids = Object.keys(memory.sessions);
    expect(ids).toHaveLength(MAX_SESSIONS);
    expect(ids).not.toContain("s6");
    expect(ids.slice(-2)).toEqual(["s5", "new"]);
  });

  it("has a bounded number of rows, and of characters of a draft", () => {
    const open = Object.fromEntries(Array.from({ length: MAX_OPEN + 10 }, (_, at) => [`r${at}`, true]));
    const { sessions } = withSession({ sessions: {} }, "s", { open });
    expect(Object.keys(sessions["s"]!.open)).toHaveLength(MAX_OPEN);
    expect(Object.keys(sessions["s"]!.open)[0]).toBe("r10");
    expect(readMemory({ draft: "x".repeat(MAX_DRAFT_CHARS + 1) }).draft).toHaveLength(MAX_DRAFT_CHARS);
  });
});
