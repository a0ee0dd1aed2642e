import type { Value } from "../values.ts";
import { NIL, Pair } from "../values.ts";
import type { Binding } from "./environment.ts";
import { evaluateDeferred, valueNow } from "./now.ts";
import { NO_VALUES, type FrameKind, type Run } from "./run.ts";

/** Evaluates the forms of a body in order and answers the last value; nil for none. The last one is a tail. */
export function evaluateBody(run: Run, forms: Value, env: Binding): void {
  let rest = forms;
  while (rest instanceof Pair) {
    const cell = rest;
    rest = cell.cdr;
    if (rest === NIL) {
      run.evaluate(cell, env);
      return;
    }
    if (valueNow(run, cell, env, 0) === undefined) {
      run.push({ kind: BODY, form: cell, env, rest, values: NO_VALUES, index: 0, data: undefined });
      evaluateDeferred(run);
      return;
    }
  }
  run.answer(NIL);
}

/** Waits for a form of a body that is not the last; its value does not matter. */
const BODY: FrameKind<undefined> = {
  tag: "body",
  boundary: false,
  resume(run, frame) {
    evaluateBody(run, frame.rest, frame.env);
  },
};
