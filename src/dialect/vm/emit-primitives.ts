import { arityFault } from "../arity.ts";
import type { Builder } from "./builder.ts";
import { faultIndex, put, release, tableIndex } from "./builder.ts";
import { emitArguments, emitOperands } from "./emit-base.ts";
import type { Node } from "./ir.ts";
import * as op from "./opcodes.ts";

/** The node of a primitive's application. */
export type PrimitiveNode = Node & { op: "primitive" };

/** Two-operand arithmetic with a fast path: register form, and a form with a small integer on the right. */
const ARITHMETIC: Readonly<Record<string, readonly [number, number]>> = {
  "+": [op.ADD, op.ADDI],
  "-": [op.SUB, op.SUBI],
  "*": [op.MUL, op.MULI],
  "%": [op.REM, op.REMI],
};

/** Whether a value can be an instruction's own operand. */
export function isImmediate(value: unknown): value is number {
  return typeof value === "number" && value >= -1_000_000_000 && value <= 1_000_000_000;
}

/** Whether the application has a number of arguments that the primitive takes. */
export function fits(node: PrimitiveNode): boolean {
  const { min, max } = node.primitive;
  return node.args.length >= min && node.args.length <= max;
}

/** Emits the application of a primitive, its value into `target`. */
export function emitPrimitive(b: Builder, node: PrimitiveNode, target: number): void {
  const top = b.top;
  const { primitive, args } = node;
  if (!fits(node)) {
    emitArguments(b, args);
    const signature = { name: primitive.name, min: primitive.min, max: primitive.max, signature: primitive.signature };
    put(b, op.FAIL, [faultIndex(b, arityFault(signature, args.length))], node.origin);
  } else if (!b.context.fast || !emitFast(b, node, target)) emitGeneral(b, node, target);
  release(b, top);
}

function emitFast(b: Builder, node: PrimitiveNode, target: number): boolean {
  const { name } = node.primitive;
  const index = tableIndex(b.primitives, node.primitive);
  const arithmetic = Object.hasOwn(ARITHMETIC, name) ? ARITHMETIC[name] : undefined;
  if (arithmetic !== undefined && node.args.length === 2) {
    const right = node.args[1] as Node;
    if (right.op === "const" && isImmediate(right.value)) {
      const [left] = emitRegisters(b, [node.args[0] as Node]);
      b.pending += right.steps;
      put(b, arithmetic[1], [target, left as number, right.value, index], node.origin);
    } else {
      const [left, other] = emitRegisters(b, node.args);
      put(b, arithmetic[0], [target, left as number, other as number, index], node.origin);
    }
    return true;
  }
  if (name === "car" || name === "cdr") {
    const [operand] = emitOperands(b, node.args);
    put(b, name === "car" ? op.CAR : op.CDR, [target, operand as number, 0, index], node.origin);
    return true;
  }
  if (name === "cons") {
    const [car, cdr] = emitOperands(b, node.args);
    put(b, op.CONS, [target, car as number, cdr as number, index], node.origin);
    return true;
  }
  return false;
}

/** Emits operands and moves constants among them into registers. */
export function emitRegisters(b: Builder, nodes: readonly Node[]): number[] {
  return emitOperands(b, nodes).map((operand) => {
    if (operand >= 0) return operand;
    const register = b.top++;
    if (b.top > b.frameSize) b.frameSize = b.top;
    put(b, op.MOVE, [register, operand]);
    return register;
  });
}

function emitGeneral(b: Builder, node: PrimitiveNode, target: number): void {
  const index = tableIndex(b.primitives, node.primitive);
  const count = node.args.length;
  if (node.primitive.fixed !== undefined && count === 1) {
    const [operand] = emitOperands(b, node.args);
    put(b, op.PRIM1, [target, index, operand as number], node.origin);
  } else if (node.primitive.fixed !== undefined && count === 2) {
    const [left, right] = emitOperands(b, node.args);
    put(b, op.PRIM2, [target, index, left as number, right as number], node.origin);
  } else {
    const base = emitArguments(b, node.args);
    put(b, op.PRIMN, [target, index, base, count], node.origin);
  }
}
