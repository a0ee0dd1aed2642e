import type { Callable } from "../../callable.ts";
import { Fault } from "../../fault.ts";
import { WORK_PER_STEP } from "../../limits.ts";
import { printShort } from "../../print-short.ts";
import type { Value } from "../../values.ts";
import { NIL, Pair } from "../../values.ts";
import { callableAt, invoke } from "../call.ts";
import type { TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { NO_VALUES } from "../run.ts";

/** `(mapcar FUNCTION LIST)`: the callable is checked first, then LIST, which must be a proper list (R049, A18). */
export const MAPCAR: TreeForm = {
  begin(run, form, env) {
    const cell = form.cdr as Pair;
    run.push({ kind: MAPCAR_CALLABLE, form, env, rest: cell.cdr, values: NO_VALUES, index: 0, data: undefined });
    run.evaluate(cell, env);
  },
};

const MAPCAR_CALLABLE: FrameKind<undefined> = {
  tag: "mapcar",
  boundary: false,
  resume(run, frame, value) {
    const { form, env, rest } = frame;
    const next: Frame<Callable> = {
      kind: MAPCAR_LIST,
      form,
      env,
      rest,
      values: [],
      index: 0,
      data: callableAt(run, form.cdr as Pair, value),
    };
    run.push(next);
    run.evaluate(rest as Pair, env);
  },
};

const MAPCAR_LIST: FrameKind<Callable> = {
  tag: "mapcar-list",
  boundary: false,
  resume(run, frame, value) {
    requireList(run, value, "mapcar");
    const { form, env, values, data } = frame;
    callNext(run, { kind: MAPCAR_RESULT, form, env, rest: value, values, index: 0, data });
  },
};

const MAPCAR_RESULT: FrameKind<Callable> = {
  tag: "mapcar-result",
  boundary: false,
  resume(run, frame, value) {
    frame.values.push(value);
    callNext(run, frame);
  },
};

/** Calls the function with the next element; the calls are never tails. Without steps of its own, each counts as work. */
function callNext(run: Run, frame: Frame<Callable>): void {
  const { rest } = frame;
  if (!(rest instanceof Pair)) {
    run.answer(run.meter.list(frame.values));
    return;
  }
  frame.rest = rest.cdr;
  run.push(frame);
  run.meter.work += WORK_PER_STEP;
  invoke(run, frame.data, [rest.car], frame);
}

/** Fails with E310 unless `value` is a proper list. */
export function requireList(run: Run, value: Value, name: string): void {
  let rest = value;
  for (; rest instanceof Pair; rest = rest.cdr) run.meter.work++;
  if (rest !== NIL) throw new Fault("E310", "script", { name, predicate: "listp", value: printShort(value) });
}
