import { invariant } from "../../base/invariant.ts";
import { listItems } from "../values.ts";
import type { Builder } from "./builder.ts";
import { newLabel, place, put, reference, release, reserve, tableIndex } from "./builder.ts";
import { emitArguments, emitOperands, emitTo, isBoxed, settle } from "./emit-base.ts";
import type { JoinEntry, Node } from "./ir.ts";
import * as op from "./opcodes.ts";

/** Emits the nodes that call something, the value into `target` or returned. */
export function emitCallNode(b: Builder, node: Node, target: number, tail: boolean): void {
  const top = b.top;
  switch (node.op) {
    case "call": {
      const index = tableIndex(b.functions, b.context.entryOf(node.definition));
      const base = emitArguments(b, node.args);
      put(b, tail ? op.TCALL : op.CALL, [target, index, base, node.args.length], node.origin);
      break;
    }
    case "tool": {
      const base = emitArguments(b, node.args);
      put(b, op.TOOL, [target, tableIndex(b.tools, node.tool), base, node.args.length], node.origin);
      settle(b, target, tail);
      break;
    }
    case "funcall":
    case "apply":
      emitIndirect(b, node, target, tail);
      break;
    case "mapcar":
      emitMapcar(b, node, target);
      settle(b, target, tail);
      break;
    case "parallel":
      emitParallel(b, node, target);
      settle(b, target, tail);
      break;
    case "parallel-map":
      emitParallelMap(b, node, target);
      settle(b, target, tail);
      break;
    default:
      invariant(node.op === "macro", "every node has an emitter");
      emitMacro(b, node, target, tail);
  }
  release(b, top);
}

function emitIndirect(b: Builder, node: Node & { op: "funcall" | "apply" }, target: number, tail: boolean): void {
  const callable = reserve(b);
  emitTo(b, node.callable, callable);
  put(b, op.CHECKFN, [callable], node.callable.origin);
  const base = emitArguments(b, node.args);
  const [plain, last] = node.op === "funcall" ? [op.CALLV, op.TCALLV] : [op.APPLY, op.TAPPLY];
  put(b, tail ? last : plain, [target, callable, base, node.args.length], node.origin);
  // Reached when a primitive or a tool was called: its value is in the target, not returned yet.
  settle(b, target, tail);
}

function emitMapcar(b: Builder, node: Node & { op: "mapcar" }, target: number): void {
  const callable = reserve(b);
  emitTo(b, node.callable, callable);
  put(b, op.CHECKFN, [callable], node.callable.origin);
  const [list] = emitOperands(b, [node.list]);
  const results = reserve(b);
  const rest = reserve(b);
  put(b, op.MAPBEGIN, [results, rest, list as number, 0], node.origin);
  const next = newLabel();
  const end = newLabel();
  place(b, next);
  const item = reserve(b);
  put(b, op.MAPNEXT, [rest, item, reference(b, end, 2)]);
  put(b, op.CALLV, [item, callable, item, 1], node.origin);
  put(b, op.MAPADD, [results, item]);
  put(b, op.JMP, [reference(b, next, 0)]);
  place(b, end);
  put(b, op.MAPEND, [target, results], node.origin);
}

function emitParallel(b: Builder, node: Node & { op: "parallel" }, target: number): void {
  const calls = reserve(b);
  put(b, op.JOINBEGIN, [calls, 0]);
  for (const entry of node.entries) emitJoinEntry(b, entry, calls);
  put(b, op.JOINEND, [target, calls], node.origin);
}

/** One call of a join: its arguments, then the call among those gathered. */
function emitJoinEntry(b: Builder, entry: JoinEntry, calls: number): void {
  const { tool, args, origin } = entry;
  const base = emitArguments(b, args);
  b.joins.push({ tool, origin });
  put(b, op.JOINADD, [calls, b.joins.length - 1, base, args.length], origin);
  release(b, base);
}

function emitParallelMap(b: Builder, node: Node & { op: "parallel-map" }, target: number): void {
  const { variable, entry } = node;
  const calls = reserve(b);
  const rest = reserve(b);
  // The list is an argument, too: no call in it.
  put(b, op.JOINBEGIN, [calls, 1]);
  const top = b.top;
  const [list] = emitOperands(b, [node.list]);
  put(b, op.MAPBEGIN, [calls, rest, list as number, 1], node.origin);
  release(b, top);
  const next = newLabel();
  const end = newLabel();
  place(b, next);
  variable.register = reserve(b);
  put(b, op.MAPNEXT, [rest, variable.register, reference(b, end, 2)]);
  if (isBoxed(variable)) put(b, op.BOX, [variable.register]);
  emitJoinEntry(b, entry, calls);
  put(b, op.JMP, [reference(b, next, 0)]);
  place(b, end);
  put(b, op.JOINEND, [target, calls], node.origin);
}

function emitMacro(b: Builder, node: Node & { op: "macro" }, target: number, tail: boolean): void {
  const { definition, scope, unit, origin } = node;
  // The macro's body and its expansion run in windows above everything this frame still needs.
  const base = b.top;
  b.frameSize = Math.max(b.frameSize, base + 1);
  b.macros.push({
    entry: b.context.entryOf(definition),
    args: listItems(node.args) ?? [],
    scope,
    unit,
    origin,
    base,
    target,
    tail,
  });
  put(b, op.MACRO, [b.macros.length - 1], origin);
}
