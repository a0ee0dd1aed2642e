/** How the lines of a text end; `mixed` where more than one way occurs, `none` where no line ends. */
export type Eol = "lf" | "crlf" | "cr" | "mixed" | "none";

/** How often each line ending occurs. */
export interface LineEndings {
  readonly lf: number;
  readonly crlf: number;
  /** Carriage returns that no line feed follows. */
  readonly cr: number;
}

/** Counts the line endings of a text in one pass. */
export function countLineEndings(text: string): LineEndings {
  const counts = { lf: 0, crlf: 0, cr: 0 };
  for (const [ending] of text.matchAll(/\r\n?|\n/g)) counts[ending === "\n" ? "lf" : ending === "\r" ? "cr" : "crlf"]++;
  return counts;
}

/** The one line ending of a text. */
export function eolOf({ lf, crlf, cr }: LineEndings): Eol {
  const used = [lf, crlf, cr].filter((count) => count > 0).length;
  if (used === 0) return "none";
  if (used > 1) return "mixed";
  if (lf > 0) return "lf";
  return crlf > 0 ? "crlf" : "cr";
}

/** The line ending that new lines of a text get: its most frequent one, a line feed where it has none. */
export function newlineOf({ lf, crlf, cr }: LineEndings): "\n" | "\r\n" | "\r" {
  if (crlf > lf && crlf >= cr) return "\r\n";
  return cr > lf ? "\r" : "\n";
}

/** Whether a text ends with a line ending. */
export function endsWithNewline(text: string): boolean {
  return text.endsWith("\n") || text.endsWith("\r");
}
