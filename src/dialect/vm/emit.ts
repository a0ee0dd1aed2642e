import { NIL } from "../values.ts";
import type { Builder, EmitContext, Label } from "./builder.ts";
import {
  createBuilder,
  faultIndex,
  finish,
  newLabel,
  place,
  put,
  reference,
  release,
  reserve,
  tableIndex,
} from "./builder.ts";
import { captureIndexOf, emitConstant, emitTail, emitTo, enter, isBoxed, settle } from "./emit-base.ts";
import { emitCallNode } from "./emit-calls.ts";
import { emitPrimitive } from "./emit-primitives.ts";
import { emitTest } from "./emit-tests.ts";
import type { FunctionNode, Node, Variable } from "./ir.ts";
import { Box } from "./ir.ts";
import * as op from "./opcodes.ts";
import type { Proto } from "./proto.ts";

/** Emits a function. Recursion follows the nesting of the source, which `max-depth` bounds. */
export function emitFunction(context: EmitContext, fn: FunctionNode): Proto {
  const b = createBuilder(context, fn.unit);
  for (const variable of fn.variables) variable.register = reserve(b);
  for (const variable of fn.variables) if (isBoxed(variable)) put(b, op.BOX, [variable.register]);
  emitTail(b, fn.body);
  return finish(b, fn);
}

/** Emits a node for its effects. */
export function emitEffect(b: Builder, node: Node): void {
  switch (node.op) {
    case "const":
    case "local":
    case "global":
      enter(b, node);
      return;
    case "setq":
      enter(b, node);
      emitAssignment(b, node);
      return;
    case "progn":
      enter(b, node);
      for (const each of node.nodes) emitEffect(b, each);
      return;
    case "while":
      enter(b, node);
      emitWhile(b, node);
      return;
    default: {
      const top = b.top;
      emitTo(b, node, reserve(b));
      release(b, top);
    }
  }
}

/** Emits an entered node: its value into `target`, or returned in tail position. */
export function emitBody(b: Builder, node: Node, target: number, tail: boolean): void {
  switch (node.op) {
    case "const":
      emitConstant(b, node.value, target, tail);
      return;
    case "local":
      emitLocal(b, node.variable, target);
      settle(b, target, tail);
      return;
    case "global":
      put(b, op.GETGLOBAL, [target, tableIndex(b.globals, node.box)]);
      settle(b, target, tail);
      return;
    case "fail":
      for (const before of node.before) emitEffect(b, before);
      put(b, op.FAIL, [faultIndex(b, node.fault)], node.origin);
      return;
    case "primitive":
      emitPrimitive(b, node, target);
      settle(b, target, tail);
      return;
    case "lambda":
      emitLambda(b, node, target);
      settle(b, target, tail);
      return;
    case "setq":
      emitAssignment(b, node, target);
      settle(b, target, tail);
      return;
    case "while":
      emitWhile(b, node);
      emitConstant(b, NIL, target, tail);
      return;
    default:
      emitBranching(b, node, target, tail);
  }
}

function emitBranching(b: Builder, node: Node, target: number, tail: boolean): void {
  switch (node.op) {
    case "progn":
      emitSequence(b, node.nodes, target, tail);
      return;
    case "if":
      emitIf(b, node, target, tail);
      return;
    case "cond":
      emitCond(b, node, target, tail);
      return;
    case "and":
      emitAnd(b, node.nodes, target, tail);
      return;
    case "or":
      emitOr(b, node.nodes, target, tail);
      return;
    case "let":
      emitLet(b, node, target, tail);
      return;
    default:
      emitCallNode(b, node, target, tail);
  }
}

function emitPath(b: Builder, node: Node, target: number, tail: boolean): void {
  if (tail) emitTail(b, node);
  else emitTo(b, node, target);
}

function emitLocal(b: Builder, variable: Variable, target: number): void {
  if (variable.owner === b.unit) {
    put(b, isBoxed(variable) ? op.GETBOX : op.MOVE, [target, variable.register]);
    return;
  }
  put(b, isBoxed(variable) ? op.GETCAPBOX : op.GETCAP, [target, captureIndexOf(b, variable)]);
}

function emitSequence(b: Builder, nodes: readonly Node[], target: number, tail: boolean): void {
  const last = nodes.at(-1);
  if (last === undefined) {
    emitConstant(b, NIL, target, tail);
    return;
  }
  for (const node of nodes.slice(0, -1)) emitEffect(b, node);
  emitPath(b, last, target, tail);
}

function emitIf(b: Builder, node: Node & { op: "if" }, target: number, tail: boolean): void {
  const otherwise = newLabel();
  const end = newLabel();
  emitTest(b, node.test, otherwise, false);
  emitPath(b, node.then, target, tail);
  if (!tail) put(b, op.JMP, [reference(b, end, 0)]);
  place(b, otherwise);
  emitPath(b, node.otherwise, target, tail);
  place(b, end);
}

function emitCond(b: Builder, node: Node & { op: "cond" }, target: number, tail: boolean): void {
  const end = newLabel();
  for (const { test, body } of node.clauses) {
    const next = newLabel();
    if (body === undefined) emitDeciding(b, test, { next, end, target, tail });
    else {
      emitTest(b, test, next, false);
      emitPath(b, body, target, tail);
      if (!tail) put(b, op.JMP, [reference(b, end, 0)]);
    }
    place(b, next);
  }
  emitConstant(b, NIL, target, tail);
  place(b, end);
}

/** A test whose own value is the answer when it is true. */
function emitDeciding(b: Builder, test: Node, to: { next: Label; end: Label; target: number; tail: boolean }): void {
  const top = b.top;
  const value = reserve(b);
  emitTo(b, test, value);
  put(b, op.JF, [value, reference(b, to.next, 1)]);
  if (to.tail) put(b, op.RET, [value]);
  else {
    put(b, op.MOVE, [to.target, value]);
    put(b, op.JMP, [reference(b, to.end, 0)]);
  }
  release(b, top);
}

function emitAnd(b: Builder, nodes: readonly Node[], target: number, tail: boolean): void {
  const fail = newLabel();
  const end = newLabel();
  for (const node of nodes.slice(0, -1)) emitTest(b, node, fail, false);
  emitPath(b, nodes.at(-1) as Node, target, tail);
  if (nodes.length === 1) return;
  if (!tail) put(b, op.JMP, [reference(b, end, 0)]);
  place(b, fail);
  emitConstant(b, NIL, target, tail);
  place(b, end);
}

function emitOr(b: Builder, nodes: readonly Node[], target: number, tail: boolean): void {
  const end = newLabel();
  for (const node of nodes.slice(0, -1)) {
    const next = newLabel();
    emitDeciding(b, node, { next, end, target, tail });
    place(b, next);
  }
  emitPath(b, nodes.at(-1) as Node, target, tail);
  place(b, end);
}

function emitLet(b: Builder, node: Node & { op: "let" }, target: number, tail: boolean): void {
  const top = b.top;
  const box = (variable: Variable): void => {
    if (isBoxed(variable)) put(b, op.BOX, [variable.register]);
  };
  node.values.forEach((value, index) => {
    const variable = node.variables[index] as Variable;
    variable.register = reserve(b);
    emitTo(b, value, variable.register);
    if (node.sequential) box(variable);
  });
  if (!node.sequential) node.variables.forEach(box);
  emitPath(b, node.body, target, tail);
  release(b, top);
}

/** Nodes that write their target once and last, so that it may be a variable they read. */
const WRITES_LAST: ReadonlySet<Node["op"]> = new Set([
  "const",
  "primitive",
  "call",
  "tool",
  "funcall",
  "local",
  "global",
  "apply",
]);

/** Assigns; the value also goes to `target` when one is given. */
function emitAssignment(b: Builder, node: Node & { op: "setq" }, target?: number): void {
  const variable = node.target;
  const top = b.top;
  const plain = !(variable instanceof Box) && variable.owner === b.unit && !isBoxed(variable);
  const value = plain && WRITES_LAST.has(node.value.op) ? variable.register : reserve(b);
  emitTo(b, node.value, value);
  if (variable instanceof Box) put(b, op.SETGLOBAL, [tableIndex(b.globals, variable), value]);
  else if (variable.owner !== b.unit) put(b, op.SETCAPBOX, [captureIndexOf(b, variable), value]);
  else if (isBoxed(variable)) put(b, op.SETBOX, [variable.register, value]);
  else if (value !== variable.register) put(b, op.MOVE, [variable.register, value]);
  if (target !== undefined && target !== value) put(b, op.MOVE, [target, value]);
  release(b, top);
}

function emitWhile(b: Builder, node: Node & { op: "while" }): void {
  const test = newLabel();
  const body = newLabel();
  const end = newLabel();
  put(b, op.JMP, [reference(b, test, 0)], node.origin);
  place(b, body);
  emitEffect(b, node.body);
  place(b, test);
  emitTest(b, node.test, body, true);
  place(b, end);
}

function emitLambda(b: Builder, node: Node & { op: "lambda" }, target: number): void {
  const { fn, params, body, bare } = node;
  const proto = emitFunction(b.context, fn);
  const sources = fn.unit.captures.map((variable) =>
    variable.owner === b.unit ? variable.register : -1 - captureIndexOf(b, variable),
  );
  b.closures.push({ proto, sources, params, body, bare });
  put(b, op.CLOSURE, [target, b.closures.length - 1], node.origin);
}
