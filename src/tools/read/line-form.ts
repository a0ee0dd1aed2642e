/** Lines that a read answers when it names no limit (2.9). */
export const DEFAULT_LINES = 2_000;

/** Characters of one line that are shown. */
export const MAX_LINE_CHARACTERS = 2_000;

/** Characters of text that a read answers at most, its notice not counted. */
export const MAX_READ_CHARACTERS = 50 * 1_024;

const CUT = " [...]";

/** Numbered lines, and how many of them there was room for. */
export interface NumberedText {
  readonly text: string;
  readonly shown: number;
}

/**
 * Lines with their numbers (R209): right-aligned to the width of the number after the last one, a tab, the line; long
 * lines cut. As many lines as the limit of characters has room for, whole lines only.
 */
export function numberLines(lines: readonly string[], start: number): NumberedText {
  const cut = lines.map(cutLine);
  let shown = cut.length;
  let characters = cut.reduce((sum, line) => sum + line.length, 0);
  while (shown > 1 && characters + shown * (widthOf(start + shown) + 2) - 1 > MAX_READ_CHARACTERS) {
    shown--;
    characters -= cut[shown]?.length ?? 0;
  }
  const width = widthOf(start + shown);
  const text = cut.slice(0, shown).map((line, index) => `${`${start + index}`.padStart(width)}\t${line}`);
  return { text: text.join("\n"), shown };
}

/** The notice that a read ends with when there is more (2.9). `path` is spelled so that it can be asked for again. */
export function truncationNotice(path: string, next: number): string {
  return (
    `\n\n... Read output truncated. Use Read(file_path=${JSON.stringify(path)}, offset=${next}, limit=${DEFAULT_LINES}) ` +
    "to continue, or use Grep for targeted searches."
  );
}

function widthOf(number: number): number {
  return `${number}`.length;
}

/** A line of at most the characters that are shown, counted as Unicode characters. */
function cutLine(line: string): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  let at = 0;
  for (let count = 0; count < MAX_LINE_CHARACTERS; count++) {
    if (at >= line.length) return line;
    at += (line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at < line.length ? `${line.slice(0, at)}${CUT}` : line;
}
