import type { Value } from "../../values.ts";
import { NIL, Pair } from "../../values.ts";
import type { TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { NO_VALUES } from "../run.ts";

/** `(while CONDITION BODY...)`: answers nil (R046). Every condition and form takes a transition, so any loop can be paused. */
export const WHILE: TreeForm = {
  begin(run, form, env) {
    test(run, { kind: CONDITION, form, env, rest: NIL, values: NO_VALUES, index: 0, data: undefined });
  },
};

const CONDITION: FrameKind<undefined> = {
  tag: "while-condition",
  resume(run, frame, value) {
    if (value === NIL) run.answer(NIL);
    else step(run, frame, (frame.form.cdr as Pair).cdr);
  },
};

/** Waits for a form of the body; `rest` holds the forms after it. */
const LOOP_BODY: FrameKind<undefined> = {
  tag: "while-body",
  resume(run, frame) {
    step(run, frame, frame.rest);
  },
};

function test(run: Run, frame: Frame<undefined>): void {
  const { form, env } = frame;
  run.push(frame);
  run.evaluate(form.cdr as Pair, env);
}

/** Evaluates the first of the body's remaining forms, or the condition again when there is none. */
function step(run: Run, frame: Frame<undefined>, forms: Value): void {
  const { form, env } = frame;
  if (!(forms instanceof Pair)) {
    test(run, { kind: CONDITION, form, env, rest: NIL, values: NO_VALUES, index: 0, data: undefined });
    return;
  }
  run.push({ kind: LOOP_BODY, form, env, rest: forms.cdr, values: NO_VALUES, index: 0, data: undefined });
  run.evaluate(forms, env);
}
