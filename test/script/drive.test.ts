import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import { createMachine, limitsWith, preflight, print, read } from "../../src/dialect/index.ts";
import type { Limits, Route } from "../../src/dialect/index.ts";
import { str } from "../../src/dialect/values.ts";
import { createManualClock } from "../../src/hosts/memory/clock.ts";
import type { DriveOptions, Halt } from "../../src/script/drive.ts";
import { drive } from "../../src/script/drive.ts";
import { createScriptClock } from "../../src/script/script-clock.ts";

const ROSTER = { names: new Set(["T"]), standalone: new Set<string>() };

function start(source: string, changes: Partial<DriveOptions<Halt>> & { readonly route?: Route } = {}) {
  const limits: Limits = changes.limits ?? limitsWith({});
  const verdict = preflight(read(source), ROSTER);
  if (!verdict.ok) throw new Error(source);
  const machine = createMachine(verdict.checked, { limits, ...(changes.route && { route: changes.route }) });
  const clock = createManualClock();
  const { answer = (calls) => Promise.resolve(calls.map(({ place }) => str(`at ${place}`))) } = changes;
  let yields = 0;
  const counting = {
    ...clock,
    yield: () => {
      yields++;
      return clock.yield();
    },
  };
  const end = drive(machine, {
    limits,
    clock: counting,
    scriptClock: createScriptClock(clock),
    cancel: NEVER,
    ...changes,
    async answer(calls, joined) {
      // The test has the clock before the first call.
      await Promise.resolve();
      return answer(calls, joined);
    },
  });
  return { end, clock, yields: () => yields };
}

describe("driving a machine", () => {
  test("comes to the same end whatever the slices and the route", async () => {
    const source =
      "(let ((sum 0)) (dotimes (i 20) (setq sum (+ sum (length (T :i i))))) (list sum (parallel (T) (T))))";
    const whole = await start(source).end;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom<Route>("vm", "tree"),
        async (sliceSteps, route) => {
          const end = await start(source, { sliceSteps, route }).end;
          expect(end.state === "done" && print(end.value)).toBe(whole.state === "done" && print(whole.value));
          expect(end).toMatchObject({ steps: (whole as { steps: number }).steps });
        },
      ),
    );
  });

  test("gives the event loop its turn every so many steps, calls or not (report 58)", async () => {
    for (const source of ["(dotimes (i 2000) i)", "(dotimes (i 200) (T :i i) 1 2 3 4 5)"]) {
      const { end, yields } = start(source, { sliceSteps: 100, limits: limitsWith({ "max-tool-calls": 1_000 }) });
      const { steps } = (await end) as { steps: number };
      expect(yields()).toBeGreaterThan(steps / 100 - 5);
    }
  });

  test("gives the event loop its turn after so much time although few steps were made (report 58)", async () => {
    const { end, clock, yields } = start("(dotimes (i 10) (T :i i))", {
      answer: () => {
        clock.advance(20);
        return Promise.resolve([str("")]);
      },
    });
    await end;
    expect(yields()).toBe(10);
  });

  test("looks at the time only when a further slice begins", async () => {
    const late = limitsWith({ "max-seconds": 1 });
    const { end, clock } = start("(list (T))", {
      limits: late,
      answer: () => {
        clock.advance(1_001);
        return Promise.resolve([str("")]);
      },
    });
    expect(await end).toMatchObject({ state: "failed", kind: "time", diagnostic: { code: "E411" } });
    const punctual = start("(+ 1 2)", { limits: limitsWith({ "max-seconds": 0 }) });
    punctual.clock.advance(10_000);
    expect(await punctual.end).toMatchObject({ state: "done" });
  });

  test("ends with what its calls' answerer says", async () => {
    const halt = { halt: "denied" };
    const { end } = start("(progn (T) (while t))", { answer: () => Promise.resolve(halt) });
    expect(await end).toMatchObject({ state: "halted", halt });
  });

  test("ends between two slices when it is cancelled", async () => {
    const { token, cancel } = createCancelSource();
    const { end } = start("(while t)", { cancel: token, limits: limitsWith({ "max-steps": 1_000_000_000 }) });
    cancel("stop");
    expect(await end).toMatchObject({ state: "cancelled" });
  });
});

describe("a script's clock", () => {
  test("stands still while at least one call waits for the person", () => {
    const clock = createManualClock();
    const script = createScriptClock(clock);
    clock.advance(10);
    script.waitBegan();
    clock.advance(100);
    script.waitBegan();
    clock.advance(100);
    script.waitEnded();
    clock.advance(100);
    expect(script.elapsed()).toBe(10);
    script.waitEnded();
    clock.advance(5);
    expect(script.elapsed()).toBe(15);
  });

  test("expires when the script has used more than its time, waits not counted", async () => {
    const clock = createManualClock();
    const script = createScriptClock(clock);
    const seen: boolean[] = [];
    const expired = script.expires(100, NEVER).then((value) => seen.push(value));
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    script.waitBegan();
    clock.advance(1_000);
    await settle();
    script.waitEnded();
    await settle();
    clock.advance(100);
    await settle();
    expect(seen).toEqual([]);
    clock.advance(2);
    await expired;
    expect(seen).toEqual([true]);
  });

  test("is stopped without having expired", async () => {
    const { token, cancel } = createCancelSource();
    const script = createScriptClock(createManualClock());
    const expired = script.expires(100, token);
    cancel("over");
    expect(await expired).toBe(false);
  });
});
