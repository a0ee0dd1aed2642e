import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPlainEmit, createStamp } from "../../src/protocol/emit.ts";
import type { AgentEvent, EventFact } from "../../src/protocol/events.ts";
import { durabilityOf, EVENTS, parseEvent } from "../../src/protocol/events.ts";
import { RUNS } from "../support/property.ts";

const RECEIVED: EventFact = {
  kind: "call-received",
  id: "c1",
  tool: "Read",
  source: "model",
  args: { file_path: "a" },
};

describe("the table of events", () => {
  it("names each kind once, as a past participle", () => {
    const kinds = EVENTS.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const kind of kinds)
      expect(kind).toMatch(/^[a-z]+-(?:[a-z]+ed|sent|taken|undone|redone|rewritten|withdrawn)$/);
  });

  it("has on disk, before work goes on, what must not be lost with the machine, and keeps all but progress", () => {
    const by = (durability: string) =>
      EVENTS.map(({ kind }) => kind).filter((kind) => durabilityOf(kind) === durability);
    expect(by("sync")).toEqual(["envelope-opened", "envelope-settled", "snapshot-taken", "file-undone", "file-redone"]);
    expect(by("none")).toEqual(["message-started", "message-progressed", "message-delayed", "call-progressed"]);
  });
});

describe("an event", () => {
  it("is stamped with version, sequence and wall time in one place, counting on from a journal", () => {
    let now = 5;
    const stamp = createStamp(() => now++, 41);
    expect([stamp(RECEIVED), stamp(RECEIVED)]).toEqual([
      { v: 1, seq: 42, at: 5, ...RECEIVED },
      { v: 1, seq: 43, at: 6, ...RECEIVED },
    ]);
  });

  it("is shown in the order in which it was said", () => {
    const shown: AgentEvent[] = [];
    const emit = createPlainEmit(
      createStamp(() => 0),
      (event) => shown.push(event),
    );
    void emit(RECEIVED);
    void emit({ kind: "call-started", id: "c1" });
    expect(shown.map(({ seq, kind }) => [seq, kind])).toEqual([
      [0, "call-received"],
      [1, "call-started"],
    ]);
  });

  it("is read back from its line as it was", () => {
    const event = createStamp(() => 7)(RECEIVED);
    expect(parseEvent(JSON.stringify(event))).toEqual({ ok: true, event });
  });

  it.each([
    ["no JSON", '{"v":1', "the line is not JSON"],
    ["another version", '{"v":2,"seq":0,"at":0,"kind":"call-started","id":"x"}', /^v: /],
    ["an unknown kind", '{"v":1,"seq":0,"at":0,"kind":"call-mislaid","id":"x"}', /^kind: /],
    ["a missing field", '{"v":1,"seq":0,"at":0,"kind":"call-started"}', /^id: /],
    [
      "a field too many",
      '{"v":1,"seq":0,"at":0,"kind":"call-started","id":"x","output":"all of it"}',
      /^event: .*output/,
    ],
    ["a negative sequence", '{"v":1,"seq":-1,"at":0,"kind":"call-started","id":"x"}', /^seq: /],
  ])("that is %s is refused with the place", (_title, line, words) => {
    const parsed = parseEvent(line);
    expect(parsed).toEqual({ ok: false, problem: expect.stringMatching(words) as string });
  });

  it("is never an exception to read, whatever the line", () => {
    const lines = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"v":1,"kind":"call-settled","x":${json}}`),
    );
    fc.assert(
      fc.property(lines, (line) => {
        expect(parseEvent(line).ok).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});
