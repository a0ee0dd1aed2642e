import type { TextQuery } from "../../../ports/search.ts";
import { CUT_NOTE, MAX_COLUMNS } from "./limits.ts";

/** Matching lines and those around them, numbered, with `--` between groups: what ripgrep shows below a path. */
export function* contentLines(
  lines: readonly string[],
  matches: readonly number[],
  query: Pick<TextQuery, "before" | "after" | "lineNumbers">,
): Generator<string, void, undefined> {
  const isMatch = new Set(matches);
  const hasContext = query.before > 0 || query.after > 0;
  let next = 0;
  for (const match of matches) {
    const first = Math.max(next, match - query.before);
    if (hasContext && next > 0 && first > next) yield "--";
    const end = Math.min(lines.length, match + query.after + 1);
    for (let number = first; number < end; number += 1) {
      yield shown(lines[number] ?? "", number + 1, isMatch.has(number) ? ":" : "-", query.lineNumbers);
    }
    next = Math.max(next, end);
  }
}

function shown(line: string, number: number, mark: ":" | "-", isNumbered: boolean): string {
  const text = cutLine(line);
  const plain = text.endsWith("\r") ? text.slice(0, -1) : text;
  return isNumbered ? `${number}${mark}${plain}` : plain;
}

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A line cut after its first 2,000 characters as a person counts them, when it has more bytes than that. */
function cutLine(line: string): string {
  if (line.length * 3 <= MAX_COLUMNS || Buffer.byteLength(line) <= MAX_COLUMNS) return line;
  let end = 0;
  let count = 0;
  // More than enough text for so many characters.
  for (const { index, segment } of GRAPHEMES.segment(line.slice(0, 40 * MAX_COLUMNS))) {
    if (count === MAX_COLUMNS) break;
    count += 1;
    end = index + segment.length;
  }
  return line.slice(0, end) + CUT_NOTE;
}
