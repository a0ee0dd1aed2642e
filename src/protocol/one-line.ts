import { headOf } from "./bounds.ts";

/** Characters of a main argument in a header. */
export const DETAIL_CHARS = 120;

/** A text on one line, bounded. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * DETAIL_CHARS)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= DETAIL_CHARS ? line : `${headOf(line, DETAIL_CHARS - 1)}…`;
}
