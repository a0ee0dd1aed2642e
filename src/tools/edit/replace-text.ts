import { countLineEndings, newlineOf } from "../text/line-endings.ts";
import { explainAbsence } from "./absence.ts";
import { partnersOf, withOldEnds } from "./line-ends.ts";
import { joinLines, joinTexts, pieces, withPlainEnds } from "./lines.ts";
import type { LineEnd } from "./lines.ts";
import { listPlaces } from "./places.ts";
import type { Refusal } from "./refusal.ts";

/** One exact replacement. Line ends in both texts may be of any kind: those of the file decide. */
export interface Replacement {
  readonly old: string;
  readonly new: string;
  /** Replace every place; otherwise there must be exactly one. */
  readonly all: boolean;
}

/** A text after replacements: how many places, and the first and last line of each place, counted from 1. */
export interface Replaced {
  readonly text: string;
  readonly places: readonly { readonly from: number; readonly to: number }[];
}

type LineBreak = Exclude<LineEnd, "">;

/** Most places that one replacement may have. */
export const MAX_REPLACED = 100_000;

/** Where `part` begins in `text`, without overlaps. */
function occurrences(text: string, part: string): number[] {
  const out: number[] = [];
  let at = text.indexOf(part);
  while (at !== -1 && out.length <= MAX_REPLACED) {
    out.push(at);
    at = text.indexOf(part, at + part.length);
  }
  return out;
}

/** Turns places of the text with plain line ends into places of the text itself; asked in rising order. */
function originalPlaces(text: string): (plain: number) => number {
  const wide = /\r\n/g;
  let next = wide.exec(text);
  let shift = 0;
  return (plain) => {
    while (next !== null && next.index - shift < plain) {
      shift += 1;
      next = wide.exec(text);
    }
    return plain + shift;
  };
}

/** Counts line ends up to places that are asked in rising order; answers line numbers from 0. */
function lineNumbers(text: string): (place: number) => number {
  let line = 0;
  let at = text.indexOf("\n");
  return (place) => {
    while (at !== -1 && at < place) {
      line += 1;
      at = text.indexOf("\n", at + 1);
    }
    return line;
  };
}

/** The kind of the last line feed in a stretch of text, else what it was before it. */
function endWithin(text: string, before: LineBreak): LineBreak {
  const at = text.lastIndexOf("\n");
  if (at === -1) return before;
  return text[at - 1] === "\r" ? "\r\n" : "\n";
}

/**
 * Replaces text exactly, without regard to how lines end: `old` with `\n` is found where the file has `\r\n`, in every
 * mode alike (report 96). What stays keeps its characters, line ends included; new lines get the ends of their neighbours.
 */
export function replaceText(text: string, change: Replacement): Replaced | Refusal {
  const old = withPlainEnds(change.old);
  const fresh = withPlainEnds(change.new);
  if (old === "") return { refused: "old_string is empty. Give the text to replace; Write makes new files." };
  if (old === fresh) {
    const why =
      change.old === change.new ? "are the same" : "differ in line ends only, and Edit keeps a file's line ends";
    return { refused: `old_string and new_string ${why}: there is nothing to change.` };
  }
  const plain = withPlainEnds(text);
  const starts = occurrences(plain, old);
  if (starts.length === 0) return { refused: explainAbsence(plain, old, "old_string") };
  if (starts.length > MAX_REPLACED) {
    return { refused: `old_string is there more than ${MAX_REPLACED} times, which is the most that one edit changes.` };
  }
  const lineOf = lineNumbers(plain);
  const height = old.split("\n").length;
  const places = starts.map((start) => {
    const from = lineOf(start) + 1;
    return { from, to: from + height - 1 };
  });
  if (starts.length > 1 && !change.all) return { refused: ambiguous(plain, places, height) };
  return { text: spliced(text, starts, old, fresh), places };
}

function ambiguous(plain: string, places: Replaced["places"], height: number): string {
  const lines = plain.split("\n");
  const listed = listPlaces(
    lines,
    places.map((place) => place.from - 1),
    height,
  );
  return (
    `old_string is there ${places.length} times, and it must be there once:\n${listed}\n` +
    "Add lines before or after it until it is unique, or set replace_all to change every place."
  );
}

function spliced(text: string, starts: readonly number[], old: string, fresh: string): string {
  const place = originalPlaces(text);
  const texts = fresh.split("\n");
  const replacing = { texts, partners: partnersOf(old.split("\n"), texts) };
  const out: string[] = [];
  let kept = 0;
  // New lines get the end of the line before them, at the front of a file its usual one.
  let near: LineBreak = newlineOf(countLineEndings(text));
  for (const start of starts) {
    const from = place(start);
    const to = place(start + old.length);
    const before = text.slice(kept, from);
    near = endWithin(before, near);
    out.push(
      before,
      texts.length === 1 ? fresh : joinLines(withOldEnds(pieces(text.slice(from, to)), replacing, near)),
    );
    kept = to;
  }
  out.push(text.slice(kept));
  return joinTexts(out);
}
