import { printShort } from "../../print-short.ts";
import type { Value } from "../../values.ts";
import { NIL, Pair } from "../../values.ts";
import { malformed, type TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { evaluateBody } from "../body.ts";
import { NIL_CELL, NO_VALUES } from "../run.ts";

/** `(cond (TEST FORM...)...)`: an empty clause tests nil; a clause without forms answers its test (R044). */
export const COND: TreeForm = {
  begin(run, form, env) {
    tryClause(run, { kind: CLAUSE, form, env, rest: form.cdr, values: NO_VALUES, index: 0, data: NIL });
  },
};

/** Waits for the test of a clause; `data` holds the clause's forms, `rest` the clauses after it. */
const CLAUSE: FrameKind<Value> = {
  tag: "cond",
  boundary: false,
  resume(run, frame, value) {
    if (value === NIL) tryClause(run, frame);
    else if (frame.data === NIL) run.answer(value);
    else evaluateBody(run, frame.data, frame.env);
  },
};

function tryClause(run: Run, frame: Frame<Value>): void {
  const { rest } = frame;
  if (!(rest instanceof Pair)) {
    run.answer(NIL);
    return;
  }
  const clause = rest.car;
  if (clause !== NIL && !(clause instanceof Pair)) {
    throw run.blame(rest, malformed("cond", `a clause must be a list, not ${printShort(clause)}`));
  }
  const test = clause instanceof Pair ? clause : NIL_CELL;
  frame.rest = rest.cdr;
  frame.data = test.cdr;
  run.push(frame);
  run.evaluate(test, frame.env);
}
