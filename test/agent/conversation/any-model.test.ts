import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScriptedCall, ScriptedTurn } from "../../../src/hosts/memory/model.ts";
import { RUNS } from "../../support/property.ts";
import { rigTool } from "../session-rig.ts";
import { look, talkRig } from "./talk-rig.ts";

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** A call as any model might write it, good or bad. */
const call: fc.Arbitrary<ScriptedCall> = fc.record({
  name: fc.constantFrom("Look", "Change", "ToolCall", "ToolSearch", "Nothing", "", "files/list"),
  arguments: fc.oneof(
    fc.constantFrom(
      '{"path":"a"}',
      '{"path":"/ws/a"}',
      '{"expression":"(Look :path \\"a\\")"}',
      '{"query":"a"}',
      "{",
      "[]",
      "",
    ),
    fc.string(),
  ),
  id: fc.oneof(fc.constantFrom("", "x", "x/1", "call-1", "message-1", "ask"), fc.string({ maxLength: 50 })),
});

/** A turn as any provider might play it. */
const turn: fc.Arbitrary<ScriptedTurn> = fc
  .record({
    thinking: some(fc.string()),
    text: some(fc.string()),
    calls: some(fc.array(call, { maxLength: 4 })),
    stop: some(fc.constantFrom("done", "done", "length", "filtered")),
    chunkChars: some(fc.integer({ min: 1, max: 5 })),
    cutAfter: some(fc.nat(3)),
    problem: some(
      fc
        .constantFrom("auth", "refused", "invalid-request", "context-too-long")
        .map((problem) => ({ problem, detail: "" })),
    ),
  })
  .map((played) => Object.fromEntries(Object.entries(played).filter(([, value]) => value !== undefined)));

describe("whatever a model answers", () => {
  it("every round is one that a provider takes, also after a restart, and every request ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 6 }), fc.nat(2), async (turns, more) => {
        // A connection that breaks off is tried again after a wait, which nobody sits through here.
        const quick = turns.map((played) =>
          played.cutAfter === undefined ? played : ({ ...played, problem: { problem: "auth", detail: "" } } as const),
        );
        const tools = [look(), rigTool("Change", "write")];
        const rig = await talkRig(quick, { tools, scripted: { otherwise: { text: "done" } } });
        for (let request = 0; request <= more; request++) {
          expect(["completed", "failed"]).toContain((await rig.ask(`go ${request}`)).outcome);
        }
        await rig.session.close();
        const again = await talkRig([{ text: "done" }], { tools, on: rig.host, resume: rig.session.id });
        expect(await again.ask("go on")).toMatchObject({ outcome: "completed" });
        await again.session.close();
      }),
      // A session for each run: a tenth of what other properties get.
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });
});
