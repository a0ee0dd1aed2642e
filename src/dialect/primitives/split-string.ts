import { Fault } from "../fault.ts";
import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Matches } from "../regexp/matches.ts";
import { checkWork, openMatches, withTextEnd } from "../regexp/regexp.ts";
import { findAtEnd } from "../regexp/tail.ts";
import { codeAt, unitsOf } from "../text/characters.ts";
import type { Str, Value } from "../values.ts";
import { NIL } from "../values.ts";
import { outOfRange } from "./faults.ts";
import type { RegexpOperand } from "./match-operands.ts";
import { charged, optionalRegexp, slice, stringOperand } from "./match-operands.ts";

/** Runs of whitespace, the separators when none are given (R184). */
class Whitespace implements Matches {
  end: number;
  private readonly text: string;

  constructor(text: string) {
    this.end = -1;
    this.text = text;
  }

  find(from: number): number {
    const { text } = this;
    let start = from;
    while (start < text.length && !isSeparator(text.charCodeAt(start))) start++;
    if (start === text.length) return -1;
    let end = start + 1;
    while (isSeparator(text.charCodeAt(end))) end++;
    this.end = end;
    return start;
  }
}

function isSeparator(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

/** Searches that move forward over one text remember their last match, so that all together pass over it once. */
class Remembered implements Matches {
  end: number;
  private readonly matches: Matches;
  private searchedFrom: number;
  private start: number;

  constructor(matches: Matches) {
    this.matches = matches;
    this.end = -1;
    this.searchedFrom = Infinity;
    this.start = -1;
  }

  find(from: number): number {
    if (from < this.searchedFrom || (this.start >= 0 && this.start < from)) {
      this.start = this.matches.find(from);
      this.end = this.matches.end;
      this.searchedFrom = from;
    }
    return this.start;
  }
}

/** Units of work of a piece beside the searches. */
const WORK_PER_PIECE = 12;

interface Split {
  readonly meter: Meter;
  readonly text: Str;
  readonly keepEmpty: boolean;
  readonly trim: RegexpOperand | undefined;
  readonly trims: Matches | undefined;
  readonly pieces: Str[];
  /** Where the last match of any of the regexps began. */
  lastMatch: number;
}

/** Emacs's own steps for one piece: text that the trim matches goes from its start, then from its end. */
function addPiece(split: Split, start: number, end: number): void {
  const { text, trims } = split;
  split.meter.work += WORK_PER_PIECE;
  let from = start;
  if (trims !== undefined) {
    const found = trims.find(from);
    if (found >= 0) split.lastMatch = found;
    if (found === from) from = trims.end;
  }
  if (from > end && split.keepEmpty) {
    throw outOfRange("split-string", text, 3, ": the trim takes more than the piece it begins in");
  }
  if (from >= end && !split.keepEmpty) return;
  const piece = trimPiece(split, slice(text, from, end));
  if (!split.keepEmpty && piece.chars === 0) return;
  split.pieces.push(charged(split.meter, piece, text));
}

function trimPiece(split: Split, piece: Str): Str {
  if (split.trim === undefined) return piece;
  const found = findAtEnd(withTextEnd(split.trim.regexp, split.trim.text), piece, split.meter);
  if (found >= 0) split.lastMatch = found;
  return found < 0 ? piece : slice(piece, 0, found);
}

/**
 * Emacs's split: an empty match where the last one began moves on by a character, and none at the end splits. The last
 * match can be one of the trim, whose place may hide that the separator has matched emptily where the search begins;
 * Emacs then never ends, and this moves on.
 */
function splitAt(split: Split, separators: Matches): void {
  const { text } = split.text;
  let start = 0;
  let first = true;
  let stalled = false;
  for (;;) {
    const again = start < text.length && (stalled || (!first && start === split.lastMatch));
    const found = separators.find(again ? start + unitsOf(codeAt(text, start)) : start);
    if (found < 0) break;
    split.lastMatch = found;
    if (start >= text.length) break;
    first = false;
    const pieceStart = start;
    start = separators.end;
    stalled = start === pieceStart;
    addPiece(split, pieceStart, found);
  }
  addPiece(split, start, text.length);
}

/** Fails when a split of `text` at every character would not fit the value budget (R182). */
function checkPieces(meter: Meter, text: Str): void {
  const allowed = meter.maxValueNodes;
  const amount = 2 * (1 + text.chars);
  if (amount > allowed) throw new Fault("E453", "atomic-work", { name: "split-string", allowed, amount });
}

function splitString(
  meter: Meter,
  string: Value,
  separators: Value,
  options: readonly [omitNulls: Value, trim: Value],
): Value {
  const separator = optionalRegexp(meter, "split-string", separators, 1);
  if (separator?.text.chars === 0) throw new Fault("E164", "atomic-work", { name: "split-string" }, 1);
  const trim = optionalRegexp(meter, "split-string", options[1], 3);
  const text = stringOperand("split-string", string, 0);
  for (const operand of [separator, trim]) if (operand !== undefined) checkWork(operand.regexp, text, meter);
  checkPieces(meter, text);
  const split: Split = {
    meter,
    text,
    keepEmpty: options[0] === NIL,
    trim,
    trims: trim === undefined ? undefined : new Remembered(openMatches(trim.regexp, text, meter)),
    pieces: [],
    lastMatch: -1,
  };
  meter.work += text.text.length >> 2;
  splitAt(split, separator === undefined ? new Whitespace(text.text) : openMatches(separator.regexp, text, meter));
  return meter.list(split.pieces);
}

/** `split-string` (R086, R181–R184). */
export const SPLIT_STRING: Primitive = definePrimitive({
  signature: "(split-string string &optional separators omit-nulls trim)",
  doc: "Splits STRING at every match of the regexp SEPARATORS. SEPARATORS is runs of whitespace when left out. Empty pieces stay unless OMIT-NULLS is true. Text that the regexp TRIM matches is taken off both ends of each piece.",
  examples: [
    ['(split-string "a,b,,c" ",")', '("a" "b" "" "c")'],
    ['(split-string " two  words" nil t)', '("two" "words")'],
    ['(split-string "a, b ,c" "," nil " +")', '("a" "b" "c")'],
  ],
  // eslint-disable-next-line max-params -- four operands and the account
  fixed: (meter, string, separators, omitNulls, trim) => splitString(meter, string, separators, [omitNulls, trim]),
  regexps: [1, 3],
});
