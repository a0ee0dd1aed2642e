import type { Callable } from "../../callable.ts";
import { Fault } from "../../fault.ts";
import { countOf } from "../../form-problem.ts";
import { printShort } from "../../print-short.ts";
import type { Value } from "../../values.ts";
import { listItems, Pair } from "../../values.ts";
import { callableAt, collectArguments, INDIRECT, invoke } from "../call.ts";
import type { TreeForm } from "../form.ts";
import type { Frame, FrameKind } from "../run.ts";
import { NO_VALUES } from "../run.ts";

/** `(funcall FUNCTION ARGUMENT...)`: the callable is checked before the arguments are evaluated (R048). */
export const FUNCALL: TreeForm = {
  begin(run, form, env) {
    const cell = form.cdr as Pair;
    run.push({ kind: FUNCALL_CALLABLE, form, env, rest: cell.cdr, values: NO_VALUES, index: 0, data: undefined });
    run.evaluate(cell, env);
  },
};

const FUNCALL_CALLABLE: FrameKind<undefined> = {
  tag: "funcall",
  boundary: false,
  resume(run, frame, value) {
    const { form, env, rest } = frame;
    const data = callableAt(run, form.cdr as Pair, value);
    const values = new Array<Value>(countOf(rest));
    collectArguments(run, { kind: INDIRECT, form, env, rest, values, index: 0, data });
  },
};

/** `(apply FUNCTION ARGUMENT... LIST)`: the last argument is a list of further arguments (R048). */
export const APPLY: TreeForm = {
  begin(run, form, env) {
    const cell = form.cdr as Pair;
    run.push({ kind: APPLY_CALLABLE, form, env, rest: cell.cdr, values: NO_VALUES, index: 0, data: undefined });
    run.evaluate(cell, env);
  },
};

const APPLY_CALLABLE: FrameKind<undefined> = {
  tag: "apply",
  boundary: false,
  resume(run, frame, value) {
    const { form, env, rest } = frame;
    const first = rest as Pair;
    const callable = callableAt(run, form.cdr as Pair, value);
    const next: Frame<Callable> = {
      kind: APPLY_ARGUMENT,
      form,
      env,
      rest: first.cdr,
      values: [],
      index: 0,
      data: callable,
    };
    run.push(next);
    run.evaluate(first, env);
  },
};

const APPLY_ARGUMENT: FrameKind<Callable> = {
  tag: "apply-arguments",
  boundary: false,
  resume(run, frame, value) {
    const { rest, values } = frame;
    if (rest instanceof Pair) {
      values.push(value);
      frame.rest = rest.cdr;
      run.push(frame);
      run.evaluate(rest, frame.env);
      return;
    }
    const spread = listItems(value);
    if (spread === undefined) {
      throw new Fault("E310", "script", { name: "apply", predicate: "listp", value: printShort(value) });
    }
    run.meter.work += spread.length;
    for (const item of spread) values.push(item);
    invoke(run, frame.data, values, frame);
  },
};
