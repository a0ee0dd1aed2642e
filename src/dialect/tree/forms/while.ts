import type { Value } from "../../values.ts";
import { NIL, Pair } from "../../values.ts";
import type { TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { evaluateDeferred, valueNow } from "../now.ts";
import { NO_VALUES } from "../run.ts";

/** `(while CONDITION BODY...)`: answers nil (R046). */
export const WHILE: TreeForm = {
  begin(run, form, env) {
    loop(run, { kind: CONDITION, form, env, rest: NIL, values: NO_VALUES, index: 0, data: undefined });
  },
};

const CONDITION: FrameKind<undefined> = {
  tag: "while-condition",
  boundary: false,
  resume(run, frame, value) {
    if (value === NIL) run.answer(NIL);
    else if (doBody(run, frame, (frame.form.cdr as Pair).cdr)) loop(run, frame);
  },
};

/** Waits for a form of the body; `rest` holds the forms after it. */
const LOOP_BODY: FrameKind<undefined> = {
  tag: "while-body",
  boundary: false,
  resume(run, frame) {
    if (doBody(run, frame, frame.rest)) loop(run, frame);
  },
};

/** Goes round, beginning with the condition, until something must be waited for or the slice is used up. */
function loop(run: Run, frame: Frame<undefined>): void {
  const { form, env } = frame;
  const condition = form.cdr as Pair;
  do {
    const value = valueNow(run, condition, env, 0);
    if (value === undefined) {
      run.push({ kind: CONDITION, form, env, rest: NIL, values: NO_VALUES, index: 0, data: undefined });
      evaluateDeferred(run);
      return;
    }
    if (value === NIL) {
      run.answer(NIL);
      return;
    }
    if (!doBody(run, frame, condition.cdr)) return;
  } while (!run.isSpent());
  run.push({ kind: LOOP_BODY, form, env, rest: NIL, values: NO_VALUES, index: 0, data: undefined });
  run.answer(NIL);
}

/** Evaluates forms of the body; false when one must be waited for. */
function doBody(run: Run, frame: Frame<undefined>, forms: Value): boolean {
  const { form, env } = frame;
  for (let cell = forms; cell instanceof Pair; cell = cell.cdr) {
    if (valueNow(run, cell, env, 0) === undefined) {
      run.push({ kind: LOOP_BODY, form, env, rest: cell.cdr, values: NO_VALUES, index: 0, data: undefined });
      evaluateDeferred(run);
      return false;
    }
  }
  return true;
}
