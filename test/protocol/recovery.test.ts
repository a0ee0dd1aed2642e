import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsOf } from "../../src/protocol/draw.ts";
import { createStamp } from "../../src/protocol/emit.ts";
import type { EventFact } from "../../src/protocol/events.ts";
import { parseEvent } from "../../src/protocol/events.ts";
import { fold, interruptions } from "../../src/protocol/fold.ts";
import type { View } from "../../src/protocol/view.ts";
import { EMPTY_VIEW } from "../../src/protocol/view.ts";
import { RUNS } from "../support/property.ts";
import {
  answered,
  asked,
  child,
  opened,
  queued,
  received,
  settled,
  settledEnvelope,
  started,
  viewOf,
} from "./facts.ts";

describe("recovery", () => {
  const running = [
    opened(),
    received(1, "Read"),
    settled("e/1"),
    received(2, "Bash"),
    started(2),
    queued(3, "Read", 1),
  ];

  it("interrupts what has no end, inner calls first, and counts what had succeeded", () => {
    const facts = interruptions(viewOf([...running, child({ id: "c9", tool: "Grep" })]));
    expect(facts.map((fact) => [fact.kind, "id" in fact ? fact.id : ""])).toEqual([
      ["call-settled", "e/2"],
      ["call-settled", "e/3"],
      ["envelope-settled", "e"],
      ["call-settled", "c9"],
    ]);
    const [row] = rowsOf(viewOf([...running, ...facts]));
    expect(row).toMatchObject({ header: "ToolCall: 3 calls · 2 failed (interrupted)", status: "cancelled" });
    expect(row?.body).toMatch(/^ToolCall recovered after restart\nError: interrupted by a restart/);
    expect(row?.children?.map(({ status }) => status)).toEqual(["completed", "cancelled", "cancelled"]);
  });

  it("has nothing more to do afterwards", () => {
    const view = viewOf(running);
    expect(interruptions(viewOf(interruptions(view), view))).toEqual([]);
  });

  it("takes no late word about a call that has ended", () => {
    const view = viewOf([child({ id: "c1", tool: "Read" }), settled("c1", "interrupted")]);
    expect(
      rowsOf(
        viewOf(
          [
            { kind: "call-started", id: "c1" },
            { kind: "call-progressed", id: "c1", text: "x" },
          ],
          view,
        ),
      ),
    ).toEqual(rowsOf(view));
  });
});

describe("the fold", () => {
  const kinds: fc.Arbitrary<EventFact> = fc.oneof(
    fc.constant(opened()),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom("Read", "Bash"))
      .map(([number, tool]) => received(number, tool, number % 2)),
    fc.integer({ min: 1, max: 6 }).map((number) => queued(number, "Read", 1)),
    fc.integer({ min: 1, max: 6 }).map(started),
    fc.integer({ min: 1, max: 6 }).map((number) => asked(number, "Bash")),
    fc.integer({ min: 1, max: 6 }).map(answered),
    fc.integer({ min: 1, max: 6 }).map((number) => settled(`e/${number}`)),
    fc.constant(settledEnvelope({})),
  );

  it("gives the same view live and read back from a journal", () => {
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 60 }), (facts) => {
        const stamp = createStamp(() => 5);
        const events = facts.map(stamp);
        const back = events.map((event) => {
          const parsed = parseEvent(JSON.stringify(event));
          return parsed.ok ? parsed.event : expect.unreachable(parsed.problem);
        });
        const live = events.reduce(fold, EMPTY_VIEW);
        expect(back.reduce(fold, EMPTY_VIEW)).toEqual(live);
        expect(live.seq).toBe(events.length - 1);
        expect(rowsOf(live).length).toBe(live.entries.length);
      }),
      { numRuns: RUNS },
    );
  });

  it("never changes a view that it was given", () => {
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 30 }), (facts) => {
        const stamp = createStamp(() => 5);
        const views: [View, string][] = [];
        let view = EMPTY_VIEW;
        for (const event of facts.map(stamp)) {
          views.push([view, JSON.stringify(view)]);
          view = fold(view, event);
        }
        for (const [each, text] of views) expect(JSON.stringify(each)).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  it("knows session, mode and turn", () => {
    const view = viewOf([
      { kind: "session-opened", session: "s", roots: ["/ws"], mode: "edits", resumed: false },
      { kind: "mode-changed", from: "edits", to: "plan" },
      { kind: "turn-started", turn: "t1" },
      child({ id: "c1", tool: "Read" }),
    ]);
    expect(view).toMatchObject({ session: "s", mode: "plan", turn: "t1" });
    expect(rowsOf(viewOf([{ kind: "turn-ended", turn: "t1", outcome: "completed" }], view))[0]?.turn).toBe("t1");
  });
});
