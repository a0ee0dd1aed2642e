import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printPlain } from "../../src/dialect/print.ts";
import { createCancelSource } from "../../src/base/cancel.ts";
import type { CallStatus } from "../../src/pipeline/call.ts";
import type { FakeRun } from "./fake-run.ts";
import { RUNS } from "../support/property.ts";
import { fakeRun } from "./fake-run.ts";

const CALLS = fc.array(fc.constantFrom<CallStatus>("success", "error"), { minLength: 1, maxLength: 12 });
const PARALLELISM = fc.integer({ min: 1, max: 8 });

/** A script with one join, whose calls end when the scheduler says so. */
interface Join extends FakeRun {
  /** Most calls that ran at the same time. */
  readonly most: () => number;
}

/** A join of as many calls as there are ends; `onEnd` hears how many have ended. */
function join(
  ends: readonly CallStatus[],
  scheduler: fc.Scheduler,
  options: Parameters<typeof fakeRun>[2],
  onEnd: (ended: number) => void = () => undefined,
): Join {
  let running = 0;
  let most = 0;
  let ended = 0;
  const source = `(parallel-map (lambda (x) (Call :x x)) (list ${ends.map((_, at) => at).join(" ")}))`;
  const run = fakeRun(
    source,
    {
      Call: async ({ x }) => {
        const at = x as number;
        most = Math.max(most, ++running);
        await scheduler.schedule(Promise.resolve(), `call ${at}`);
        running--;
        onEnd(++ended);
        return { status: ends[at]!, text: ends[at] === "denied" ? "Permission denied: no" : `answer ${at}` };
      },
    },
    options,
  );
  return { ...run, most: () => most };
}

/** Lets the scheduler end what it holds until the script has settled. */
async function settle(run: FakeRun, scheduler: fc.Scheduler): Promise<Awaited<FakeRun["result"]>> {
  const state = { over: false };
  const result = run.result.finally(() => (state.over = true));
  while (!state.over) {
    await new Promise((resolve) => setImmediate(resolve));
    if (scheduler.count() > 0) await scheduler.waitNext(1);
  }
  return result;
}

describe("whatever order the calls of a join end in", () => {
  test("its values stand in source order, and never more than the allowed number run", async () => {
    await fc.assert(
      fc.asyncProperty(CALLS, PARALLELISM, fc.scheduler(), async (ends, parallelism, scheduler) => {
        const run = join(ends, scheduler, { parallelism });
        const result = await settle(run, scheduler);
        const answers = ends.map((end, at) => (end === "success" ? `answer ${at}` : `(:error answer ${at})`));
        expect(printPlain(result.value!)).toBe(`(${answers.join(" ")})`);
        expect(result.children.map(({ status }) => status)).toEqual(ends);
        expect(run.most()).toBeLessThanOrEqual(parallelism);
        expect(run.calls.map(({ id }) => id)).toEqual(ends.map((_, at) => `E/${at + 1}`));
      }),
      { numRuns: RUNS },
    );
  });

  test("a denial ends the script once, after every call that began", async () => {
    const withDenial = fc.tuple(CALLS, CALLS).map(([before, after]) => [...before, "denied" as const, ...after]);
    await fc.assert(
      fc.asyncProperty(withDenial, PARALLELISM, fc.scheduler(), async (ends, parallelism, scheduler) => {
        const run = join(ends, scheduler, { parallelism });
        const result = await settle(run, scheduler);
        expect(result.outcome).toBe("denied");
        expect([...run.ended].sort()).toEqual(run.calls.map(({ id }) => id).sort());
        const begun = new Set(run.calls.map(({ id }) => id));
        for (const { id, status, neverStarted } of result.children) {
          expect(neverStarted).toBe(!begun.has(id));
          if (neverStarted) expect(status).toBe("cancelled");
        }
        expect(result.text.split("\n").slice(3)).toHaveLength(ends.length);
        expect(run.facts.at(-1)).toMatchObject({ kind: "envelope-settled", outcome: "denied", calls: ends.length });
      }),
      { numRuns: RUNS },
    );
  });

  test("a stop at any moment interrupts the script, after every call that began", async () => {
    await fc.assert(
      fc.asyncProperty(
        CALLS,
        PARALLELISM,
        fc.integer({ min: 1, max: 12 }),
        fc.scheduler(),
        async (ends, parallelism, after, scheduler) => {
          const stop = createCancelSource();
          const run = join(ends, scheduler, { parallelism, cancel: stop.token }, (ended) => {
            if (ended === after) stop.cancel("stop");
          });
          const result = await settle(run, scheduler);
          expect([...run.ended].sort()).toEqual(run.calls.map(({ id }) => id).sort());
          expect(result.outcome).toBe(after <= ends.length ? "interrupted" : "completed");
        },
      ),
    );
  });
});
