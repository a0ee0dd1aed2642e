/** A place in a text: line and UTF-16 unit, both from 0. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** Text that takes the place of other text; its lines end with `\n`. */
export interface PlacedEdit {
  readonly from: Place;
  readonly to: Place;
  readonly text: string;
}

/** Most lines between which it is looked for places that stay; larger changes are made as one. */
const MAX_ANCHORED_LINES = 50_000;

/** A run of lines `[from, to)` of the old text that becomes the run `[newFrom, newTo)` of the new one. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/**
 * Edits that make one text out of another, in order, none touching another: what both have in common at the beginning, at
 * the end, and in lines that occur once in each stays where it is, and with it whatever an editor has attached there.
 * Line ends are `\n` in both.
 */
export function minimalEdits(before: string, after: string): readonly PlacedEdit[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  return runsBetween(old, fresh).flatMap((run) => editOf(old, fresh, run) ?? []);
}

function runsBetween(old: readonly string[], fresh: readonly string[]): readonly Run[] {
  const all = trimmed(old, fresh, { from: 0, to: old.length, newFrom: 0, newTo: fresh.length });
  if (Math.max(all.to - all.from, all.newTo - all.newFrom) > MAX_ANCHORED_LINES) return [all];
  const runs: Run[] = [];
  let [from, newFrom] = [all.from, all.newFrom];
  for (const [line, newLine] of [...anchors(old, fresh, all), [all.to, all.newTo] as const]) {
    const run = trimmed(old, fresh, { from, to: line, newFrom, newTo: newLine });
    if (run.to > run.from || run.newTo > run.newFrom) runs.push(run);
    [from, newFrom] = [line, newLine];
  }
  return runs;
}

/** A run without the lines that are alike at its beginning and at its end. */
function trimmed(old: readonly string[], fresh: readonly string[], run: Run): Run {
  let { from, to, newFrom, newTo } = run;
  while (from < to && newFrom < newTo && old[from] === fresh[newFrom]) [from, newFrom] = [from + 1, newFrom + 1];
  while (from < to && newFrom < newTo && old[to - 1] === fresh[newTo - 1]) [to, newTo] = [to - 1, newTo - 1];
  return { from, to, newFrom, newTo };
}

/** Lines that occur once in either part, as pairs of numbers, the longest rising series of them. */
function anchors(old: readonly string[], fresh: readonly string[], run: Run): readonly (readonly [number, number])[] {
  const places = uniqueLines(fresh, run.newFrom, run.newTo);
  const pairs: [number, number][] = [];
  for (const [text, line] of uniqueLines(old, run.from, run.to)) {
    const newLine = places.get(text);
    if (newLine !== undefined) pairs.push([line, newLine]);
  }
  return rising(pairs.sort(([a], [b]) => a - b));
}

function uniqueLines(lines: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const repeated = new Set<string>();
  for (let line = from; line < to; line += 1) {
    const text = lines[line] ?? "";
    if (found.has(text)) repeated.add(text);
    found.set(text, line);
  }
  for (const text of repeated) found.delete(text);
  return found;
}

/** The longest series of pairs whose second numbers rise. */
function rising(pairs: readonly [number, number][]): readonly [number, number][] {
  const ends: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, value], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  });
  const series: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) series.push(pairs[at] ?? [0, 0]);
  return series.reverse();
}

/** The edit of one run of lines: within the first and last of them, only from the first to the last character that differs. */
function editOf(old: readonly string[], fresh: readonly string[], run: Run): PlacedEdit | undefined {
  const before = old.slice(run.from, run.to).join("\n");
  const after = fresh.slice(run.newFrom, run.newTo).join("\n");
  if (run.from === run.to) return insertion(old, run.from, after);
  if (run.newFrom === run.newTo) return removal(old, run);
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  return {
    from: placeIn(before, start, run.from),
    to: placeIn(before, before.length - end, run.from),
    text: after.slice(start, after.length - end),
  };
}

/** New lines before line `line`, or behind the last one. */
function insertion(old: readonly string[], line: number, text: string): PlacedEdit | undefined {
  const isEnd = line >= old.length;
  const place = isEnd ? { line: old.length - 1, character: old.at(-1)?.length ?? 0 } : { line, character: 0 };
  return { from: place, to: place, text: isEnd ? `\n${text}` : `${text}\n` };
}

/** Lines that go, with the line end behind them, or before them where they are the last. */
function removal(old: readonly string[], { from, to }: Run): PlacedEdit {
  if (to < old.length) return { from: { line: from, character: 0 }, to: { line: to, character: 0 }, text: "" };
  return {
    from: { line: from - 1, character: old[from - 1]?.length ?? 0 },
    to: { line: to - 1, character: old[to - 1]?.length ?? 0 },
    text: "",
  };
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at > 0 && isHigh(a.charCodeAt(at - 1)) ? at - 1 : at;
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let count = 0;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count += 1;
  return count > 0 && isLow(a.charCodeAt(a.length - count)) ? count - 1 : count;
}

/** Halves of characters stay together. */
function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function placeIn(text: string, offset: number, firstLine: number): Place {
  const before = text.slice(0, offset).split("\n");
  return { line: firstLine + before.length - 1, character: before.at(-1)?.length ?? 0 };
}
