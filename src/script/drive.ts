import type { CancelToken } from "../base/cancel.ts";
import type { CallRequest, Diagnostic, Limits, Machine, Outcome, Value } from "../dialect/index.ts";
import type { Clock } from "../ports/clock.ts";
import type { ScriptClock } from "./script-clock.ts";

/** Steps a script runs before the host's event loop gets its turn (2.7). */
export const SLICE_STEPS = 2_000;
/** Milliseconds after which the event loop gets its turn although fewer steps were made (2.7, R237). */
export const SLICE_MS = 10;

/** Why a script is ended from outside while its calls are open. */
export interface Halt {
  readonly halt: string;
}

/** How driving a machine ended: by itself, or halted by what answers its calls, or cancelled between two slices. */
export type DriveEnd<H extends Halt> =
  | Extract<Outcome, { state: "done" | "failed" }>
  | { readonly state: "halted"; readonly steps: number; readonly halt: H }
  | { readonly state: "cancelled"; readonly steps: number };

/** What driving a machine needs. */
export interface DriveOptions<H extends Halt> {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly scriptClock: ScriptClock;
  readonly cancel: CancelToken;
  /** Answers the calls of one outcome, as many values in the same order; or ends the script. Settles only after its calls have. */
  readonly answer: (calls: readonly CallRequest[], joined: boolean) => Promise<readonly Value[] | H>;
  readonly sliceSteps?: number;
  readonly sliceMs?: number;
}

/**
 * Runs a machine to its end (R236, R237). The event loop gets its turn after every 2,000 steps or 10 ms, whichever
 * comes first and whether or not calls were answered in between: calls that settle at once are no turn. The time
 * budget is looked at when a further slice begins.
 */
export async function drive<H extends Halt>(machine: Machine, options: DriveOptions<H>): Promise<DriveEnd<H>> {
  const { limits, scriptClock, cancel } = options;
  const slice = createSlice(options);
  for (;;) {
    const outcome = machine.advance(slice.fuel());
    const { steps } = outcome;
    if (outcome.state === "done" || outcome.state === "failed") return outcome;
    if (outcome.state === "calls") {
      const answer = await options.answer(outcome.calls, outcome.joined);
      if (isHalt(answer)) return { state: "halted", steps, halt: answer };
      machine.resume(answer);
    }
    await slice.end(steps, outcome.state === "paused");
    if (cancel.cancelled) return { state: "cancelled", steps };
    const late = timeIsUp(scriptClock.elapsed(), limits);
    if (late !== undefined) machine.fail(late);
  }
}

/** What is left of the turn that a script has before the event loop gets its own. */
interface Slice {
  /** Steps that may be made now. */
  readonly fuel: () => number;
  /** Lets the event loop turn if the slice is used up, in steps or in time, or the machine says so. */
  readonly end: (steps: number, paused: boolean) => Promise<void>;
}

function createSlice({
  clock,
  sliceSteps = SLICE_STEPS,
  sliceMs = SLICE_MS,
}: Pick<DriveOptions<Halt>, "clock" | "sliceSteps" | "sliceMs">): Slice {
  let steps = 0;
  let atTurn = 0;
  let turnBegan = clock.elapsed();
  return {
    fuel: () => Math.max(1, sliceSteps - (steps - atTurn)),
    async end(now, paused) {
      steps = now;
      if (!paused && steps - atTurn < sliceSteps && clock.elapsed() - turnBegan < sliceMs) return;
      await clock.yield();
      atTurn = steps;
      turnBegan = clock.elapsed();
    },
  };
}

function isHalt<H extends Halt>(answer: readonly Value[] | H): answer is H {
  return "halt" in answer;
}

/** The diagnostic of a script that has used `elapsedMs`, once that is more than its budget (A37). */
export function timeIsUp(elapsedMs: number, limits: Limits): Diagnostic | undefined {
  const allowed = limits["max-seconds"];
  if (elapsedMs <= allowed * 1_000) return undefined;
  const amount = Math.round(elapsedMs / 100) / 10;
  return { code: "E411", kind: "time", span: undefined, args: { limit: "max-seconds", amount, allowed } };
}
