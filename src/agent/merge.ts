import { merge } from "node-diff3";
import { decodeText, isBinary } from "../tools/text/decode-text.ts";
import type { DecodedText } from "../tools/text/decode-text.ts";
import { encodeText, isUnencodable } from "../tools/text/encode-text.ts";

/** Most lines, without what all three states have in common at both ends, that are merged. */
export const MAX_MERGED_LINES = 20_000;

/** Why two changes could not be brought together. */
export interface Unmerged {
  readonly unmerged: string;
}

/** The three states of a merge: what both sides started from, and what each made of it. */
export interface MergeSides {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** How many lines at the front all have in common. */
function commonStart(texts: readonly (readonly string[])[]): number {
  const [first = []] = texts;
  const shortest = Math.min(...texts.map((text) => text.length));
  let count = 0;
  while (count < shortest && texts.every((text) => text[count] === first[count])) count += 1;
  return count;
}

function mergeLines(ours: readonly string[], base: readonly string[], theirs: readonly string[]): string[] | Unmerged {
  const all = [ours, base, theirs];
  const start = commonStart(all);
  const rest = all.map((text) => text.slice(start));
  const end = commonStart(rest.map((text) => text.toReversed()));
  const [a = [], o = [], b = []] = rest.map((text) => text.slice(0, text.length - end));
  if (Math.max(a.length, o.length, b.length) > MAX_MERGED_LINES) return { unmerged: "it is too long to merge" };
  const { conflict, result } = merge(a, o, b, { excludeFalseConflicts: true });
  if (conflict) return { unmerged: "the same lines were changed since" };
  return [...ours.slice(0, start), ...result, ...ours.slice(ours.length - end)];
}

/** The texts of all sides, where they are texts in one encoding that can be had back byte for byte. */
function textsOf(sides: readonly Uint8Array[], legacyEncoding: string | undefined): DecodedText[] | Unmerged {
  const texts: DecodedText[] = [];
  for (const bytes of sides) {
    const decoded = decodeText(bytes, { legacyEncoding });
    if (isBinary(decoded) || !decoded.exact)
      return { unmerged: "it is binary, and binary files are put back only whole" };
    texts.push(decoded);
  }
  const [first] = texts;
  const same = texts.every((text) => text.encoding === first?.encoding && text.bom === first.bom);
  return same ? texts : { unmerged: "its encoding was changed since" };
}

/** Whether an answer is not a merge. */
export function isUnmerged(answer: unknown): answer is Unmerged {
  return typeof answer === "object" && answer !== null && "unmerged" in answer;
}

/** Brings two changes of one content together, line by line, with the line ends of each; never with conflict marks in it. */
export function mergeContents(sides: MergeSides, legacyEncoding?: string): Uint8Array | Unmerged {
  const texts = textsOf([sides.ours, sides.base, sides.theirs], legacyEncoding);
  if (isUnmerged(texts)) return texts;
  const [ours, base, theirs] = texts as [DecodedText, DecodedText, DecodedText];
  const lines = mergeLines(linesOf(ours.text), linesOf(base.text), linesOf(theirs.text));
  if (isUnmerged(lines)) return lines;
  const bytes = encodeText(lines.join(""), ours);
  return isUnencodable(bytes) ? { unmerged: "its encoding was changed since" } : bytes;
}
