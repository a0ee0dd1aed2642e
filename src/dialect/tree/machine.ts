import { invariant } from "../../base/invariant.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { Fault } from "../fault.ts";
import type { ErrorKind } from "../limits.ts";
import { WORK_PER_STEP } from "../limits.ts";
import type { Machine, MachineOptions, Outcome } from "../machine.ts";
import type { Checked } from "../program.ts";
import { holdsClosure, nodesOf, Pair } from "../values.ts";
import { diagnose, type Moment } from "./blame.ts";
import { ARGUMENTS } from "./call.ts";
import { atomValue, operatorOf } from "./now.ts";
import { resolveTreeOperator } from "./operators.ts";
import type { Frame } from "./run.ts";
import { evaluateBody } from "./body.ts";
import { NIL_CELL, Run } from "./run.ts";
import { acceptResults } from "./tools.ts";

/**
 * The reference machine (R017): a small explicit continuation machine over the script's forms, written to be
 * plainly right. One transition at a time, no host recursion; any slicing of fuel gives the same outcome.
 */
export function createTreeMachine(checked: Checked, options: MachineOptions): Machine {
  const run = new Run(checked, options, resolveTreeOperator);
  return {
    advance(fuel) {
      if (run.ended === undefined && run.calls === undefined) runSlice(run, Math.max(1, fuel));
      if (run.ended !== undefined) return run.ended;
      if (run.calls === undefined) return { state: "paused", steps: run.steps };
      return { state: "calls", steps: run.steps, calls: run.calls.requests, joined: run.calls.joined };
    },
    resume(values) {
      invariant(run.ended === undefined && run.calls !== undefined, "no calls are open");
      invariant(values.length === run.calls.requests.length, "the results must be as many as the calls");
      run.delivered = { values, calls: run.calls };
      run.calls = undefined;
    },
    fail(diagnostic) {
      if (run.ended === undefined) end(run, failed(run, diagnostic.kind as ErrorKind, diagnostic));
    },
  };
}

/** Makes transitions until the slice is used up, calls are open, or the script has ended. */
function runSlice(run: Run, fuel: number): void {
  const { meter, stack } = run;
  run.pauseAt = run.steps + fuel;
  run.workAt = fuel * WORK_PER_STEP;
  meter.work = 0;
  let frame: Frame | undefined;
  try {
    if (!run.begun) begin(run);
    if (run.delivered !== undefined) {
      frame = run.delivered.calls.frame;
      takeDelivered(run);
    }
    do {
      frame = run.evaluating ? undefined : stack.pop();
      if (run.evaluating) beginNext(run);
      else if (frame === undefined) finish(run);
      else frame.kind.resume(run, frame, run.value);
    } while (!run.isSpent() && run.ended === undefined && run.calls === undefined);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    end(run, failed(run, fault.kind, diagnose(run, fault, momentOf(run, frame))));
  }
}

/** The script's top level is an implicit progn, which is a form like any other (R023). */
function begin(run: Run): void {
  run.begun = true;
  run.step();
  evaluateBody(run, run.checked.body, run.root);
}

/** Begins the form in `run.cell`. */
function beginNext(run: Run): void {
  run.step();
  const { cell, env } = run;
  const form = cell.car;
  if (form instanceof Pair) operatorOf(run, form).begin(run, form, env);
  else run.answer(atomValue(run, cell, env));
}

function takeDelivered(run: Run): void {
  if (run.delivered === undefined) return;
  const { values, calls } = run.delivered;
  run.delivered = undefined;
  acceptResults(run, values, calls.joined);
}

/** What was going on: `frame` was about to go on, or, without one, the form in `run.cell` was begun. */
function momentOf(run: Run, frame: Frame | undefined): Moment {
  if (run.leaf !== undefined) return { form: run.leaf, env: frame?.env ?? run.env, written: true };
  if (frame !== undefined) return { form: frame.form, env: frame.env, written: frame.kind === ARGUMENTS };
  const form = run.cell.car;
  return { form: form instanceof Pair ? form : run.cell, env: run.env, written: true };
}

/** Ends the script with its value, which may hold no lambda at any depth (R036). */
function finish(run: Run): void {
  run.meter.work += nodesOf(run.value);
  if (holdsClosure(run.value)) {
    // No place in the source is to blame for what the value turned out to be.
    throw run.blame(NIL_CELL, new Fault("E370", "value", { where: "the value of a script" }), run.root);
  }
  end(run, { state: "done", steps: run.steps, value: run.value });
}

function failed(run: Run, kind: ErrorKind, diagnostic: Diagnostic): Outcome {
  return { state: "failed", steps: run.steps, kind, diagnostic };
}

/** Ends the script and lets go of everything it held. */
function end(run: Run, outcome: Outcome): void {
  run.ended = outcome;
  run.calls = undefined;
  run.stack.length = 0;
}
