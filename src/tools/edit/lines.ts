/** How a line ends. `""` is said of a last line without an end. */
export type LineEnd = "\n" | "\r\n" | "\r" | "";

/** A line: its text and the very characters that end it. */
export interface Line {
  readonly text: string;
  readonly end: LineEnd;
}

const ENDS = /\r\n|\n|\r/g;

/** The pieces between line ends, the piece after the last one included: one more than there are line ends. */
export function pieces(text: string): Line[] {
  const out: Line[] = [];
  let from = 0;
  for (const match of text.matchAll(ENDS)) {
    out.push({ text: text.slice(from, match.index), end: match[0] as LineEnd });
    from = match.index + match[0].length;
  }
  out.push({ text: text.slice(from), end: "" });
  return out;
}

/** The lines of a text. A final line end opens no further line; the empty text has none. */
export function splitLines(text: string): Line[] {
  const lines = pieces(text);
  if (lines.at(-1)?.text === "") lines.pop();
  return lines;
}

/**
 * Texts one after the other. A carriage return and a line feed that are two line ends stay two where they meet: one more
 * character keeps them from being read as one.
 */
export function joinTexts(parts: Iterable<string>): string {
  const out: string[] = [];
  let open = false;
  for (const part of parts) {
    if (part === "") continue;
    if (open && part.startsWith("\n")) out.push("\n");
    out.push(part);
    open = part.endsWith("\r");
  }
  return out.join("");
}

/** The text of lines, end for end. */
export function joinLines(lines: readonly Line[]): string {
  return joinTexts(lines.map((line) => line.text + line.end));
}

/** The same text with `\n` for every line end. */
export function withPlainEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll(ENDS, "\n") : text;
}
