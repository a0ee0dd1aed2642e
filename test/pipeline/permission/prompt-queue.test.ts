import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCancelSource } from "../../../src/base/cancel.ts";
import { createPromptQueue } from "../../../src/pipeline/permission/prompt-queue.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../../src/ports/approval.ts";
import { RUNS } from "../../support/property.ts";

/** One thing that happens to the queue; numbers choose among what is there. */
const STEP = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ask" as const), group: fc.constantFrom(undefined, "a", "b") }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      which: fc.nat(),
      deny: fc.boolean(),
      rest: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("recheck" as const), which: fc.nat() }) },
);

type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A queue with a person who answers when told to, and everything that it says. */
function observed() {
  const open = new Map<string, { request: ApprovalRequest; end: (answer: ApprovalAnswer) => void }>();
  const told = new Map<string, string[]>();
  const decidable = new Set<string>();
  const cancels = new Map<string, (reason: string) => void>();
  const ends: Promise<unknown>[] = [];
  const tell = ({ callId }: ApprovalRequest, what: string): void =>
    void told.set(callId, [...(told.get(callId) ?? []), what]);
  const queue = createPromptQueue<string>(
    {
      available: true,
      ask: (request, cancel) =>
        new Promise((resolve) => {
          const end = (answer: ApprovalAnswer): void => {
            open.delete(request.callId);
            resolve(answer);
          };
          open.set(request.callId, { request, end });
          cancel.onCancel(() => end({ answer: "withdrawn" }));
        }),
    },
    {
      asked: (request) => tell(request, "asked"),
      answered: (request) => tell(request, "ended"),
      decided: (request) => tell(request, "ended"),
    },
  );
  const ask = (group: string | undefined): void => {
    const callId = `e/${ends.length + 1}`;
    const source = createCancelSource();
    cancels.set(callId, source.cancel);
    const request: ApprovalRequest = {
      ...{ callId, tool: "T", subject: callId, access: "run", reason: "asked", details: "{}" },
      ...(group !== undefined && { group }),
    };
    ends.push(
      queue.ask({
        request,
        gravity: { via: "mode", access: "run" },
        cancel: source.token,
        again: false,
        recheck: () => (decidable.has(callId) ? "allowed" : undefined),
        take: () => undefined,
      }),
    );
  };
  return { queue, open, told, decidable, cancels, ends, ask };
}

function make(step: Step, { queue, open, decidable, cancels, ask }: ReturnType<typeof observed>): void {
  const waiting = queue.waiting().map(({ callId }) => callId);
  switch (step.do) {
    case "ask":
      return ask(step.group);
    case "answer":
      return oneOf([...open.values()], step.which)?.end({
        answer: step.deny ? "deny" : "allow",
        scope: "once",
        ...(step.rest && { rest: waiting }),
      });
    case "cancel":
      return cancels.get(oneOf(waiting, step.which) ?? "")?.("stop");
    case "recheck":
      decidable.add(oneOf(waiting, step.which) ?? "");
      return queue.recheck();
  }
}

function oneOf<T>(all: readonly T[], which: number): T | undefined {
  return all[which % Math.max(1, all.length)];
}

describe("the queue of questions, whatever happens to it,", () => {
  it("shows one question or one group, never waits with nothing shown, and ends every question once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), async (steps) => {
        const seen = observed();
        const { queue, open, told, ends } = seen;
        for (const step of steps) {
          make(step, seen);
          await settled();
          const groups = [...open.values()].map(({ request }) => request.group ?? request.callId);
          expect(new Set(groups).size).toBeLessThanOrEqual(1);
          expect(open.size > 0).toBe(queue.waiting().length > 0);
        }
        while (open.size > 0) {
          [...open.values()][0]!.end({ answer: "allow", scope: "once" });
          await settled();
        }
        await Promise.all(ends);
        expect(queue.waiting()).toEqual([]);
        expect([...told.values()].every((words) => words.join(" ") === "asked ended")).toBe(true);
        expect(told.size).toBe(ends.length);
      }),
      { numRuns: RUNS },
    );
  });
});
