import { explainAbsence } from "../absence.ts";
import { listPlaces, shown } from "../places.ts";
import { isRefusal } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import type { Hunk } from "./patch.ts";

/** How exactly the lines of a hunk agree with those of the file. */
export type Agreement = "exact" | "white space at line ends" | "white space" | "white space and punctuation";

/** Where a hunk belongs: lines of the file counted from 0, as many as `height`. */
export interface HunkPlace {
  readonly start: number;
  readonly height: number;
  readonly agreement: Agreement;
}

/** Ways to compare lines, strictest first. */
const COMPARED: readonly { readonly agreement: Agreement; readonly key: (line: string) => string }[] = [
  { agreement: "exact", key: (line) => line },
  { agreement: "white space at line ends", key: (line) => line.trimEnd() },
  { agreement: "white space", key: (line) => line.trim() },
  {
    agreement: "white space and punctuation",
    key: (line) =>
      line
        .trim()
        .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
        .replaceAll(/[\u2018-\u201B]/g, "'")
        .replaceAll(/[\u201C-\u201F]/g, '"')
        .replaceAll(/[\u00A0\u2002-\u200A\u202F\u205F\u3000]/g, " "),
  },
];

/** The lines that a hunk expects in the file. */
export function expectedLines(hunk: Hunk): string[] {
  return hunk.lines.filter((line) => line.kind !== "add").map((line) => line.text);
}

function agrees(lines: readonly string[], wanted: readonly string[], start: number): boolean {
  return wanted.every((text, index) => lines[start + index] === text);
}

function allPlaces(lines: readonly string[], wanted: readonly string[], from: number): number[] {
  const out: number[] = [];
  for (let start = from; start + wanted.length <= lines.length; start += 1) {
    if (agrees(lines, wanted, start)) out.push(start);
  }
  return out;
}

/** Places of an anchor: every one after the only start for the first, the next one after each start for those below it. */
function anchorPlaces(
  lines: readonly string[],
  anchor: string,
  range: { starts: readonly number[]; all: boolean },
): number[] {
  const wanted = anchor.trim();
  const tests = [
    (line: string) => line === anchor,
    (line: string) => line.trim() === wanted,
    (line: string) => line.trim().startsWith(wanted),
  ];
  for (const test of tests) {
    const found = nextPlaces(lines, test, range);
    if (found.length > 0) return found;
  }
  return [];
}

function nextPlaces(
  lines: readonly string[],
  test: (line: string) => boolean,
  range: { starts: readonly number[]; all: boolean },
): number[] {
  const out = new Set<number>();
  for (const start of range.starts) {
    for (let line = start; line < lines.length; line += 1) {
      if (!test(lines[line] ?? "")) continue;
      out.add(line);
      if (!range.all) break;
    }
  }
  return [...out];
}

/** Lines of the last anchor, one for each place of the first; undefined without anchors. */
function anchored(lines: readonly string[], hunk: Hunk, from: number): number[] | undefined | Refusal {
  let starts: number[] | undefined;
  for (const anchor of hunk.anchors) {
    const range =
      starts === undefined ? { starts: [from], all: true } : { starts: starts.map((line) => line + 1), all: false };
    starts = anchorPlaces(lines, anchor, range);
    if (starts.length === 0) {
      const where = from === 0 ? "" : ` after line ${from}, where the hunk before it ends`;
      return { refused: `no line is or begins with the anchor "@@ ${shown(anchor)}"${where}.` };
    }
  }
  return starts;
}

/** Places of a hunk by the strictest comparison that finds any: the nearest one after each anchor, or all of them. */
function candidates(
  lines: readonly string[],
  hunk: Hunk,
  begins: { anchors: number[] | undefined; from: number },
): HunkPlace[] {
  const variants = [expectedLines(hunk), expectedLines(withoutLastBlanks(hunk))];
  if (variants[0]?.length === variants[1]?.length) variants.pop();
  for (const { agreement, key } of COMPARED) {
    const keyed = lines.map(key);
    for (const variant of variants) {
      if (variant.length === 0) continue;
      const every = allPlaces(keyed, variant.map(key), begins.from).filter(
        (start) => !hunk.atEnd || start + variant.length === lines.length,
      );
      const starts = begins.anchors === undefined ? every : nearestAfter(every, begins.anchors);
      if (starts.length > 0) return starts.map((start) => ({ start, height: variant.length, agreement }));
    }
  }
  return [];
}

function nearestAfter(starts: readonly number[], anchors: readonly number[]): number[] {
  const near = anchors.map((anchor) => starts.find((start) => start >= anchor)).filter((start) => start !== undefined);
  return [...new Set(near)];
}

/** Empty lines at the end of a hunk may belong to the layout of the patch instead of the file. */
export function withoutLastBlanks(hunk: Hunk): Hunk {
  let end = hunk.lines.length;
  while (end > 0 && hunk.lines[end - 1]?.kind === "keep" && hunk.lines[end - 1]?.text === "") end -= 1;
  return { ...hunk, lines: hunk.lines.slice(0, end) };
}

/** Where lines are inserted that come without any line of the file. */
function insertion(lines: readonly string[], hunk: Hunk, anchors: number[] | undefined): HunkPlace | Refusal {
  const at = (start: number): HunkPlace => ({ start, height: 0, agreement: "exact" });
  if (hunk.atEnd || lines.length === 0) return at(lines.length);
  const [only, ...others] = anchors ?? [];
  if (only === undefined) {
    return {
      refused:
        'it only adds lines and does not say where: give a line that stays, an "@@" anchor, or "*** End of File".',
    };
  }
  if (others.length > 0) return ambiguous(lines, anchors ?? [], "its anchor");
  return at(only + 1);
}

function ambiguous(lines: readonly string[], starts: readonly number[], what: string): Refusal {
  return {
    refused: `${what} fits ${starts.length} places:\n${listPlaces(lines, starts, 1)}\nAdd lines of context or an "@@" anchor until it fits one.`,
  };
}

function absent(lines: readonly string[], hunk: Hunk, from: number): Refusal {
  const wanted = expectedLines(hunk);
  const [earlier] = from > 0 ? allPlaces(lines, wanted, 0) : [];
  if (earlier !== undefined && earlier < from) {
    return {
      refused: `its lines are at line ${earlier + 1}, before the end of the hunk above it: hunks go from top to bottom and do not overlap.`,
    };
  }
  if (hunk.atEnd && allPlaces(lines, wanted, 0).length > 0) {
    return { refused: 'its lines are not the last ones of the file, as "*** End of File" says.' };
  }
  return { refused: explainAbsence(lines.join("\n"), wanted.join("\n"), "the text it expects") };
}

/**
 * Finds the one place of a hunk at or after line `from`: exactly, else setting white space aside. Anchors choose the
 * nearest place after them; without one, several equal places are refused with the places.
 */
export function findHunk(lines: readonly string[], hunk: Hunk, from: number): HunkPlace | Refusal {
  const anchors = anchored(lines, hunk, from);
  if (isRefusal(anchors)) return anchors;
  if (expectedLines(hunk).length === 0) return insertion(lines, hunk, anchors);
  const found = candidates(lines, hunk, { anchors, from });
  const hinted = found.find((place) => place.start + 1 === hunk.hint);
  const only = found.length === 1 ? found[0] : hinted;
  if (only !== undefined) return only;
  if (found.length === 0) return absent(lines, hunk, from);
  return ambiguous(
    lines,
    found.map((place) => place.start),
    "it",
  );
}
