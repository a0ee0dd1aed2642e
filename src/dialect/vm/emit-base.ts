import type { Value } from "../values.ts";
import type { Builder } from "./builder.ts";
import { constant, put, release, reserve } from "./builder.ts";
import type { Node, Variable } from "./ir.ts";
import * as op from "./opcodes.ts";

/** Whether a variable lives in a box: it is assigned after something else may hold it. */
export function isBoxed(variable: Variable): boolean {
  return variable.open || (variable.captured && variable.assigned);
}

/** Enters a node: its steps are charged by the next instruction. */
export function enter(b: Builder, node: Node): void {
  b.pending += node.steps;
}

/** Emits a node so that its value is in register `target`. Only the last instruction on each path writes there. */
export function emitTo(b: Builder, node: Node, target: number): void {
  enter(b, node);
  b.context.emitBody(b, node, target, false);
}

/** Emits a node in tail position: its value is returned. */
export function emitTail(b: Builder, node: Node): void {
  enter(b, node);
  const operand = simpleOperand(b, node);
  if (operand !== undefined) {
    put(b, op.RET, [operand], node.origin);
    return;
  }
  const top = b.top;
  b.context.emitBody(b, node, reserve(b), true);
  release(b, top);
}

/** The operand of an entered constant or plain local, or undefined when code is needed to get the value. */
function simpleOperand(b: Builder, node: Node): number | undefined {
  if (node.op === "const") return constant(b, node.value);
  if (node.op === "local" && node.variable.owner === b.unit && !isBoxed(node.variable)) return node.variable.register;
  return undefined;
}

/** Whether evaluating a node can run code that assigns variables. */
function isInert(node: Node): boolean {
  return node.op === "const" || node.op === "local" || node.op === "global";
}

/**
 * Emits operands in order and answers where each is: a constant, the variable's own register, or a new one.
 * A variable that a later operand could assign is copied first.
 */
export function emitOperands(b: Builder, nodes: readonly Node[]): number[] {
  return nodes.map((node, index) => {
    const stable = node.op !== "local" || !node.variable.assigned || nodes.slice(index + 1).every(isInert);
    enter(b, node);
    const operand = stable ? simpleOperand(b, node) : undefined;
    if (operand !== undefined) return operand;
    const register = reserve(b);
    b.context.emitBody(b, node, register, false);
    return register;
  });
}

/** Emits arguments into consecutive new registers and answers the first. */
export function emitArguments(b: Builder, nodes: readonly Node[]): number {
  const base = b.top;
  for (const node of nodes) emitTo(b, node, reserve(b));
  return base;
}

/** Ends a path: returns the value in `target` when in tail position. */
export function settle(b: Builder, target: number, tail: boolean): void {
  if (tail) put(b, op.RET, [target]);
}

/** Puts a constant in place as a path's value. */
export function emitConstant(b: Builder, value: Value, target: number, tail: boolean): void {
  if (tail) put(b, op.RET, [constant(b, value)]);
  else put(b, op.MOVE, [target, constant(b, value)]);
}

/** The index among this function's captured values. */
export function captureIndexOf(b: Builder, variable: Variable): number {
  return b.unit.captureIndex.get(variable) as number;
}
