import { NIL } from "../values.ts";
import type { Builder, Label } from "./builder.ts";
import { newLabel, place, put, reference, release, tableIndex } from "./builder.ts";
import { emitOperands, enter } from "./emit-base.ts";
import { emitRegisters, fits, isImmediate, type PrimitiveNode } from "./emit-primitives.ts";
import type { Node } from "./ir.ts";
import * as op from "./opcodes.ts";

/** Two-operand comparisons that jump by themselves: register form, and one with a small integer on the right. */
const COMPARISONS: Readonly<Record<string, readonly [number, number]>> = {
  "<": [op.JLT, op.JLTI],
  "<=": [op.JLE, op.JLEI],
  ">": [op.JGT, op.JGTI],
  ">=": [op.JGE, op.JGEI],
  "=": [op.JEQ, op.JEQI],
};

/** Emits a test: jumps to `label` when the truth of the value is `sense`, otherwise goes on. */
export function emitTest(b: Builder, node: Node, label: Label, sense: boolean): void {
  const top = b.top;
  switch (node.op) {
    case "const":
      enter(b, node);
      if ((node.value !== NIL) === sense) put(b, op.JMP, [reference(b, label, 0)], node.origin);
      break;
    case "and":
    case "or":
      emitJunction(b, node, label, sense);
      break;
    case "primitive":
      if (b.context.fast && fits(node) && emitComparison(b, node, label, sense)) break;
      emitPlain(b, node, label, sense);
      break;
    default:
      emitPlain(b, node, label, sense);
  }
  release(b, top);
}

function emitPlain(b: Builder, node: Node, label: Label, sense: boolean): void {
  const [operand] = emitOperands(b, [node]);
  put(b, sense ? op.JT : op.JF, [operand as number, reference(b, label, 1)], node.origin);
}

/** `and` jumps away at the first nil, `or` at the first true value; the last operand decides the rest. */
function emitJunction(b: Builder, node: Node & { op: "and" | "or" }, label: Label, sense: boolean): void {
  enter(b, node);
  const deciding = node.op === "or";
  const last = node.nodes.at(-1) as Node;
  const skip = newLabel();
  for (const each of node.nodes.slice(0, -1)) emitTest(b, each, sense === deciding ? label : skip, deciding);
  emitTest(b, last, label, sense);
  place(b, skip);
}

function emitComparison(b: Builder, node: PrimitiveNode, label: Label, sense: boolean): boolean {
  const { name } = node.primitive;
  const index = tableIndex(b.primitives, node.primitive);
  if (name === "null" || name === "not") {
    enter(b, node);
    const [operand] = emitOperands(b, node.args);
    put(b, op.JNULL, [operand as number, reference(b, label, 1), sense ? 1 : 0, index], node.origin);
    return true;
  }
  const comparison = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
  if (comparison === undefined || node.args.length !== 2) return false;
  enter(b, node);
  const right = node.args[1] as Node;
  const packed = index * 2 + (sense ? 1 : 0);
  if (right.op === "const" && isImmediate(right.value)) {
    const [left] = emitRegisters(b, [node.args[0] as Node]);
    b.pending += right.steps;
    put(b, comparison[1], [left as number, right.value, reference(b, label, 2), packed], node.origin);
  } else {
    const [left, other] = emitRegisters(b, node.args);
    put(b, comparison[0], [left as number, other as number, reference(b, label, 2), packed], node.origin);
  }
  return true;
}
