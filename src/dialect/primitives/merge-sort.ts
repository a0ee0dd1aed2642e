/** Negative, zero or positive: how the left one stands to the right one. */
export type Order<T> = (left: T, right: T) => number;

/** Up to here a list is sorted by insertion as a whole; longer ones in blocks that are merged. */
const MAX_WHOLE = 63;
const BLOCK = 32;

/**
 * Sorts in place and answers the result: stable, in about `n log2 n` comparisons. Lists of up to 63 items go through the
 * same comparisons as Emacs's sort, so that what does not order well (NaN, lists beside symbols) gives the same there.
 */
export function mergeSort<T>(items: T[], order: Order<T>): T[] {
  const block = items.length <= MAX_WHOLE ? MAX_WHOLE : BLOCK;
  for (let start = 0; start < items.length; start += block) {
    insertAll(items, start, Math.min(start + block, items.length), order);
  }
  if (items.length <= block) return items;
  let from = items;
  let to = [...items];
  for (let width = block; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width) mergeRuns(from, to, { start, width }, order);
    [from, to] = [to, from];
  }
  return from;
}

/** Sorts the items from `start` to `end`: the run they begin with stays, each other one is inserted by halving. */
function insertAll<T>(items: T[], start: number, end: number, order: Order<T>): void {
  for (let i = firstRun(items, start, end, order); i < end; i++) {
    const item = items[i] as T;
    let low = start;
    let high = i;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(item, items[middle] as T) < 0) high = middle;
      else low = middle + 1;
    }
    for (let at = i; at > low; at--) items[at] = items[at - 1] as T;
    items[low] = item;
  }
}

/** The end of the ascending run at `start`; a strictly descending one is turned round first. */
function firstRun<T>(items: T[], start: number, end: number, order: Order<T>): number {
  let at = start + 1;
  if (at >= end) return end;
  const descending = order(items[at] as T, items[start] as T) < 0;
  do at++;
  while (at < end && order(items[at] as T, items[at - 1] as T) < 0 === descending);
  if (descending) reverseRange(items, start, at);
  return at;
}

function reverseRange(items: unknown[], start: number, end: number): void {
  for (let low = start, high = end - 1; low < high; low++, high--) {
    const item = items[low];
    items[low] = items[high];
    items[high] = item;
  }
}

/** Two neighbouring sorted runs of `width` items, the second one perhaps shorter or missing. */
interface Runs {
  readonly start: number;
  readonly width: number;
}

function mergeRuns<T>(from: readonly T[], to: T[], runs: Runs, order: Order<T>): void {
  const middle = Math.min(runs.start + runs.width, from.length);
  const end = Math.min(middle + runs.width, from.length);
  let left = runs.start;
  let right = middle;
  // Runs that are in order already, as those of a sorted list are, need one comparison.
  const inOrder = right >= end || order(from[right] as T, from[right - 1] as T) >= 0;
  for (let at = runs.start; at < end; at++) {
    const takeLeft = left < middle && (inOrder || right >= end || order(from[right] as T, from[left] as T) >= 0);
    to[at] = from[takeLeft ? left++ : right++] as T;
  }
}
