import { arityFault, type Called } from "../arity.ts";
import { resolveCallable, type Callable } from "../callable.ts";
import { overBudget } from "../meter.ts";
import type { Parameters } from "../parameters.ts";
import { callSignature, parameterArity, parseParameters } from "../parameters.ts";
import type { Definition } from "../program.ts";
import type { Value } from "../values.ts";
import { Closure, NIL, Pair } from "../values.ts";
import { placeOf } from "./blame.ts";
import { Binding } from "./environment.ts";
import type { Frame, FrameKind, Run } from "./run.ts";
import { applyPrimitive, evaluateDeferred, valueNow } from "./now.ts";
import { evaluateBody } from "./body.ts";
import { NIL_CELL, NO_VALUES } from "./run.ts";
import { requestCall } from "./tools.ts";

/** What a closure of this route is made of. */
export interface Code {
  readonly parameters: Parameters;
  readonly env: Binding;
  /** Who is called, for arity errors. */
  readonly called: Called;
}

/** The code of a function with these parameters; `name` is undefined for a lambda. */
export function codeFor(parameters: Parameters, env: Binding, name: string | undefined): Code {
  const signature = name === undefined ? callSignature("funcall LAMBDA", parameters) : callSignature(name, parameters);
  return { parameters, env, called: { name: name ?? "lambda", signature, ...parameterArity(parameters) } };
}

/** The closure of a definition; its body sees no variables but the script's own surroundings (R143). */
export function definedFunction(run: Run, definition: Definition): Closure {
  const name = definition.name.name;
  let closure = run.functions.get(name);
  if (closure === undefined) {
    const parsed = parseParameters(definition.params);
    const parameters: Parameters = "problem" in parsed ? { required: [], optional: [], rest: undefined } : parsed;
    closure = new Closure(definition.params, definition.body, true, codeFor(parameters, run.root, name));
    run.functions.set(name, closure);
  }
  return closure;
}

/** Evaluates the argument forms of `frame.rest` from left to right, then calls. */
export function collectArguments(run: Run, frame: Frame<Callable>): void {
  let cell = frame.rest;
  while (cell instanceof Pair) {
    const value = valueNow(run, cell, frame.env, 0);
    if (value === undefined) {
      frame.rest = cell.cdr;
      run.push(frame);
      evaluateDeferred(run);
      return;
    }
    frame.values[frame.index++] = value;
    cell = cell.cdr;
  }
  invoke(run, frame.data, frame.values, frame);
}

function resumeArguments(run: Run, frame: Frame<Callable>, value: Value): void {
  frame.values[frame.index++] = value;
  collectArguments(run, frame);
}

/** Waits for the arguments of a call written out in the source. */
export const ARGUMENTS: FrameKind<Callable> = { tag: "arguments", boundary: false, resume: resumeArguments };

/** Waits for the arguments of a call made through `funcall`. */
export const INDIRECT: FrameKind<Callable> = { tag: "funcall-arguments", boundary: false, resume: resumeArguments };

/** What the value of the form in `cell` calls; when nothing, that form is to blame. */
export function callableAt(run: Run, cell: Pair, value: Value): Callable {
  run.blamed = { cell, env: undefined };
  const callable = resolveCallable(value, run.checked);
  run.blamed = undefined;
  return callable;
}

/** Calls something with evaluated arguments; `frame` is the form that calls. */
export function invoke(run: Run, callable: Callable, args: Value[], frame: Frame): void {
  switch (callable.kind) {
    case "primitive":
      run.answer(applyPrimitive(run, callable.primitive, args));
      return;
    case "function":
      enter(run, definedFunction(run, callable.definition), args);
      return;
    case "closure":
      enter(run, callable.closure, args);
      return;
    case "tool": {
      const place = frame.kind === ARGUMENTS ? (placeOf(run, frame.form, frame.env) ?? -1) : -1;
      requestCall(run, { name: callable.name, args, place }, frame);
    }
  }
}

/** Calls a closure: a tail call when nothing of the current activation is left to do (R149, R150). */
export function enter(run: Run, closure: Closure, args: readonly Value[]): void {
  const env = bind(run, closure.code as Code, args);
  pushActivation(run);
  evaluateBody(run, closure.body, env);
}

/** The environment of a closure's body (R146, R147): omitted optionals are nil, the rest is a fresh list. */
export function bind(run: Run, code: Code, args: readonly Value[]): Binding {
  const { required, optional, rest } = code.parameters;
  const { min, max } = code.called;
  if (args.length < min || args.length > max) throw arityFault(code.called, args.length);
  let env = code.env;
  let index = 0;
  for (const name of required) env = new Binding(name, args[index++] ?? NIL, env);
  for (const name of optional) env = new Binding(name, args[index++] ?? NIL, env);
  if (rest !== undefined) env = new Binding(rest, run.meter.list(args.slice(index)), env);
  return env;
}

/** Marks the end of an activation, unless the one around it ends at the same moment. */
export function pushActivation(run: Run): void {
  const top = run.stack.at(-1);
  if (top === undefined || top.kind.boundary) return;
  deepen(run);
  run.push(RETURN_FRAME);
}

/** Counts one more waiting activation (budget `max-stack-depth`). */
export function deepen(run: Run): void {
  const allowed = run.limits["max-stack-depth"];
  if (run.depth >= allowed) throw overBudget("max-stack-depth", allowed, run.depth + 1);
  run.depth++;
}

const RETURN: FrameKind<undefined> = {
  tag: "return",
  boundary: true,
  resume(run, _frame, value) {
    run.depth--;
    run.answer(value);
  },
};

/** All ends of activations are one frame: it holds nothing of its own. */
const RETURN_FRAME: Frame<undefined> = {
  kind: RETURN,
  form: NIL_CELL,
  env: new Binding(NIL, NIL, undefined),
  rest: NIL,
  values: NO_VALUES,
  index: 0,
  data: undefined,
};
