import { countLineEndings, newlineOf } from "../../text/line-endings.ts";
import { joinLines, splitLines } from "../lines.ts";
import type { Line, LineEnd } from "../lines.ts";
import { isRefusal } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import { findHunk, withoutLastBlanks } from "./find-hunk.ts";
import type { HunkPlace } from "./find-hunk.ts";
import type { Hunk, HunkLine } from "./patch.ts";
import { reindent } from "./reindent.ts";

/** A text after hunks, with what should be said about how they were placed. */
export interface Patched {
  readonly text: string;
  readonly notes: readonly string[];
}

/** A line of the outcome; the end of an added one is that of the line it replaces, `""` when there is none. */
interface NewLine extends Line {
  readonly added?: boolean;
}

function countOld(lines: readonly HunkLine[]): number {
  return lines.filter((line) => line.kind !== "add").length;
}

/** The lines that a hunk puts in place of those it found: lines that stay are the file's own. */
function replacement(hunk: Hunk, found: readonly Line[]): NewLine[] | Refusal {
  const lines = found.length < countOld(hunk.lines) ? withoutLastBlanks(hunk).lines : hunk.lines;
  const texts = reindent(
    lines,
    found.map((line) => line.text),
  );
  if (isRefusal(texts)) return texts;
  const out: NewLine[] = [];
  const old = found[Symbol.iterator]();
  let replaced: LineEnd[] = [];
  lines.forEach((line, index) => {
    if (line.kind === "add") {
      out.push({ text: texts[index] ?? line.text, end: replaced.shift() ?? "", added: true });
      return;
    }
    const own = old.next().value ?? { text: line.text, end: "" };
    if (line.kind === "remove") replaced.push(own.end);
    else {
      replaced = [];
      out.push(own);
    }
  });
  return out;
}

/** Gives lines an end that need one: that of the line before, else the file's usual one. Only an added last line may do without. */
function ended(lines: readonly NewLine[], { usual, open }: { usual: Exclude<LineEnd, "">; open: boolean }): Line[] {
  let near: LineEnd = usual;
  return lines.map(({ text, end, added }, index) => {
    const last = index === lines.length - 1;
    if (last && added === true && open) return { text, end: "" };
    const own = end === "" && (!last || added === true) ? near : end;
    // A lone carriage return is no habit to go on with.
    near = own === "\n" || own === "\r\n" ? own : usual;
    return { text, end: own };
  });
}

function nameOf(hunk: Hunk, index: number, count: number): string {
  return `Hunk ${index + 1} of ${count} (line ${hunk.line} of the patch)`;
}

function noteOf(name: string, place: HunkPlace): readonly string[] {
  if (place.agreement === "exact") return [];
  return [`${name} was placed at line ${place.start + 1} without regard to ${place.agreement}.`];
}

/**
 * Applies hunks from top to bottom. Lines outside them, and lines of theirs that stay, keep every character; added lines
 * get the line ends of those they replace or follow; added at the end of a file without final line end, they have none.
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): Patched | Refusal {
  const lines = splitLines(text);
  const texts = lines.map((line) => line.text);
  let out: NewLine[] = [];
  const notes: string[] = [];
  let done = 0;
  for (const [index, hunk] of hunks.entries()) {
    const name = nameOf(hunk, index, hunks.length);
    const place = findHunk(texts, hunk, done);
    if (isRefusal(place)) return { refused: `${name} has no certain place: ${place.refused}` };
    const end = place.start + place.height;
    const fresh = replacement(hunk, lines.slice(place.start, end));
    if (isRefusal(fresh)) return { refused: `${name} has a place at line ${place.start + 1}, but ${fresh.refused}` };
    out = out.concat(lines.slice(done, place.start), fresh);
    notes.push(...noteOf(name, place));
    done = end;
  }
  out = out.concat(lines.slice(done));
  const file = { usual: newlineOf(countLineEndings(text)), open: lines.at(-1)?.end === "" };
  return { text: joinLines(ended(out, file)), notes };
}
