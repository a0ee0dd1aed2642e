import { arityFault } from "../arity.ts";
import { Fault } from "../fault.ts";
import type { Primitive } from "../primitive.ts";
import { printShort } from "../print-short.ts";
import type { Value } from "../values.ts";
import { NIL, Pair, Sym, T } from "../values.ts";
import { lookup, type Binding } from "./environment.ts";
import type { Operator, Run } from "./run.ts";

/** This many numbers, at most 17 bytes each, are within any value budget that has room for them (`Run.roomForNumbers`). */
const MAX_FEW = 4;

/** How deep calls of primitives may nest inside one another and still be made on the spot. */
const MAX_NESTING = 16;

/**
 * The value of the form in `cell` when it can be had on the spot: an atom, a quoted datum, or a call of a primitive
 * whose arguments can. Otherwise undefined: then the innermost form that takes transitions of its own, and the
 * frames of the calls that wait for it, are deferred, and the caller pushes its own frame and goes on with
 * `evaluateDeferred`. Steps and their order are the same either way; nothing starts in a slice that is used up.
 * It recurses over calls within calls, to the fixed depth `MAX_NESTING`.
 */
export function valueNow(run: Run, cell: Pair, env: Binding, nesting: number): Value | undefined {
  if (cell.car instanceof Pair) return formNow(run, cell, env, nesting);
  run.step();
  return atomValue(run, cell, env);
}

function formNow(run: Run, cell: Pair, env: Binding, nesting: number): Value | undefined {
  const form = cell.car as Pair;
  const operator = run.operators.get(form.car as Sym);
  if (operator?.now === undefined || nesting >= MAX_NESTING || run.isSpent()) {
    run.cell = cell;
    run.env = env;
    return undefined;
  }
  run.step();
  return operator.now(run, form, env, nesting);
}

/** Goes on with what `valueNow` deferred; the caller's own frame is on the stack already. */
export function evaluateDeferred(run: Run): void {
  const { deferred } = run;
  for (let frame = deferred.pop(); frame !== undefined; frame = deferred.pop()) run.push(frame);
  run.evaluating = true;
}

/** The value of the atom in `cell`: a variable's, or the atom itself. */
export function atomValue(run: Run, cell: Pair, env: Binding): Value {
  const form = cell.car;
  if (form instanceof Sym) {
    if (form === NIL || form === T || form.keyword) return form;
    const binding = lookup(form, env);
    if (binding !== undefined) return binding.value;
    throw run.blame(cell, new Fault("E300", "script", { name: form.name }), env);
  }
  return form;
}

/** Applies a primitive to evaluated operands after checking their number and measuring them. */
export function applyPrimitive(run: Run, primitive: Primitive, args: readonly Value[]): Value {
  const count = args.length;
  if (count < primitive.min || count > primitive.max) throw arityFault(primitive, count);
  if (!run.roomForNumbers || !areFewNumbers(args)) run.meter.operands(args);
  if (primitive.rest !== undefined) return primitive.rest(run.meter, args);
  const fixed = primitive.fixed as NonNullable<Primitive["fixed"]>;
  if (count === 1) return fixed(run.meter, args[0] as Value, NIL, NIL, NIL);
  if (count === 2) return fixed(run.meter, args[0] as Value, args[1] as Value, NIL, NIL);
  return fixed(run.meter, args[0] ?? NIL, args[1] ?? NIL, args[2] ?? NIL, args[3] ?? NIL);
}

/** Operands that `Meter.operands` always admits where there is `Run.roomForNumbers`. */
function areFewNumbers(args: readonly Value[]): boolean {
  for (const arg of args) if (typeof arg !== "number") return false;
  return args.length <= MAX_FEW;
}

/** The operator of a form, resolved before anything of the form is evaluated (R041). */
export function operatorOf(run: Run, form: Pair): Operator {
  const symbol = form.car;
  if (!(symbol instanceof Sym) || symbol === NIL || symbol.keyword) {
    throw new Fault("E111", "script", { value: printShort(symbol) });
  }
  let operator = run.operators.get(symbol);
  if (operator === undefined) {
    operator = run.resolve(run, symbol);
    run.operators.set(symbol, operator);
  }
  return operator;
}
