import type { Value } from "../../values.ts";
import { NIL, Pair, T } from "../../values.ts";
import type { TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { NO_VALUES } from "../run.ts";

/** `(and FORM...)`: goes on while values are true; the last form is a tail (R045). */
export const AND: TreeForm = {
  begin(run, form, env) {
    next(run, { kind: WHILE_TRUE, form, env, rest: form.cdr, values: NO_VALUES, index: 0, data: undefined }, T);
  },
};

/** `(or FORM...)`: goes on while values are nil; the last form is a tail (R045). */
export const OR: TreeForm = {
  begin(run, form, env) {
    next(run, { kind: WHILE_NIL, form, env, rest: form.cdr, values: NO_VALUES, index: 0, data: undefined }, NIL);
  },
};

const WHILE_TRUE: FrameKind<undefined> = {
  tag: "and",
  boundary: false,
  resume(run, frame, value) {
    if (value === NIL) run.answer(NIL);
    else next(run, frame, value);
  },
};

const WHILE_NIL: FrameKind<undefined> = {
  tag: "or",
  boundary: false,
  resume(run, frame, value) {
    if (value === NIL) next(run, frame, value);
    else run.answer(value);
  },
};

/** Evaluates the next form of the frame; without one the answer is `otherwise`. */
function next(run: Run, frame: Frame<undefined>, otherwise: Value): void {
  if (frame.rest === NIL) {
    run.answer(otherwise);
    return;
  }
  const cell = frame.rest as Pair;
  if (cell.cdr instanceof Pair) {
    frame.rest = cell.cdr;
    run.push(frame);
  }
  run.evaluate(cell, frame.env);
}
