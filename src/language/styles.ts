import type { IndentRule } from "./indent-rules.ts";
import { DISTINGUISHED_INDENT } from "./indent-rules.ts";
import type { Piece } from "./piece.ts";
import { headOf, isKeyword } from "./piece.ts";
import type { Unit } from "./units.ts";
import { isSimple, keyWidth, startOf } from "./units.ts";
import type { Writer } from "./writer.ts";

/** Where a unit goes: on the current line if no comment forbids it, or on a line of its own at `indent`. */
export interface Spot {
  readonly sameLine: boolean;
  readonly indent: number;
}

/** How one list is broken: where each of its units goes. Asked when everything before the unit is written. */
export type Style = (index: number, unit: Unit, isLast: boolean) => Spot;

/** The place of a list: the column of its bracket, and the closing brackets that follow its own. */
export interface Frame {
  readonly open: number;
  readonly writer: Writer;
  readonly tail: number;
}

/** Plain words and numbers that a call has under one another at most; more of them share lines. */
const MAX_STACKED_WORDS = 8;

/** Whether a flat piece fits at a column, with `tail` closing brackets behind it. */
export function fits(piece: Piece, column: number, { writer, tail }: Pick<Frame, "writer" | "tail">): boolean {
  if (!piece.multiline) return column + piece.first + tail <= writer.width;
  return column + piece.first <= writer.width && piece.last + tail <= writer.width;
}

/** The style that a list is broken in. */
export function styleOf(piece: Piece, units: readonly Unit[], frame: Frame): Style {
  if (piece.rule !== undefined) return bodyStyle(piece.rule, frame);
  const head = headOf(piece);
  const isCall = piece.kind === "list" && (piece.role === "code" || piece.role === "binding");
  if (isCall && head !== undefined && !isKeyword(head)) return callStyle(head, units, frame);
  const fills = piece.role !== "bindings" && piece.role !== "clause" && units.every(isSimple);
  return fills ? fillStyle(frame) : columnStyle(frame);
}

/** A form with a body: distinguished parts beside the operator, the body below, a little further in. */
function bodyStyle(rule: IndentRule, { open, writer }: Frame): Style {
  return (index, unit) => {
    if (index === 0) return { sameLine: true, indent: open + 1 };
    if (index > rule.distinguished) {
      const first = index === rule.distinguished + 1;
      return { sameLine: false, indent: open + (first ? (rule.firstBody ?? rule.body) : rule.body) };
    }
    const indent = open + DISTINGUISHED_INDENT;
    const beside = writer.column() + 1;
    return { sameLine: beside + unit.value.narrow <= writer.width || beside <= indent, indent };
  };
}

/**
 * A call: arguments under the first one, or under the operator where they only fit there or where the author began a
 * line after the operator. Many plain words share lines.
 */
function callStyle(head: Piece, units: readonly Unit[], frame: Frame): Style {
  const under = frame.open + 1;
  const beside = under + head.first + 1;
  const args = units.slice(1);
  const allFit = (column: number) =>
    args.every(({ value }, i) => {
      const tail = i === args.length - 1 ? frame.tail + 1 : 0;
      return value.flat && fits(value, column + keyWidth(args[i] as Unit), { writer: frame.writer, tail });
    });
  const narrow = args.reduce((most, { key, value }) => Math.max(most, key?.first ?? 0, value.narrow), 0);
  const hasRoom = beside + narrow + frame.tail < frame.writer.width;
  const authorBroke = args[0] !== undefined && startOf(args[0]).breaks > 0;
  const aligned = !authorBroke && (allFit(beside) || (!allFit(under) && hasRoom));
  const column = aligned ? beside : under;
  const shares = args.length > MAX_STACKED_WORDS && args.every((unit) => unit.key === undefined && isSimple(unit));
  const fill = shares ? fillStyle({ ...frame, open: column - 1 }) : undefined;
  return (index, unit, isLast) => {
    if (index === 0) return { sameLine: true, indent: under };
    if (index === 1) return { sameLine: aligned, indent: column };
    return fill === undefined ? { sameLine: false, indent: column } : fill(index, unit, isLast);
  };
}

/** Short things, as many on a line as fit. */
function fillStyle({ open, writer, tail }: Frame): Style {
  return (index, unit, isLast) => {
    const end = writer.column() + 1 + keyWidth(unit) + unit.value.first + (isLast ? tail + 1 : 0);
    return { sameLine: index === 0 || end <= writer.width, indent: open + 1 };
  };
}

/** One thing a line, under the first. */
function columnStyle({ open }: Frame): Style {
  return (index) => ({ sameLine: index === 0, indent: open + 1 });
}
