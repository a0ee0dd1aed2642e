import type { Piece } from "./piece.ts";
import { headOf, isKeyword } from "./piece.ts";

/** What stands together on a line: one element, or a keyword and its value. */
export interface Unit {
  readonly key: Piece | undefined;
  readonly value: Piece;
}

/** An entry of a list in order: a comment or a unit. */
export type Entry = { readonly comment: Piece } | { readonly unit: Unit };

/**
 * Groups the children of a list: in arguments and plists a keyword takes what follows it along, in setq a name does.
 * Where every element has its own place there are no groups.
 */
export function entriesOf(piece: Piece): Entry[] {
  const entries: Entry[] = [];
  const isKey = keysOf(piece);
  for (let i = 0; i < piece.children.length; i++) {
    const child = piece.children[i] as Piece;
    const next = piece.children[i + 1];
    if (child.kind === "comment") entries.push({ comment: child });
    else if (next !== undefined && next.kind !== "comment" && isKey(child, entries.length)) {
      entries.push({ unit: { key: child, value: next } });
      i++;
    } else entries.push({ unit: { key: undefined, value: child } });
  }
  return entries;
}

/** Which children of a list take the next one along; `before` is how many entries stand before the child. */
function keysOf(piece: Piece): (child: Piece, before: number) => boolean {
  const head = piece.role === "code" ? headOf(piece)?.text : undefined;
  if (piece.rule !== undefined || head === "cond" || piece.role === "bindings" || piece.role === "clause")
    return () => false;
  if (head === "setq") return (child, before) => child.kind === "leaf" && before > 0;
  return isKeyword;
}

/** The piece a unit begins with. */
export function startOf(unit: Unit): Piece {
  return unit.key ?? unit.value;
}

/** Whether a unit may share a line with its neighbours: a word, number or one-line string, quoted or not. */
export function isSimple({ value }: Unit): boolean {
  let datum = value;
  while (datum.kind === "prefixed" && datum.children.length === 1) datum = datum.children[0] as Piece;
  return datum.kind === "leaf" && !datum.multiline;
}

/** Columns before a unit's value. */
export function keyWidth(unit: Unit): number {
  return unit.key === undefined ? 0 : unit.key.first + 1;
}
