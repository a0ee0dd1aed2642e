import { digitValue } from "../number-text.ts";
import { isTerminator, lineEnd, tokenEnd } from "./characters.ts";

/** What a `#` begins: `prefix` (#' or #1=), `atom`, `comment` (#! to the end of the line) or `refused`. `end` is exclusive. */
export interface HashSyntax {
  readonly kind: "prefix" | "atom" | "comment" | "refused";
  readonly end: number;
}

/** Digits a label or a radix has at most. */
const MAX_LABEL_DIGITS = 15;

/** End of a sign and a run of letters and digits: what a number in another base is made of. */
function alphanumericEnd(source: string, at: number): number {
  const sign = source.charCodeAt(at);
  let end = sign === 43 || sign === 45 ? at + 1 : at;
  while (digitValue(source.charCodeAt(end)) < 36) end++;
  return end;
}

/** After `#` and digits: a radix, a label, a reference to a label, or nothing that is admitted. */
function numbered(source: string, at: number): HashSyntax {
  let end = at + 1;
  while (digitValue(source.charCodeAt(end)) < 10) end++;
  const mark = source.charAt(end);
  if (end - at - 1 > MAX_LABEL_DIGITS) return { kind: "refused", end: tokenEnd(source, end) };
  if (mark === "r" || mark === "R") return { kind: "atom", end: alphanumericEnd(source, end + 1) };
  if (mark === "=") return { kind: "prefix", end: end + 1 };
  if (mark === "#") return { kind: "atom", end: end + 1 };
  return { kind: "refused", end: tokenEnd(source, end) };
}

/** The syntax that the `#` at `at` begins. */
export function hashSyntax(source: string, at: number): HashSyntax {
  const next = source.charAt(at + 1);
  switch (next) {
    case "'":
      return { kind: "prefix", end: at + 2 };
    case "#":
      return { kind: "atom", end: at + 2 };
    case "!":
      return { kind: "comment", end: lineEnd(source, at) };
    case "_":
    case ":":
      return { kind: "atom", end: tokenEnd(source, at + 2) };
    default:
      return otherSyntax(source, at, next);
  }
}

function otherSyntax(source: string, at: number, next: string): HashSyntax {
  if (next >= "0" && next <= "9") return numbered(source, at);
  if (/^[xob]$/i.test(next)) return { kind: "atom", end: alphanumericEnd(source, at + 2) };
  return { kind: "refused", end: refusedEnd(source, at) };
}

/** Refused text stops before a list, vector or string that follows, so that the rest still reads. */
function refusedEnd(source: string, at: number): number {
  const unit = source.charCodeAt(at + 1);
  if (unit === 92) return tokenEnd(source, at + 1);
  if (unit === 124) return blockCommentEnd(source, at);
  return Number.isNaN(unit) || isTerminator(unit) ? at + 1 : tokenEnd(source, at + 1);
}

/** Units in which the end of a block comment is looked for. */
const MAX_BLOCK_COMMENT = 500;

function blockCommentEnd(source: string, at: number): number {
  const end = source.slice(at + 2, at + MAX_BLOCK_COMMENT).indexOf("|#");
  return end < 0 ? tokenEnd(source, at + 1) : at + end + 4;
}

/** What other Lisps mean by the character after `#`, and what to write instead. */
const FOREIGN: Readonly<Record<string, readonly [what: string, instead: string]>> = {
  "(": ["the #(...) syntax", 'Write (lambda (x) ...) for a function, [1 2] for a vector, "text" for a string.'],
  "[": ["byte code, #[...],", "Write [1 2] for a vector."],
  "{": ["the set syntax #{...}", "Write a list, such as '(a b)."],
  s: ["a record or hash table, #s(...),", 'Write a keyword plist, such as (:name "a" :size 1).'],
  "&": ["a bool vector, #&...,", "Write a vector of t and nil."],
  "@": ["skipped text, #@N,", "Use ; for comments."],
  "<": ["#<...>, the printed form of something that has no text,", "Compute the value where it is needed."],
  "^": ["the #^ syntax", "Leave it out."],
  $: ["#$", "Write the file name as a string."],
  "\\": ["the character syntax #\\c", 'Write ?c for the code of the character c, "c" for a string.'],
  "|": ["the block comment #|...|#", "Begin each line of the comment with a semicolon."],
  ";": ["the comment #;", "Begin the line with a semicolon alone."],
  '"': ['the regexp syntax #"..."', "Write the regexp as a string."],
  "?": ["the reader conditional #?", "Write the form that is meant."],
  "+": ["the feature expression #+", "Write the form that is meant."],
  "-": ["the feature expression #-", "Write the form that is meant."],
  t: ["#t", "Write t for true and nil for false."],
  f: ["#f", "Write t for true and nil for false."],
};

/** Words for a refused `#` syntax: what it is and, where another Lisp has it, what to write instead. */
export function foreignSyntax(
  source: string,
  start: number,
  end: number,
): { readonly what: string; readonly instead: string | undefined } {
  const next = source.charAt(start + 1);
  const known = Object.hasOwn(FOREIGN, next) ? FOREIGN[next] : undefined;
  return known === undefined
    ? { what: source.slice(start, Math.min(end, start + 20)), instead: undefined }
    : { what: known[0], instead: known[1] };
}
