import { describe, expect, it } from "vitest";
import { drive, driveNow, driveYielding } from "../../../src/apps/cli/drive.ts";
import type { Diagnostic } from "../../../src/dialect/diagnostics.ts";
import { limitsWith } from "../../../src/dialect/limits.ts";
import type { Machine, Outcome } from "../../../src/dialect/machine.ts";
import { NIL, str } from "../../../src/dialect/values.ts";

/** A machine that gives the outcomes of a list, one after the other. */
function scripted(outcomes: readonly Outcome[]): { machine: Machine; resumed: unknown[]; fuels: number[] } {
  const resumed: unknown[] = [];
  const fuels: number[] = [];
  let at = 0;
  let failure: Diagnostic | undefined;
  const machine: Machine = {
    advance(fuel) {
      fuels.push(fuel);
      if (failure !== undefined) return { state: "failed", steps: at, kind: "time", diagnostic: failure };
      return outcomes[Math.min(at++, outcomes.length - 1)]!;
    },
    resume: (values) => void resumed.push(values),
    fail: (diagnostic) => {
      failure = diagnostic;
    },
  };
  return { machine, resumed, fuels };
}

const DONE: Outcome = { state: "done", steps: 9, value: NIL };
const PAUSED: Outcome = { state: "paused", steps: 5 };
const clock = (...times: number[]): (() => number) => {
  let at = 0;
  return () => times[Math.min(at++, times.length - 1)]!;
};

describe("driving a machine", () => {
  it("goes on after pauses with a full slice and answers the end", () => {
    const { machine, fuels } = scripted([PAUSED, PAUSED, DONE]);
    expect(driveNow(drive(machine, { limits: limitsWith({}), now: clock(0), sliceSteps: 50 }))).toBe(DONE);
    expect(fuels).toEqual([50, 50, 50]);
  });

  it("answers calls in order and goes on", () => {
    const calls = [{ name: "Read", args: NIL, place: 0 }];
    const { machine, resumed } = scripted([{ state: "calls", steps: 1, calls, joined: false }, DONE]);
    const answer = str("x");
    driveNow(drive(machine, { limits: limitsWith({}), now: clock(0), answer: () => [answer] }));
    expect(resumed).toEqual([[answer]]);
  });

  it("looks at the clock only when a slice begins after a pause", () => {
    const limits = limitsWith({ "max-seconds": -1 });
    expect(driveNow(drive(scripted([DONE]).machine, { limits, now: clock(0) }))).toBe(DONE);
    const late = driveNow(drive(scripted([PAUSED, DONE]).machine, { limits, now: clock(0) }));
    expect(late).toMatchObject({ state: "failed", diagnostic: { code: "E411", kind: "time" } });
  });

  it("fails with the seconds that passed once they are over the limit", () => {
    const limits = limitsWith({ "max-seconds": 2 });
    const run = drive(scripted([PAUSED, PAUSED, DONE]).machine, { limits, now: clock(0, 1_900, 2_100) });
    expect(driveNow(run)).toMatchObject({ diagnostic: { args: { allowed: 2, amount: 2.1 } } });
  });

  it("stops where it is interrupted between slices", async () => {
    const { machine } = scripted([PAUSED]);
    const run = drive(machine, { limits: limitsWith({}), now: clock(0) });
    let time = 0;
    const settled = await driveYielding(
      run,
      () => (time += 6),
      () => time > 100,
    );
    expect(settled).toEqual({ state: "interrupted", steps: 5 });
  });
});
