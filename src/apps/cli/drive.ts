import type { CallRequest, Diagnostic, Limits, Machine, Outcome, Value } from "../../dialect/index.ts";

/** Steps between two looks at the clock (2.7). */
export const DEFAULT_SLICE_STEPS = 2_000;

/** Milliseconds a script may run before waiting signals and input get their turn (R236). */
const LONGEST_TURN_MS = 10;

/** How a script ended. */
export type Settled = Extract<Outcome, { state: "done" | "failed" }>;

/** What driving a machine needs. */
export interface DriveOptions {
  readonly limits: Limits;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  readonly sliceSteps?: number;
  /** Answers the calls of one outcome, in order. Without it the roster has to be empty. */
  readonly answer?: (calls: readonly CallRequest[], joined: boolean) => readonly Value[];
}

/**
 * Runs a machine to its end, giving way after every slice. Time counts from the first step and is looked at only
 * when a slice begins after a pause, so a script that needs no second slice never runs out of it (2.7).
 */
export function* drive(machine: Machine, options: DriveOptions): Generator<number, Settled, void> {
  const sliceSteps = options.sliceSteps ?? DEFAULT_SLICE_STEPS;
  const started = options.now();
  for (;;) {
    const outcome = machine.advance(sliceSteps);
    if (outcome.state === "done" || outcome.state === "failed") return outcome;
    if (outcome.state === "calls") {
      machine.resume(answered(outcome.calls, outcome.joined, options));
      continue;
    }
    yield outcome.steps;
    const late = timeIsUp(options.now() - started, options.limits);
    if (late !== undefined) machine.fail(late);
  }
}

function answered(calls: readonly CallRequest[], joined: boolean, options: DriveOptions): readonly Value[] {
  if (options.answer === undefined) throw new Error("a script without a roster made a tool call");
  return options.answer(calls, joined);
}

function timeIsUp(elapsedMs: number, limits: Limits): Diagnostic | undefined {
  const allowed = limits["max-seconds"];
  if (elapsedMs <= allowed * 1_000) return undefined;
  const amount = Math.round(elapsedMs / 100) / 10;
  return { code: "E411", kind: "time", span: undefined, args: { limit: "max-seconds", amount, allowed } };
}

/** Runs a drive to its end without giving way. */
export function driveNow(run: Generator<number, Settled, void>): Settled {
  for (;;) {
    const next = run.next();
    if (next.done === true) return next.value;
  }
}

/** What `driveYielding` answers when it was interrupted: the steps done so far. */
export interface Interrupted {
  readonly state: "interrupted";
  readonly steps: number;
}

/** Runs a drive to its end, letting signals and input in between slices; `interrupted` is asked after each of them. */
export async function driveYielding(
  run: Generator<number, Settled, void>,
  now: () => number,
  interrupted: () => boolean,
): Promise<Settled | Interrupted> {
  let turnEnds = now() + LONGEST_TURN_MS;
  for (;;) {
    const next = run.next();
    if (next.done === true) return next.value;
    if (now() < turnEnds) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (interrupted()) return { state: "interrupted", steps: next.value };
    turnEnds = now() + LONGEST_TURN_MS;
  }
}
