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
import type { Reports } from "./reports.ts";
import { report } from "./reports.ts";
import type { SyntaxNode } from "./syntax.ts";

/** The values of a tree. */
export interface Built {
  /** The top-level forms as one list. */
  readonly forms: Value;
  readonly places: ReadonlyMap<Pair, number>;
  /** How deep lists and vectors nest; an atom is 0, a list of atoms 1. */
  readonly depth: number;
  /** Where the first list begins that is nested deeper than allowed, or -1. */
  readonly tooDeep: number;
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
  /** Height of the value stack at the dot, or -1; and where the dot stands in the text. */
  dot: number;
  dotAt: number;
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
  /** Where the first list begins that is nested deeper than allowed, or -1. */
  tooDeep: number;
  /** Whether the text was already called JSON. */
  warned: boolean;
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
    tooDeep: -1,
    warned: false,
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
  return {
    forms,
    places: new Places(builder.cells, builder.cellOffsets),
    depth: rootFrame.depth,
    tooDeep: builder.tooDeep,
  };
}

function enter(builder: Builder, node: SyntaxNode): Frame {
  const frame = { node, base: builder.top, next: 0, dot: -1, dotAt: -1, depth: 0, label: labelOf(builder, node) };
  builder.frames.push(frame);
  if (builder.frames.length > builder.context.limits["max-depth"] && builder.tooDeep < 0) builder.tooDeep = node.start;
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
  if (source.charCodeAt(node.start) === 123 && frame.node.children[frame.next]?.kind === "string") {
    warnOfJson(builder, node.start, "{ is a symbol here, not the beginning of an object");
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
  if (prefix?.endsWith("=") !== true) return undefined;
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

/** Reports a dot (E105). */
function dotted(reports: Reports, at: number, what: string): void {
  report(reports, { code: "E105", kind: "script", span: { start: at, end: at + 1 }, args: { what } });
}

function visitDot(builder: Builder, frame: Frame, node: SyntaxNode): void {
  const what = dotProblem(builder, frame);
  if (what !== undefined) {
    dotted(builder.context.reports, node.start, what);
    return;
  }
  frame.dot = builder.top;
  frame.dotAt = node.start;
}

/** Why no dot can stand here, or undefined when one can. */
function dotProblem(builder: Builder, frame: Frame): string | undefined {
  if (frame === builder.frames[0]) return "a dot stands outside a list";
  if (frame.node.kind === "vector") return "a dot cannot stand in a vector";
  if (frame.node.kind !== "list") return `a dot cannot follow ${frame.node.prefix ?? ""}`;
  if (builder.top === frame.base) return "a list begins with a dot";
  return frame.dot >= 0 ? "a list has two dots" : undefined;
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
  if (after !== 1) {
    dotted(
      context.reports,
      frame.dotAt,
      after === 0 ? "nothing follows the dot" : "more than one element follows the dot",
    );
    return listValue(builder, frame.base, NIL);
  }
  const tail = values[--builder.top] as Value;
  if (tail !== NIL && !(tail instanceof PairValue)) {
    dotted(context.late, frame.dotAt, "a literal cannot be a dotted pair");
  }
  return listValue(builder, frame.base, tail);
}

/** A list of the values from `base` on, each cell with its place. */
function listValue(builder: Builder, base: number, tail: Value): Value {
  let result = tail;
  for (let i = builder.top - 1; i >= base; i--) {
    result = placed(builder, builder.values[i] as Value, result, builder.offsets[i] as number);
  }
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
  if (prefix === "," && builder.frames.at(-1)?.node.kind === "vector") {
    warnOfJson(builder, start, "a comma begins an unquoted form here, it does not separate elements");
  }
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

/** Warns once per text of data that looks like JSON (W320): `[1, 2]`, `{"key": 1}`. It is read as it stands. */
function warnOfJson(builder: Builder, start: number, what: string): void {
  if (builder.warned) return;
  builder.warned = true;
  const span = { start, end: start + 1 };
  report(builder.context.warnings, { code: "W320", kind: "warning", span, args: { what } });
}
