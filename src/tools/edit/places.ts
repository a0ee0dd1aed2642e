/** Most places that a message lists. */
const MAX_LISTED = 8;
/** Most characters of a line that a message shows. */
const MAX_SHOWN = 120;

/** A line, shortened for a message. */
export function shown(line: string): string {
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)} [...]` : line;
}

/** Lines with their numbers, one before and one after those in question; `first` counts from 0. */
function excerpt(lines: readonly string[], first: number, count: number): string {
  const from = Math.max(0, first - 1);
  const to = Math.min(lines.length, first + Math.min(count, 3) + 1);
  return lines
    .slice(from, to)
    .map((text, index) => `    ${from + index + 1}: ${shown(text)}`)
    .join("\n");
}

/** The places of a text that was found more than once, each with the lines around it; `starts` count lines from 0. */
export function listPlaces(lines: readonly string[], starts: readonly number[], count: number): string {
  const listed = starts
    .slice(0, MAX_LISTED)
    .map((start) => `- line ${start + 1}\n${excerpt(lines, start, count)}`)
    .join("\n");
  const more = starts.length - MAX_LISTED;
  return more > 0 ? `${listed}\n- and ${more} more` : listed;
}
