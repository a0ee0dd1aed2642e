/** Where the lines of a text begin; made once per text by whoever needs positions. Lines end at LF. */
export interface LineTable {
  readonly source: string;
  /** UTF-16 offsets of the line beginnings, ascending; the first is 0. */
  readonly starts: readonly number[];
}

/** A place as people count: both from 1, `column` in characters. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The line beginnings of `source`. Linear. */
export function lineTable(source: string): LineTable {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return { source, starts };
}

/** Index of the line that holds `offset`, from 0. Logarithmic. */
export function lineIndex(table: LineTable, offset: number): number {
  let low = 0;
  let high = table.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((table.starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The position of a UTF-16 offset; offsets past the end count as the end. Linear in the length of the line. */
export function positionIn(table: LineTable, offset: number): Position {
  const bounded = Math.max(0, Math.min(offset, table.source.length));
  const index = lineIndex(table, bounded);
  return { line: index + 1, column: 1 + charactersBetween(table.source, table.starts[index] as number, bounded) };
}

/** Characters of `text` that begin between two offsets; half of a surrogate pair counts as one. */
export function charactersBetween(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    count++;
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && i + 1 < end && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) i++;
  }
  return count;
}
