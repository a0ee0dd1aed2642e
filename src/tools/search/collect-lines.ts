import { MAX_GREP_BYTES, MAX_SEEN_LINES } from "./search-limits.ts";

/** Units that a line of output takes at most: 2,000 columns and what is said when it is cut. */
const LINE_UNITS = 2_100;

/** Which part of the output is wanted. */
export interface Window {
  /** Lines to skip first. */
  readonly offset: number;
  /** Lines wanted after that; Infinity for all of them. */
  readonly limit: number;
}

/** The first lines of a search's output in the order of their paths, whatever order they came in. */
export interface LineCollector {
  /** Takes the next line of the search; false once no more are looked at. */
  readonly add: (line: string) => boolean;
  /** The lines collected, and whether the search had more. */
  readonly finish: () => { readonly lines: readonly string[]; readonly more: boolean };
}

/** What a collector has to know of the lines that come. */
export interface Grouping {
  /** Whether a line begins the lines of another file. */
  readonly begins: (line: string) => boolean;
  /** The path of a line that begins a file. */
  readonly pathOf: (line: string) => string;
  /** Whether an empty line stands between two files. */
  readonly apart: boolean;
  /** Files that are left out. */
  readonly isHidden: (path: string) => boolean;
}

interface Group {
  readonly path: string;
  readonly lines: string[];
  units: number;
}

/**
 * Collects the lines of each file, keeps the files sorted by path and lets go of those at the end that no answer reaches:
 * memory holds the wanted window only, and the same search gives the same answer every time.
 */
export function createLineCollector(window: Window, grouping: Grouping): LineCollector {
  const wantedLines = window.offset + window.limit + 1;
  const wantedUnits = MAX_GREP_BYTES + (window.offset + 1) * LINE_UNITS;
  const separator = grouping.apart ? 1 : 0;
  const groups: Group[] = [];
  let lines = 0;
  let units = 0;
  let seen = 0;
  let more = false;
  let open: Group | undefined;
  const close = (): void => {
    if (open === undefined) return;
    if (!grouping.isHidden(open.path)) {
      groups.splice(placeOf(groups, open.path), 0, open);
      lines += open.lines.length + separator;
      units += open.units;
    }
    open = undefined;
    for (let last = groups.at(-1); last !== undefined; last = groups.at(-1)) {
      if (lines - last.lines.length - separator < wantedLines && units - last.units < wantedUnits) return;
      groups.pop();
      lines -= last.lines.length + separator;
      units -= last.units;
      more = true;
    }
  };
  const add = (line: string): boolean => {
    if (seen >= MAX_SEEN_LINES) {
      more = true;
      return false;
    }
    seen++;
    if (grouping.begins(line)) {
      close();
      open = { path: grouping.pathOf(line), lines: [line], units: line.length };
    } else if (line !== "" && open !== undefined) {
      if (open.lines.length > wantedLines || open.units > wantedUnits) more = true;
      else open.lines.push(line);
      open.units += line.length;
    }
    return true;
  };
  const finish = (): { readonly lines: readonly string[]; readonly more: boolean } => {
    close();
    const flat = groups.flatMap((group, index) => (index > 0 && grouping.apart ? ["", ...group.lines] : group.lines));
    return { lines: flat, more };
  };
  return { add, finish };
}

/** Where a path belongs among sorted groups, behind its equals. */
function placeOf(groups: readonly Group[], path: string): number {
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((groups[middle]?.path ?? "") <= path) low = middle + 1;
    else high = middle;
  }
  return low;
}
