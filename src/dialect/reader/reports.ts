import type { Diagnostic } from "../diagnostics.ts";
import type { LineTable, Position } from "../line-table.ts";
import { lineTable, positionIn } from "../line-table.ts";

/** Diagnostics one read makes at most; what is wrong further on is left for the next read. */
export const MAX_DIAGNOSTICS = 100;

/** What is wrong with one text so far, and its line table, made when the first position is asked for. */
export interface Reports {
  readonly source: string;
  readonly list: Diagnostic[];
  lines: LineTable | undefined;
}

/** No reports yet about `source`. */
export function createReports(source: string): Reports {
  return { source, list: [], lines: undefined };
}

/** Adds a diagnostic unless there are enough already. */
export function report(reports: Reports, diagnostic: Diagnostic): void {
  if (reports.list.length < MAX_DIAGNOSTICS) reports.list.push(diagnostic);
}

/** Line and column of an offset. */
export function place(reports: Reports, offset: number): Position {
  reports.lines ??= lineTable(reports.source);
  return positionIn(reports.lines, offset);
}

/** The text from `start` to `end` in one line, cut to `width` UTF-16 units with an ellipsis. */
export function snippet(source: string, start: number, end: number, width = 24): string {
  const line = source.indexOf("\n", start);
  const stop = Math.min(end, line < 0 ? end : line, source.length);
  if (stop - start <= width) return source.slice(start, stop).trimEnd() + (stop < end ? " …" : "");
  // A cut must not leave half of a surrogate pair behind.
  const cut = (source.charCodeAt(start + width - 1) & 0xfc00) === 0xd800 ? start + width - 1 : start + width;
  return `${source.slice(start, cut)}…`;
}
