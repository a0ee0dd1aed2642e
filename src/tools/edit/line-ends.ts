import { diffArrays } from "diff";
import type { Line, LineEnd } from "./lines.ts";

/** Most line edits that are looked for when old and new lines are laid side by side; beyond it they are paired by number. */
const MAX_LINE_EDITS = 2_000;

interface Run {
  readonly removed: boolean;
  readonly added: boolean;
  readonly value: readonly string[];
}

/** Runs of kept, removed and added lines from `before` to `after`. */
function runsBetween(before: readonly string[], after: readonly string[]): readonly Run[] {
  // The library leaves the answer out when the limit is passed, which its types do not say of arrays.
  const runs = diffArrays([...before], [...after], { maxEditLength: MAX_LINE_EDITS }) as Run[] | undefined;
  return (
    runs ?? [
      { removed: true, added: false, value: before },
      { removed: false, added: true, value: after },
    ]
  );
}

/** For each new line the number of the old line it stands for, when there is one. */
export type Partners = readonly (number | undefined)[];

/** Lays old and new lines side by side. */
export function partnersOf(before: readonly string[], after: readonly string[]): Partners {
  const out: (number | undefined)[] = [];
  let old = 0;
  let removed: number[] = [];
  for (const run of runsBetween(before, after)) {
    if (run.removed) {
      removed = run.value.map((_, index) => old + index);
      old += run.value.length;
    } else if (run.added) {
      run.value.forEach((_, index) => out.push(removed[index]));
      removed = [];
    } else {
      removed = [];
      for (let index = 0; index < run.value.length; index += 1) out.push(old + index);
      old += run.value.length;
    }
  }
  return out;
}

/** New lines and the old ones they stand for. */
export interface Replacing {
  readonly texts: readonly string[];
  readonly partners: Partners;
}

/**
 * Lines that replace others keep their line ends: an unchanged line its own, a changed one that of the line in its place,
 * a further one that of the line before it, else `usual`. A last line without an end stays the last and without one.
 */
export function withOldEnds(old: readonly Line[], { texts, partners }: Replacing, usual: Exclude<LineEnd, "">): Line[] {
  const open = old.at(-1)?.end === "";
  let last: LineEnd = usual;
  return texts.map((text, index) => {
    const own = old[partners[index] ?? -1]?.end ?? "";
    const end = own === "" ? last : own;
    // A lone carriage return is no habit to go on with.
    if (end !== "\r") last = end;
    return { text, end: open && index === texts.length - 1 ? "" : end };
  });
}
