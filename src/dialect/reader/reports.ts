import type { Diagnostic } from "../diagnostics.ts";
import type { LineTable, Position } from "../line-table.ts";
import { lineTable, positionIn } from "../line-table.ts";
import { loneSurrogate } from "./characters.ts";

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
  if (hasRoom(reports)) reports.list.push(diagnostic);
}

/** Line and column of an offset. */
export function place(reports: Reports, offset: number): Position {
  reports.lines ??= lineTable(reports.source);
  return positionIn(reports.lines, offset);
}

/** Whether another diagnostic would be kept: ask before spending work on one. */
export function hasRoom(reports: Reports): boolean {
  return reports.list.length < MAX_DIAGNOSTICS;
}

/** The text from `start` to `end` in one line, cut to `width` UTF-16 units with an ellipsis. */
export function snippet(source: string, start: number, end: number, width = 24): string {
  const window = source.slice(start, Math.min(end, start + width));
  const line = window.indexOf("\n");
  if (line >= 0) return `${window.slice(0, line).trimEnd()} …`;
  if (start + window.length >= end) return window;
  // A cut must not leave half of a surrogate pair behind.
  return `${loneSurrogate(window, 0) === window.length - 1 ? window.slice(0, -1) : window}…`;
}
