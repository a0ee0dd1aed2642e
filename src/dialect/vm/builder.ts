import type { Fault } from "../fault.ts";
import type { Primitive } from "../primitive.ts";
import type { Definition } from "../program.ts";
import type { Pair, Value } from "../values.ts";
import type { Box, FunctionNode, FunctionUnit, Node } from "./ir.ts";
import { STEP } from "./opcodes.ts";
import type { ClosureSite, FunctionEntry, JoinSite, MacroSite, Proto } from "./proto.ts";

/** A jump target that may not be known yet. */
export interface Label {
  at: number;
  readonly uses: number[];
}

/** What the emitter needs beside the function: shared entries of definitions, and whether fast operations are allowed. */
export interface EmitContext {
  readonly entryOf: (definition: Definition) => FunctionEntry;
  /** False when budgets are so small that even two small integers could exceed them: every operation then takes the metered path. */
  readonly fast: boolean;
  /** Emits an entered node; a field so that the files of the emitter need not import one another in a circle. */
  readonly emitBody: (b: Builder, node: Node, target: number, tail: boolean) => void;
}

/** A function under emission. Not a class: the emitter's functions take it as their first argument. */
export interface Builder {
  readonly context: EmitContext;
  readonly unit: FunctionUnit;
  readonly code: number[];
  readonly consts: Value[];
  readonly primitives: Primitive[];
  readonly functions: FunctionEntry[];
  readonly closures: ClosureSite[];
  readonly macros: MacroSite[];
  readonly globals: Box[];
  readonly tools: string[];
  readonly joins: JoinSite[];
  readonly faults: Fault[];
  readonly origins: (Pair | undefined)[];
  /** Steps entered but not yet charged by an instruction. */
  pending: number;
  /** First free register. */
  top: number;
  frameSize: number;
}

/** A builder for one function. */
export function createBuilder(context: EmitContext, unit: FunctionUnit): Builder {
  return {
    context,
    unit,
    code: [],
    consts: [],
    primitives: [],
    functions: [],
    closures: [],
    macros: [],
    globals: [],
    tools: [],
    joins: [],
    faults: [],
    origins: [],
    pending: 0,
    top: 0,
    frameSize: 0,
  };
}

/** Appends an instruction that charges the pending steps. */
export function put(b: Builder, op: number, operands: readonly number[], origin?: Pair): number {
  const at = b.code.length;
  b.code.push(op, b.pending, operands[0] ?? 0, operands[1] ?? 0, operands[2] ?? 0, operands[3] ?? 0);
  b.origins.push(origin);
  b.pending = 0;
  return at;
}

/** A label that is not placed yet. */
export function newLabel(): Label {
  return { at: -1, uses: [] };
}

/** The address of a label for the operand at `slot` of the next instruction; patched when the label is placed. */
export function reference(b: Builder, label: Label, slot: number): number {
  if (label.at >= 0) return label.at;
  label.uses.push(b.code.length + 2 + slot);
  return -1;
}

/** Places a label here. Paths that meet must have charged what they entered. */
export function place(b: Builder, label: Label): void {
  if (b.pending > 0) put(b, STEP, []);
  label.at = b.code.length;
  for (const use of label.uses) b.code[use] = label.at;
}

/** Reserves the next register. */
export function reserve(b: Builder): number {
  const register = b.top++;
  if (b.top > b.frameSize) b.frameSize = b.top;
  return register;
}

/** Gives back every register from `top` on. */
export function release(b: Builder, top: number): void {
  b.top = top;
}

/** The operand that stands for a constant. */
export function constant(b: Builder, value: Value): number {
  const known = b.consts.indexOf(value);
  if (known >= 0) return -1 - known;
  b.consts.push(value);
  return -b.consts.length;
}

/** Index of an item in one of the tables, added when new. */
export function tableIndex<T>(table: T[], item: T): number {
  const known = table.indexOf(item);
  if (known >= 0) return known;
  table.push(item);
  return table.length - 1;
}

/** Index of a failure known at compile time. */
export function faultIndex(b: Builder, fault: Fault): number {
  b.faults.push(fault);
  return b.faults.length - 1;
}

/** The finished function. */
export function finish(b: Builder, fn: FunctionNode): Proto {
  const { required, optional, rest } = fn.parameters;
  return {
    name: fn.name,
    parameters: fn.parameters,
    code: b.code,
    consts: b.consts,
    primitives: b.primitives,
    functions: b.functions,
    closures: b.closures,
    macros: b.macros,
    globals: b.globals,
    tools: b.tools,
    joins: b.joins,
    faults: b.faults,
    origins: b.origins,
    moves: b.unit.moves,
    from: b.unit.from,
    frameSize: b.frameSize + 1,
    required: required.length,
    optional: optional.length,
    rest: rest !== undefined,
    exact: optional.length === 0 && rest === undefined ? required.length : -1,
  };
}
