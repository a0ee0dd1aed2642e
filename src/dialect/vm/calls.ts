import { arityFault } from "../arity.ts";
import { resolveCallable } from "../callable.ts";
import { Fault } from "../fault.ts";
import { callInArgument } from "../joins.ts";
import type { CallRequest } from "../machine.ts";
import { overBudget } from "../meter.ts";
import { parseParameters } from "../parameters.ts";
import { invariant } from "../../base/invariant.ts";
import type { Primitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { holdsClosure, list, NIL, nodesOf, type Pair } from "../values.ts";
import { analyzeDefinition } from "./analyze.ts";
import { emitFunction } from "./emit.ts";
import { placeIn } from "./places.ts";
import { type FunctionEntry, type MacroSite, type Proto, shapeOf } from "./proto.ts";
import { type Captured, type ClosureCode, ensureRegisters, type State } from "./state.ts";

/** Applies a primitive to any number of operands after checking arity and measuring them. */
export function applyPrimitive(state: State, primitive: Primitive, args: readonly Value[]): Value {
  const { name, min, max, signature } = primitive;
  if (args.length < min || args.length > max) throw arityFault({ name, min, max, signature }, args.length);
  state.meter.operands(args);
  if (primitive.rest !== undefined) return primitive.rest(state.meter, args);
  invariant(primitive.fixed !== undefined, `primitive ${name} has a function`);
  return primitive.fixed(state.meter, args[0] ?? NIL, args[1] ?? NIL, args[2] ?? NIL, args[3] ?? NIL);
}

/** The code of a definition, compiled at its first call. */
export function protoOf(state: State, entry: FunctionEntry): Proto {
  if (entry.proto !== undefined) return entry.proto;
  const parameters = parseParameters(entry.definition.params);
  invariant(!("problem" in parameters), "preflight has checked the parameter lists of definitions");
  entry.proto = emitFunction(state.emit, analyzeDefinition(state.context, entry.definition, parameters));
  return entry.proto;
}

/** Checks a function's arity and completes its arguments: nil for missing optional ones, a list for &rest. */
export function completeArguments(state: State, proto: Proto, base: number, count: number): void {
  const { required, optional, rest, name } = proto;
  const max = rest ? Infinity : required + optional;
  if (count < required || count > max) throw arityFault({ name, min: required, max, signature: shapeOf(proto) }, count);
  const { stack } = state;
  const positional = required + optional;
  ensureRegisters(stack, base + positional + 1);
  for (let i = count; i < positional; i++) stack[base + i] = NIL;
  if (!rest) return;
  stack[base + positional] = state.meter.list(
    stack.slice(base + positional, base + Math.max(count, positional)) as Value[],
  );
}

/** Saves the running activation, to be returned to. `pc` must already be past the call. */
export function pushFrame(state: State, target: number, macro: MacroSite | undefined): void {
  const { frames, depth } = state;
  const allowed = state.options.limits["max-stack-depth"];
  if (depth >= allowed) throw overBudget("max-stack-depth", allowed, depth + 1);
  const frame = frames[depth];
  if (frame === undefined) {
    frames.push({ proto: state.proto, pc: state.pc, fp: state.fp, captured: state.captured, target, macro });
  } else {
    frame.proto = state.proto;
    frame.pc = state.pc;
    frame.fp = state.fp;
    frame.captured = state.captured;
    frame.target = target;
    frame.macro = macro;
  }
  state.depth = depth + 1;
}

/** Makes a function the running one; its arguments are in place at `fp`. */
export function enterFunction(state: State, proto: Proto, fp: number, captured: Captured): void {
  state.proto = proto;
  state.pc = 0;
  state.fp = fp;
  state.captured = captured;
  ensureRegisters(state.stack, fp + proto.frameSize);
}

/** Where a call's arguments are (absolute) and where its value goes (relative), or that it is a tail call. */
export interface CallShape {
  readonly base: number;
  readonly count: number;
  readonly target: number;
  readonly tail: boolean;
}

/**
 * Calls a computed callable. True when a script function was entered; false when the value is already in the
 * target register or the machine waits for a tool. `state.pc` must be past the call.
 */
export function callValue(state: State, value: Value, shape: CallShape, origin: Pair | undefined): boolean {
  const callable = resolveCallable(value, state.context.checked);
  const { base, count, target } = shape;
  switch (callable.kind) {
    case "primitive": {
      const args = state.stack.slice(base, base + count) as Value[];
      state.stack[state.fp + target] = applyPrimitive(state, callable.primitive, args);
      return false;
    }
    case "tool":
      requestTool(state, callable.name, shape, origin);
      return false;
    case "closure": {
      const code = callable.closure.code as ClosureCode;
      invoke(state, code.proto, code.captured, shape);
      return true;
    }
    case "function":
      invoke(state, protoOf(state, entryFor(state, callable.definition)), [], shape);
      return true;
  }
}

/** The shared entry of a definition. */
export function entryFor(state: Pick<State, "entries">, definition: FunctionEntry["definition"]): FunctionEntry {
  let entry = state.entries.get(definition);
  if (entry === undefined) {
    entry = { definition, proto: undefined };
    state.entries.set(definition, entry);
  }
  return entry;
}

/** Enters a script function, in a new activation or, for a tail call, in place of the running one. */
export function invoke(state: State, proto: Proto, captured: Captured, shape: CallShape): void {
  const { base, count, target, tail } = shape;
  if (proto.exact !== count) completeArguments(state, proto, base, count);
  if (!tail) {
    pushFrame(state, target, undefined);
    enterFunction(state, proto, base, captured);
    return;
  }
  const { stack, fp } = state;
  const parameters = proto.required + proto.optional + (proto.rest ? 1 : 0);
  for (let i = 0; i < parameters; i++) stack[fp + i] = stack[base + i] as Value;
  enterFunction(state, proto, fp, captured);
}

/** Wants one tool call; its result goes to the target register. */
export function requestTool(state: State, tool: string, shape: CallShape, origin: Pair | undefined): void {
  const args = state.stack.slice(shape.base, shape.base + shape.count) as Value[];
  const call = callRequest(state, tool, args, origin);
  const joining = state.joining.at(-1);
  if (joining !== undefined) throw callInArgument(joining, tool);
  dispatch(state, [call], { joined: false, target: state.fp + shape.target });
}

/** A tool call with its arguments measured (R036, R233). */
export function callRequest(state: State, name: string, args: readonly Value[], origin: Pair | undefined): CallRequest {
  state.meter.operands(args);
  const place = origin === undefined ? -1 : (placeIn(state, origin) ?? -1);
  return { name, args: list(args), place };
}

/** Counts the calls of one dispatch against the budget and waits for their results. */
export function dispatch(state: State, calls: readonly CallRequest[], to: { joined: boolean; target: number }): void {
  const allowed = state.options.limits["max-tool-calls"];
  if (state.calls + calls.length > allowed) throw overBudget("max-tool-calls", allowed, state.calls + calls.length);
  state.calls += calls.length;
  for (const { name, args } of calls) {
    state.meter.work += nodesOf(args);
    if (holdsClosure(args)) throw new Fault("E370", "value", { where: `an argument of ${name}` });
  }
  state.waiting = { calls, ...to };
}
