import { Fault } from "../../fault.ts";
import type { CallRequest } from "../../machine.ts";
import { parseParameters } from "../../parameters.ts";
import { printShort } from "../../print-short.ts";
import { resolveOperator } from "../../resolve.ts";
import { standaloneOnly } from "../../callable.ts";
import type { Value } from "../../values.ts";
import { listItems, NIL, Pair, Sym } from "../../values.ts";
import { placeOf } from "../blame.ts";
import { Binding } from "../environment.ts";
import { fitsParts, type TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { evaluateDeferred, valueNow } from "../now.ts";
import { NO_VALUES } from "../run.ts";
import { JOIN_SHAPES, makeRequest, openCalls } from "../tools.ts";
import { requireList } from "./mapcar.ts";

/** A join in the making: the calls whose arguments are known, and the one whose arguments are being evaluated. */
interface Join {
  readonly requests: CallRequest[];
  /** The parameter of `parallel-map`'s lambda and its call; undefined in `parallel`. */
  readonly each: { readonly parameter: Sym; readonly call: Pair } | undefined;
  /** What was being joined around this form; its arguments may not call tools either. */
  readonly around: string | undefined;
  call: Pair;
  env: Binding;
  /** Argument forms of `call` still to be evaluated. */
  forms: Value;
  args: Value[];
}

/** `(parallel CALL...)`: every entry is one direct tool call; arguments call no tools (R221, R225, R227). */
export const PARALLEL: TreeForm = {
  begin(run, form, env) {
    for (let cell = form.cdr; cell instanceof Pair; cell = cell.cdr) requireToolCall(run, cell, "parallel");
    const join: Join = { requests: [], each: undefined, around: run.joining, call: form, env, forms: NIL, args: [] };
    run.joining = "parallel";
    nextCall(run, { kind: JOIN_ARGUMENT, form, env, rest: form.cdr, values: NO_VALUES, index: 0, data: join });
  },
};

/** `(parallel-map (lambda (NAME) CALL) LIST)`: the lambda is a shape, not a value, and costs no step (R222, R226). */
export const PARALLEL_MAP: TreeForm = {
  begin(run, form, env) {
    if (!fitsParts(form, 2, 2)) throw run.blame(form, badJoin("parallel-map", "it takes a lambda and a list"));
    const shape = form.cdr as Pair;
    const each = eachOf(run, shape);
    const join: Join = { requests: [], each, around: run.joining, call: form, env, forms: NIL, args: [] };
    const list = shape.cdr as Pair;
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
    // Only now: the list itself may come from a call, the arguments of the joined calls may not.
    run.joining = "parallel-map";
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
    nextArgument(run, frame);
  },
};

/** Begins the arguments of the next call; after the last one the join goes to the host. */
function nextCall(run: Run, frame: Frame<Join>): void {
  const { rest, data: join } = frame;
  if (!(rest instanceof Pair)) {
    run.joining = join.around;
    finishJoin(run, frame);
    return;
  }
  join.call = join.each === undefined ? (rest.car as Pair) : join.each.call;
  join.env = join.each === undefined ? frame.env : new Binding(join.each.parameter, rest.car, frame.env);
  join.forms = join.call.cdr;
  join.args = [];
  frame.rest = rest.cdr;
  nextArgument(run, frame);
}

function nextArgument(run: Run, frame: Frame<Join>): void {
  const join = frame.data;
  while (join.forms instanceof Pair) {
    const cell = join.forms;
    const value = valueNow(run, cell, join.env, 0);
    join.forms = cell.cdr;
    if (value === undefined) {
      run.push(frame);
      evaluateDeferred(run);
      return;
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
  nextCall(run, frame);
}

function finishJoin(run: Run, frame: Frame<Join>): void {
  const join = frame.data;
  if (join.requests.length === 0) run.answer(NIL);
  else if (join.around !== undefined) throw badJoin(join.around, "an argument joins tool calls of its own");
  else openCalls(run, { requests: join.requests, joined: true, frame });
}

function badJoin(name: string, problem: string): Fault {
  return new Fault("E350", "script", { name, problem, shape: JOIN_SHAPES[name] ?? "" });
}

/** Fails with E350 unless the element in `cell` is a call of a roster tool; with E371 when that is standalone-only. */
function requireToolCall(run: Run, cell: Pair, name: string): Pair {
  const call = cell.car;
  if (call instanceof Pair && call.car instanceof Sym) {
    const { definitions, program, roster } = run.checked;
    const resolution = resolveOperator(call.car, { symbols: program.symbols, definitions, roster });
    if (resolution.kind === "tool") {
      if (resolution.standalone) throw run.blame(cell, standaloneOnly(resolution.name));
      return call;
    }
  }
  const entry = name === "parallel" ? "every entry" : "the lambda's body";
  throw run.blame(cell, badJoin(name, `${entry} must be one direct tool call, not ${printShort(call)}`));
}

/** The parameter and the call of `parallel-map`'s lambda, which stands in `cell`. */
function eachOf(run: Run, cell: Pair): NonNullable<Join["each"]> {
  const refuse = (problem: string): Fault => run.blame(cell, badJoin("parallel-map", problem));
  const [head, params, ...body] = listItems(cell.car) ?? [];
  if (!(head instanceof Sym) || !isLambda(run, head)) {
    throw refuse(`its first part must be a lambda, not ${printShort(cell.car)}`);
  }
  const parameters = parseParameters(params ?? NIL);
  if ("problem" in parameters) throw refuse(`bad parameter list: ${parameters.problem}`);
  const [parameter] = parameters.required;
  const others = parameters.required.length - 1 + parameters.optional.length;
  if (parameter === undefined || others > 0 || parameters.rest !== undefined) {
    throw refuse("the lambda takes exactly one argument");
  }
  if (body.length !== 1) throw refuse("the lambda's body must be one direct tool call");
  const bodyCell = ((cell.car as Pair).cdr as Pair).cdr as Pair;
  return { parameter, call: requireToolCall(run, bodyCell, "parallel-map") };
}

function isLambda(run: Run, head: Sym): boolean {
  return head === run.checked.program.symbols.intern("lambda");
}
