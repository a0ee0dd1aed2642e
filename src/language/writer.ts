import { charLength } from "../dialect/values.ts";

/** Takes text piece by piece and knows the column it has come to. */
export interface Writer {
  /** Columns a line should have at most. */
  readonly width: number;
  /** Characters on the current line so far. */
  column(): number;
  /** Adds text that may hold line breaks of its own. */
  write(text: string): void;
  /** Ends the line, adds empty lines, and begins a line with `indent` blanks, or with fewer where that leaves no room. */
  newline(indent: number, emptyLines: number): void;
  /** All that was written. */
  text(): string;
}

/** Columns that indentation leaves free at least, so that text nested very deep still has a place. */
export const FREE_COLUMNS = 30;

/** An empty writer. `eol` ends its lines. */
export function createWriter(width: number, eol: string): Writer {
  const parts: string[] = [];
  const deepest = Math.max(width - FREE_COLUMNS, 0);
  let column = 0;
  return {
    width,
    column: () => column,
    write(text) {
      parts.push(text);
      const lineStart = text.lastIndexOf("\n") + 1;
      column = lineStart === 0 ? column + charLength(text) : charLength(text.slice(lineStart));
    },
    newline(indent, emptyLines) {
      column = Math.min(indent, deepest);
      parts.push(eol.repeat(emptyLines + 1), " ".repeat(column));
    },
    text: () => parts.join(""),
  };
}
