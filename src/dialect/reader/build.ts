import type { Pair, Value } from "../values.ts";
import {
  NIL,
  Pair as PairValue,
  pair,
  READER_BACKQUOTE,
  READER_COMMA,
  READER_COMMA_AT,
  READER_QUOTE,
  vec,
} from "../values.ts";
import type { DatumContext } from "./datum.ts";
import { atomValue, illegal, stringValue } from "./datum.ts";
import { isDot } from "./parse.ts";
import { Places } from "./places.ts";
import { report } from "./reports.ts";
import type { SyntaxNode } from "./syntax.ts";

/** The values of a tree. */
export interface Built {
  /** The top-level forms as one list. */
  readonly forms: Value;
  readonly places: ReadonlyMap<Pair, number>;
  /** How deep lists and vectors nest; an atom is 0, a list of atoms 1. */
  readonly depth: number;
}

/** A label and what it stands for; no value yet while its own datum is being read. */
interface Label {
  value: Value | undefined;
  depth: number;
}

interface Frame {
  readonly node: SyntaxNode;
  /** Where its values begin on the value stack. */
  readonly base: number;
  next: number;
  /** Height of the value stack at the dot, or -1. */
  dot: number;
  /** Depth of the deepest element. */
  depth: number;
  readonly label: Label | undefined;
}

interface Builder {
  readonly context: DatumContext;
  /** Every cell made from the text, and where the element in its car begins. */
  readonly cells: Pair[];
  readonly cellOffsets: number[];
  labels: Map<number, Label> | undefined;
  readonly frames: Frame[];
  /** The value stack and where each value begins in the text; `top` is its height. Never shrunk, which would cost. */
  readonly values: Value[];
  readonly offsets: number[];
  top: number;
}

/** Makes the values of the top-level nodes, with the place of every list cell. No recursion; linear in the tree. */
export function build(context: DatumContext, nodes: readonly SyntaxNode[]): Built {
  const builder: Builder = {
    context,
    cells: [],
    cellOffsets: [],
    labels: undefined,
    frames: [],
    values: [],
    offsets: [],
    top: 0,
  };
  const root: SyntaxNode = { kind: "list", start: 0, end: context.source.length, children: nodes, closed: true };
  const rootFrame = enter(builder, root);
  for (let frame: Frame | undefined = rootFrame; frame !== undefined; frame = builder.frames.at(-1)) {
    const child = frame.node.children[frame.next++];
    if (child !== undefined) visit(builder, frame, child);
    else if (frame !== rootFrame) leave(builder, frame);
    else break;
  }
  const forms = listValue(builder, 0, NIL);
  return { forms, places: new Places(builder.cells, builder.cellOffsets), depth: rootFrame.depth };
}

function enter(builder: Builder, node: SyntaxNode): Frame {
  const frame = { node, base: builder.top, next: 0, dot: -1, depth: 0, label: labelOf(builder, node) };
  builder.frames.push(frame);
  return frame;
}

function push(builder: Builder, value: Value, offset: number): void {
  builder.values[builder.top] = value;
  builder.offsets[builder.top++] = offset;
}

function visit(builder: Builder, frame: Frame, node: SyntaxNode): void {
  switch (node.kind) {
    case "comment":
    case "error":
      return;
    case "string":
      push(builder, stringValue(builder.context, node), node.start);
      return;
    case "atom":
      visitAtom(builder, frame, node);
      return;
    default:
      enter(builder, node);
  }
}

function visitAtom(builder: Builder, frame: Frame, node: SyntaxNode): void {
  const { source } = builder.context;
  if (isDot(source, node.start)) {
    visitDot(builder, frame, node);
    return;
  }
  const reference = isReference(source, node);
  const value = reference ? referenced(builder, frame, node) : atomValue(builder.context, node);
  if (value !== undefined) push(builder, value, node.start);
}

function isReference(source: string, node: SyntaxNode): boolean {
  return source.charCodeAt(node.start) === 35 && source.charCodeAt(node.end - 1) === 35 && node.end - node.start > 2;
}

/** The label of a `#N=` prefix, open until its datum is read. */
function labelOf(builder: Builder, node: SyntaxNode): Label | undefined {
  const { prefix } = node;
  if (prefix === undefined || !prefix.endsWith("=")) return undefined;
  const label: Label = { value: undefined, depth: 0 };
  builder.labels ??= new Map();
  builder.labels.set(Number(prefix.slice(1, -1)), label);
  return label;
}

/** The value that `#N#` stands for. */
function referenced(builder: Builder, frame: Frame, node: SyntaxNode): Value | undefined {
  const { context, labels } = builder;
  const number = Number(context.source.slice(node.start + 1, node.end - 1));
  const label = labels?.get(number);
  if (label?.value !== undefined) {
    deepen(builder, frame, label.depth);
    return label.value;
  }
  if (label === undefined) {
    illegal(context, node.start, node.end, `#${number}# refers to a label that no #${number}= before it sets`);
    return undefined;
  }
  // A label that stands for nothing but itself is no text that can be read; one inside its own datum is a circle.
  const direct = frame.label === label;
  report(direct ? context.reports : context.late, {
    code: "E317",
    kind: direct ? "script" : "input",
    span: { start: node.start, end: node.end },
    args: { label: number },
  });
  return undefined;
}

/** An element of this depth was added; behind the dot it continues the list instead of nesting in it. */
function deepen(builder: Builder, frame: Frame, depth: number): void {
  const own = frame.dot === builder.top ? depth - 1 : depth;
  if (own > frame.depth) frame.depth = own;
}

function dotted(builder: Builder, node: SyntaxNode, what: string): void {
  report(builder.context.reports, {
    code: "E105",
    kind: "script",
    span: { start: node.start, end: node.end },
    args: { what },
  });
}

function visitDot(builder: Builder, frame: Frame, node: SyntaxNode): void {
  const topLevel = frame === builder.frames[0];
  if (frame.node.kind !== "list" || topLevel)
    dotted(
      builder,
      node,
      topLevel
        ? "a dot stands outside a list"
        : `a dot cannot stand in a ${frame.node.kind === "vector" ? "vector" : "quoted place"}`,
    );
  else if (builder.top === frame.base) dotted(builder, node, "a list begins with a dot");
  else if (frame.dot >= 0) dotted(builder, node, "a list has two dots");
  else frame.dot = builder.top;
}

/** Takes a finished list, vector or prefix off the stacks and gives its value to the frame around it. */
function leave(builder: Builder, frame: Frame): void {
  const { frames, values } = builder;
  frames.pop();
  const parent = frames.at(-1) as Frame;
  const { kind, start } = frame.node;
  let { depth } = frame;
  let value: Value | undefined;
  if (kind === "prefixed") {
    value = prefixedValue(builder, frame);
    if (frame.label === undefined) depth++;
  } else {
    value = kind === "list" ? listOf(builder, frame) : vec(values.slice(frame.base, builder.top));
    if (builder.top > frame.base) depth++;
  }
  builder.top = frame.base;
  if (frame.label !== undefined) {
    frame.label.value = value;
    frame.label.depth = depth;
  }
  if (value === undefined) return;
  deepen(builder, parent, depth);
  push(builder, value, start);
}

function listOf(builder: Builder, frame: Frame): Value {
  const { values, context } = builder;
  if (frame.dot < 0) return listValue(builder, frame.base, NIL);
  const after = builder.top - frame.dot;
  const { node } = frame;
  if (after !== 1) {
    dotted(builder, node, after === 0 ? "nothing follows the dot" : "more than one element follows the dot");
    return listValue(builder, frame.base, NIL);
  }
  const tail = values[--builder.top] as Value;
  if (tail !== NIL && !(tail instanceof PairValue)) {
    report(context.late, {
      code: "E105",
      kind: "script",
      span: { start: node.start, end: node.end },
      args: { what: "a literal cannot be a dotted pair" },
    });
  }
  return listValue(builder, frame.base, tail);
}

/** A list of the values from `base` on, each cell with its place. */
function listValue(builder: Builder, base: number, tail: Value): Value {
  let result = tail;
  for (let i = builder.top - 1; i >= base; i--)
    result = placed(builder, builder.values[i] as Value, result, builder.offsets[i] as number);
  return result;
}

/** A cell whose element begins at `offset`. */
function placed(builder: Builder, car: Value, cdr: Value, offset: number): Pair {
  const cell = pair(car, cdr);
  builder.cells.push(cell);
  builder.cellOffsets.push(offset);
  return cell;
}

function readerSymbol(prefix: string): Value {
  if (prefix === "`") return READER_BACKQUOTE;
  if (prefix === ",") return READER_COMMA;
  return prefix === ",@" ? READER_COMMA_AT : READER_QUOTE;
}

function prefixedValue(builder: Builder, frame: Frame): Value | undefined {
  const { context } = builder;
  const { start, prefix = "'" } = frame.node;
  if (builder.top === frame.base) return undefined;
  const datum = builder.values[frame.base] as Value;
  if (frame.label !== undefined) return datum;
  const inner = placed(builder, datum, NIL, builder.offsets[frame.base] as number);
  const outer = placed(builder, readerSymbol(prefix), inner, start);
  if (prefix === "#'") {
    const span = { start, end: start + 2 };
    report(context.warnings, {
      code: "W310",
      kind: "warning",
      span,
      args: { what: "#' means no more than ' here", instead: "Write ' before the name." },
      fix: { title: "Write ' instead of #'", edits: [{ span, text: "'" }] },
    });
  }
  return outer;
}
