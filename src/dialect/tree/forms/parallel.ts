import { joinCall, joinInArgument, type JoinName, mapParts } from "../../joins.ts";
import type { CallRequest } from "../../machine.ts";
import { namesOf } from "../../resolve.ts";
import type { Sym, Value } from "../../values.ts";
import { NIL, Pair } from "../../values.ts";
import { placeOf } from "../blame.ts";
import { Binding } from "../environment.ts";
import type { TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { evaluateDeferred, valueNow } from "../now.ts";
import { NO_VALUES } from "../run.ts";
import { makeRequest, openCalls } from "../tools.ts";
import { requireList } from "./mapcar.ts";

/** A join in the making: the calls whose arguments are known, and the one whose arguments are being evaluated. */
interface Join {
  readonly requests: CallRequest[];
  /** The parameter of `parallel-map`'s lambda and its call; undefined in `parallel`. */
  readonly each: { readonly parameter: Sym; readonly call: Pair } | undefined;
  /** What was being joined around this form; its arguments may not call tools either. */
  readonly around: JoinName | undefined;
  call: Pair;
  env: Binding;
  /** Argument forms of `call` still to be evaluated. */
  forms: Value;
  args: Value[];
}

/** `(parallel CALL...)`: every entry is one direct tool call; arguments call no tools (R221, R225, R227). */
export const PARALLEL: TreeForm = {
  begin(run, form, env) {
    for (let cell = form.cdr; cell instanceof Pair; cell = cell.cdr) {
      const entry = joinCall("parallel", cell, namesOf(run.checked));
      if ("fault" in entry) throw run.blame(entry.cell, entry.fault);
    }
    const join: Join = { requests: [], each: undefined, around: run.joining, call: form, env, forms: NIL, args: [] };
    run.joining = "parallel";
    nextCall(run, { kind: JOIN_ARGUMENT, form, env, rest: form.cdr, values: NO_VALUES, index: 0, data: join });
  },
};

/** `(parallel-map (lambda (NAME) CALL) LIST)`: the lambda is a shape, not a value, and costs no step (R222, R226). */
export const PARALLEL_MAP: TreeForm = {
  begin(run, form, env) {
    const each = mapParts(form, namesOf(run.checked));
    if ("fault" in each) throw run.blame(each.cell, each.fault);
    const join: Join = { requests: [], each, around: run.joining, call: form, env, forms: NIL, args: [] };
    // The list is an argument, too: a call in it belongs before the join (R227).
    run.joining = "parallel-map";
    const { list } = each;
    const frame: Frame<Join> = { kind: JOIN_LIST, form, env, rest: NIL, values: NO_VALUES, index: 0, data: join };
    run.push(frame);
    run.evaluate(list, env);
  },
};

const JOIN_LIST: FrameKind<Join> = {
  tag: "parallel-map-list",
  boundary: false,
  resume(run, frame, value) {
    requireList(run, value, "parallel-map");
    const { form, env, data } = frame;
    nextCall(run, { kind: JOIN_ARGUMENT, form, env, rest: value, values: NO_VALUES, index: 0, data });
  },
};

/** Waits for an argument of the call that is being made; `rest` holds the entries or elements after it. */
const JOIN_ARGUMENT: FrameKind<Join> = {
  tag: "parallel-argument",
  boundary: false,
  resume(run, frame, value) {
    frame.data.args.push(value);
    if (argumentsNow(run, frame)) nextCall(run, frame);
  },
};

/** Makes the remaining calls as far as their arguments can be had on the spot; after the last one the join goes to the host. */
function nextCall(run: Run, frame: Frame<Join>): void {
  const { data: join } = frame;
  while (frame.rest instanceof Pair) {
    beginCall(frame, frame.rest);
    if (!argumentsNow(run, frame)) return;
  }
  run.joining = join.around;
  finishJoin(run, frame);
}

function beginCall(frame: Frame<Join>, rest: Pair): void {
  const { data: join } = frame;
  join.call = join.each === undefined ? (rest.car as Pair) : join.each.call;
  join.env = join.each === undefined ? frame.env : new Binding(join.each.parameter, rest.car, frame.env);
  join.forms = join.call.cdr;
  join.args = [];
  frame.rest = rest.cdr;
}

/** Evaluates the remaining arguments of a call and notes the call; false when one has to be waited for. */
function argumentsNow(run: Run, frame: Frame<Join>): boolean {
  const join = frame.data;
  while (join.forms instanceof Pair) {
    const cell = join.forms;
    const value = valueNow(run, cell, join.env, 0);
    join.forms = cell.cdr;
    if (value === undefined) {
      run.push(frame);
      evaluateDeferred(run);
      return false;
    }
    join.args.push(value);
  }
  join.requests.push(
    makeRequest(run, {
      name: (join.call.car as Sym).name,
      args: join.args,
      place: placeOf(run, join.call, join.env) ?? -1,
    }),
  );
  return true;
}

function finishJoin(run: Run, frame: Frame<Join>): void {
  const join = frame.data;
  if (join.requests.length === 0) run.answer(NIL);
  else if (join.around !== undefined) throw joinInArgument(join.around);
  else openCalls(run, { requests: join.requests, joined: true, frame });
}
