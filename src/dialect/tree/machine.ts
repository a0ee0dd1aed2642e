import { invariant } from "../../base/invariant.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { Fault } from "../fault.ts";
import type { ErrorKind } from "../limits.ts";
import { WORK_PER_STEP } from "../limits.ts";
import type { Machine, MachineOptions, Outcome } from "../machine.ts";
import type { Checked } from "../program.ts";
import { holdsClosure, nodesOf, Pair } from "../values.ts";
import { diagnose } from "./blame.ts";
import { beginForm } from "./operators.ts";
import { atomValue, evaluateBody, Run } from "./run.ts";
import { acceptResults } from "./tools.ts";

/**
 * The reference machine (R017): a small explicit continuation machine over the script's forms, written to be
 * plainly right. One transition at a time, no host recursion; any slicing of fuel gives the same outcome.
 */
export function createTreeMachine(checked: Checked, options: MachineOptions): Machine {
  const run = new Run(checked, options);
  let begun = false;

  function begin(): void {
    begun = true;
    // The script's top level is an implicit progn, which is a form like any other (R023).
    run.step();
    evaluateBody(run, checked.body, run.root);
  }

  function runSlice(fuel: number): void {
    const pauseAt = run.steps + fuel;
    const workAt = fuel * WORK_PER_STEP;
    run.meter.work = 0;
    if (!begun) begin();
    do transition(run);
    while (run.ended === undefined && run.calls === undefined && run.steps < pauseAt && run.meter.work < workAt);
  }

  return {
    advance(fuel) {
      if (run.ended === undefined && run.calls === undefined) {
        try {
          runSlice(Math.max(1, fuel));
        } catch (fault) {
          if (!(fault instanceof Fault)) throw fault;
          end(run, failed(run, fault.kind, diagnose(run, fault)));
        }
      }
      if (run.ended !== undefined) return run.ended;
      if (run.calls === undefined) return { state: "paused", steps: run.steps };
      return { state: "calls", steps: run.steps, calls: run.calls.requests, joined: run.calls.joined };
    },
    resume(values) {
      invariant(run.ended === undefined && run.calls !== undefined, "no calls are open");
      invariant(values.length === run.calls.requests.length, "the results must be as many as the calls");
      run.delivered = { values, joined: run.calls.joined };
      run.calls = undefined;
    },
    fail(diagnostic) {
      if (run.ended === undefined) end(run, failed(run, diagnostic.kind as ErrorKind, diagnostic));
    },
  };
}

/** One transition: takes delivered results, begins a form, or hands a value to the frame that waits for it. */
function transition(run: Run): void {
  if (run.delivered !== undefined) {
    const { values, joined } = run.delivered;
    run.delivered = undefined;
    acceptResults(run, values, joined);
  } else if (run.evaluating) {
    run.step();
    const form = run.cell.car;
    if (form instanceof Pair) beginForm(run, form);
    else run.answer(atomValue(run, run.cell, run.env));
  } else handOn(run);
}

function handOn(run: Run): void {
  const frame = run.stack.pop();
  if (frame === undefined) {
    finish(run);
    return;
  }
  run.form = frame.form;
  run.env = frame.env;
  run.operandsInForm = false;
  frame.kind.resume(run, frame, run.value);
}

/** Ends the script with its value, which may hold no lambda at any depth (R036). */
function finish(run: Run): void {
  run.meter.work += nodesOf(run.value);
  if (holdsClosure(run.value)) throw new Fault("E370", "value", { where: "the value of a script" });
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
