import type { Piece } from "./piece.ts";
import { fits, styleOf } from "./styles.ts";
import type { Unit } from "./units.ts";
import { entriesOf, startOf } from "./units.ts";
import type { Writer } from "./writer.ts";

/**
 * Writes a piece at the writer's column. `tail` is how many closing brackets will follow on its last line. Calls
 * itself for each level of nesting: callers bound the depth.
 */
export function layOut(piece: Piece, writer: Writer, tail: number): void {
  if (piece.flat && fits(piece, writer.column(), { writer, tail })) writeFlat(piece, writer);
  else if (piece.kind === "list" || piece.kind === "vector") layOutList(piece, writer, tail);
  else if (piece.kind === "prefixed") layOutPrefixed(piece, writer, tail);
  else writer.write(piece.text);
}

/** Writes a piece and everything in it on one line. */
function writeFlat(piece: Piece, writer: Writer): void {
  writer.write(piece.text);
  piece.children.forEach((child, i) => {
    if (i > 0) writer.write(" ");
    writeFlat(child, writer);
  });
  if (piece.kind === "list" || piece.kind === "vector") writer.write(closerOf(piece));
}

function closerOf(piece: Piece): string {
  return piece.kind === "list" ? ")" : "]";
}

function layOutPrefixed(piece: Piece, writer: Writer, tail: number): void {
  writer.write(piece.text);
  const indent = writer.column();
  piece.children.forEach((child, i) => {
    if (child.kind === "comment") return writeComment(child, writer, { indent, blank: i > 0 });
    if (i > 0) writer.newline(indent, 0);
    return layOut(child, writer, tail);
  });
}

function layOutList(piece: Piece, writer: Writer, tail: number): void {
  const open = writer.column();
  writer.write(piece.text);
  const entries = entriesOf(piece);
  const units = entries.flatMap((entry) => ("unit" in entry ? [entry.unit] : []));
  const style = styleOf(piece, units, { open, writer, tail });
  let index = 0;
  let indent = open + 1;
  let afterComment = false;
  for (const [position, entry] of entries.entries()) {
    const unit = "unit" in entry ? entry.unit : units[index];
    const isLast = index === units.length - 1;
    const spot = unit === undefined ? { sameLine: false, indent } : style(index, unit, isLast);
    indent = spot.indent;
    if ("comment" in entry) {
      writeComment(entry.comment, writer, { indent, blank: position > 0 });
      afterComment = true;
      continue;
    }
    if (afterComment || !spot.sameLine) writer.newline(indent, startOf(entry.unit).breaks > 1 ? 1 : 0);
    else if (position > 0) writer.write(" ");
    layOutUnit(entry.unit, writer, isLast && position === entries.length - 1 ? tail + 1 : 0);
    afterComment = false;
    index++;
  }
  if (afterComment) writer.newline(indent, 0);
  writer.write(closerOf(piece));
}

/** A comment at the end of the line that it was at the end of, or on its own line. */
function writeComment(comment: Piece, writer: Writer, at: { readonly indent: number; readonly blank: boolean }): void {
  if (comment.breaks > 0) writer.newline(at.indent, at.blank && comment.breaks > 1 ? 1 : 0);
  else if (at.blank) writer.write(" ");
  writer.write(comment.text);
}

function layOutUnit(unit: Unit, writer: Writer, tail: number): void {
  if (unit.key === undefined) return layOut(unit.value, writer, tail);
  const start = writer.column();
  writer.write(unit.key.text);
  const beside = writer.column() + 1;
  const room = { writer, tail };
  const flat = unit.value.flat && fits(unit.value, beside, room);
  if (!flat && (unit.value.breaks > 0 || beside + unit.value.narrow + tail > writer.width)) writer.newline(start, 0);
  else writer.write(" ");
  return layOut(unit.value, writer, tail);
}
