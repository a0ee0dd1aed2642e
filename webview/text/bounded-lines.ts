/** A line as it is drawn: its head, and how many UTF-16 units of it are missing. */
export interface BoundedLine {
  readonly text: string;
  readonly missing: number;
}

/** Lines of a body that was opened, before there is "Show all". */
export const OPEN_LINES = 24;
/** Lines of a body that is shown as a preview. */
export const PREVIEW_LINES = 5;
/** UTF-16 units of one line, before there is a way to see the rest. */
export const LINE_CHARS = 1_000;
/** UTF-16 units of one line that was asked for whole; beyond it, the output opens in an editor. */
export const WHOLE_LINE_CHARS = 20_000;

/** How much of a text is drawn. */
export interface LineBounds {
  /** Lines as a reader sees them: a long one that is broken counts several times. */
  readonly most: number;
  /** UTF-16 units of one line; `LINE_CHARS` unless said otherwise. */
  readonly chars?: number;
  /** UTF-16 units after which a line is broken; never unless said otherwise. */
  readonly columns?: number;
}

/** The first lines of a text, each cut, and how many lines there are altogether. At least one line is there. */
export function boundLines(
  text: string,
  { most, chars = LINE_CHARS, columns = Infinity }: LineBounds,
): { readonly lines: readonly BoundedLine[]; readonly total: number } {
  const lines: BoundedLine[] = [];
  let total = 0;
  let left = most;
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let at = 0; at <= end && text !== ""; total++) {
    const next = text.indexOf("\n", at);
    const stop = next < 0 || next > end ? end : next;
    if (left > 0) {
      const room = Math.min(chars, left * columns);
      const line = cut(text.slice(at, stop).replace(/\r$/, ""), room);
      left -= Math.max(1, Math.ceil(line.text.length / columns));
      lines.push(line);
    }
    at = stop + 1;
  }
  return { lines, total };
}

function cut(line: string, chars: number): BoundedLine {
  if (line.length <= chars) return { text: line, missing: 0 };
  // Half of a surrogate pair at the end would be shown as an odd character.
  const unit = line.charCodeAt(chars - 1);
  const head = line.slice(0, unit >= 0xd800 && unit <= 0xdbff ? chars - 1 : chars);
  return { text: head, missing: line.length - head.length };
}
