/** What a search in one text finds. */
export interface TextMatches {
  /** Numbers of matching lines, from 0, in order; at most `limit`. */
  readonly lines: readonly number[];
  /** Matching lines, or matches when they may span lines. */
  readonly count: number;
}

/** How a text is searched. */
export interface MatchOptions {
  readonly regexp: RegExp;
  readonly multiline: boolean;
  /** Matching lines after which nothing more is looked for. */
  readonly limit: number;
}

/** The lines of a text; a line feed at the end begins no further line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Searches a text whose lines are `lines`. */
export function matchText(text: string, lines: readonly string[], options: MatchOptions): TextMatches {
  return options.multiline ? matchAcross(text, lines, options) : matchLines(lines, options);
}

function matchLines(lines: readonly string[], { regexp, limit }: MatchOptions): TextMatches {
  const found: number[] = [];
  for (let number = 0; number < lines.length && found.length < limit; number += 1) {
    regexp.lastIndex = 0;
    if (regexp.test(lines[number] ?? "")) found.push(number);
  }
  return { lines: found, count: found.length };
}

function matchAcross(text: string, lines: readonly string[], { regexp, limit }: MatchOptions): TextMatches {
  const found: number[] = [];
  let count = 0;
  let number = 0;
  let start = 0;
  regexp.lastIndex = 0;
  for (let match = regexp.exec(text); match && count < limit; match = regexp.exec(text)) {
    if (match[0] === "") regexp.lastIndex += 1;
    const last = match.index + Math.max(0, match[0].length - 1);
    while (number < lines.length && start + (lines[number] ?? "").length < match.index) {
      start += (lines[number] ?? "").length + 1;
      number += 1;
    }
    if (number >= lines.length) break;
    count += 1;
    addSpan(found, { lines, number, start, last });
  }
  return { lines: found, count };
}

/** Adds the lines that a match touches. */
function addSpan(
  found: number[],
  span: { lines: readonly string[]; number: number; start: number; last: number },
): void {
  let { start } = span;
  for (let number = span.number; number < span.lines.length && start <= span.last; number += 1) {
    if (found.at(-1) === undefined || number > (found.at(-1) ?? 0)) found.push(number);
    start += (span.lines[number] ?? "").length + 1;
  }
}
