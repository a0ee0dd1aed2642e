import { Fault } from "../fault.ts";
import type { Meter } from "../meter.ts";
import { overBudget } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Matches } from "../regexp/matches.ts";
import type { Regexp } from "../regexp/regexp.ts";
import { anchored, checkWork, compileRegexp, openMatches, withTextEnd } from "../regexp/regexp.ts";
import { charIndex, codeAt, unitIndex, unitsOf } from "../text/characters.ts";
import type { Value } from "../values.ts";
import { EMPTY, NIL, Str, str } from "../values.ts";
import { outOfRange, wrongType } from "./faults.ts";

/** The string operand at `index`. */
function stringOperand(name: string, value: Value, index: number): Str {
  if (value instanceof Str) return value;
  throw wrongType(name, "stringp", value, index);
}

/** A regexp operand with its text, or undefined for nil where it may be left out. */
interface RegexpOperand {
  readonly text: Str;
  readonly regexp: Regexp;
}

function regexpOperand(meter: Meter, name: string, value: Value, index: number): RegexpOperand {
  const text = stringOperand(name, value, index);
  try {
    return { text, regexp: compileRegexp(text, meter) };
  } catch (problem) {
    if (problem instanceof Fault) throw new Fault(problem.code, problem.kind, problem.args, index);
    throw problem;
  }
}

function optionalRegexp(meter: Meter, name: string, value: Value, index: number): RegexpOperand | undefined {
  return value === NIL ? undefined : regexpOperand(meter, name, value, index);
}

/** The characters of `text` from one UTF-16 offset to another, not charged. */
function slice(text: Str, from: number, to: number): Str {
  if (from === 0 && to === text.text.length) return text;
  if (from === to) return EMPTY;
  const part = text.text.slice(from, to);
  return text.bytes === text.text.length ? new Str(part, part.length, part.length) : str(part);
}

/** Charges a string made by `slice`, unless it is the whole operand. */
function charged(meter: Meter, part: Str, operand: Str): Str {
  return part === operand ? operand : meter.strOf(part.text, part.chars, part.bytes);
}

/** The UTF-16 offset where a search starts: an index in characters, from the end when negative, 0 when left out. */
function searchStart(text: Str, start: Value): number {
  if (start === NIL) return 0;
  if (typeof start !== "number") throw wrongType("string-match-p", "integerp", start, 2);
  const index = start < 0 ? start + text.chars : start;
  if (index < 0 || index > text.chars) throw outOfRange("string-match-p", start, 2, ` for a string of ${text.chars} characters`);
  return unitIndex(text, index);
}

function stringMatch(meter: Meter, pattern: Value, string: Value, start: Value): Value {
  const { regexp } = regexpOperand(meter, "string-match-p", pattern, 0);
  const text = stringOperand("string-match-p", string, 1);
  checkWork(regexp, text, meter);
  const from = searchStart(text, start);
  const found = openMatches(regexp, text, from, meter).find(from);
  return found < 0 ? NIL : charIndex(text, found);
}

function isTrimmed(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13;
}

/** Where the text that `regexp` takes from the end of `text` begins. */
function trimmedEnd(meter: Meter, text: Str, trim: RegexpOperand | undefined): number {
  if (trim !== undefined) {
    const found = openMatches(anchored(trim.regexp, trim.text, "end"), text, 0, meter).find(0);
    return found < 0 ? text.text.length : found;
  }
  let end = text.text.length;
  while (end > 0 && isTrimmed(text.text.charCodeAt(end - 1))) end--;
  return end;
}

/** Where the text that `regexp` takes from the start of `text` ends. */
function trimmedStart(meter: Meter, text: Str, trim: RegexpOperand | undefined): number {
  if (trim !== undefined) {
    const matches = openMatches(anchored(trim.regexp, trim.text, "start"), text, 0, meter);
    return matches.find(0) < 0 ? 0 : matches.end;
  }
  let start = 0;
  while (isTrimmed(text.text.charCodeAt(start))) start++;
  return start;
}

function stringTrim(meter: Meter, string: Value, left: Value, right: Value): Value {
  const trimLeft = optionalRegexp(meter, "string-trim", left, 1);
  const trimRight = optionalRegexp(meter, "string-trim", right, 2);
  const text = stringOperand("string-trim", string, 0);
  for (const trim of [trimLeft, trimRight]) if (trim !== undefined) checkWork(trim.regexp, text, meter);
  meter.work += text.text.length >> 4;
  const head = slice(text, 0, trimmedEnd(meter, text, trimRight));
  return charged(meter, slice(head, trimmedStart(meter, head, trimLeft), head.text.length), text);
}

function regexpQuote(meter: Meter, string: Value): Value {
  const text = stringOperand("regexp-quote", string, 0);
  meter.work += text.text.length >> 4;
  const quoted = text.text.replace(/[[*.\\?+^$]/g, "\\$&");
  const added = quoted.length - text.text.length;
  if (added === 0) return text;
  return meter.strOf(quoted, text.chars + added, text.bytes + added);
}

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
  if (split.keepEmpty || piece.chars > 0) split.pieces.push(charged(split.meter, piece, text));
}

function trimPiece(split: Split, piece: Str): Str {
  if (split.trim === undefined) return piece;
  const found = openMatches(withTextEnd(split.trim.text), piece, 0, split.meter).find(0);
  if (found >= 0) split.lastMatch = found;
  return found < 0 ? piece : slice(piece, 0, found);
}

/** Emacs's split: an empty match where the last one began moves on by a character, and none at the end splits. */
function splitAt(split: Split, separators: Matches): void {
  const { text } = split.text;
  let start = 0;
  let first = true;
  for (;;) {
    const again = !first && start === split.lastMatch && start < text.length;
    const found = separators.find(again ? start + unitsOf(codeAt(text, start)) : start);
    if (found < 0) break;
    split.lastMatch = found;
    if (start >= text.length) break;
    first = false;
    const pieceStart = start;
    start = separators.end;
    addPiece(split, pieceStart, found);
  }
  addPiece(split, start, text.length);
}

/** Fails when a split of `text` at every character would not fit the value budget (R182). */
function checkPieces(meter: Meter, text: Str): void {
  const nodes = 2 * (1 + text.chars);
  if (nodes > meter.maxValueNodes) throw overBudget("max-value-nodes", meter.maxValueNodes, nodes);
}

function splitString(meter: Meter, string: Value, separators: Value, options: readonly [omitNulls: Value, trim: Value]): Value {
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
    trims: trim === undefined ? undefined : new Remembered(openMatches(trim.regexp, text, 0, meter)),
    pieces: [],
    lastMatch: -1,
  };
  meter.work += text.text.length >> 2;
  splitAt(split, separator === undefined ? new Whitespace(text.text) : openMatches(separator.regexp, text, 0, meter));
  return meter.list(split.pieces);
}

/** Primitives that match regexps (R086, R094, R097, R099). */
export const MATCH_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(split-string string &optional separators omit-nulls trim)",
    doc: "Splits STRING at every match of the regexp SEPARATORS. SEPARATORS is runs of whitespace when left out. Empty pieces stay unless OMIT-NULLS is true. Text that the regexp TRIM matches is taken off both ends of each piece.",
    examples: [
      ['(split-string "a,b,,c" ",")', '("a" "b" "" "c")'],
      ['(split-string " two  words" nil t)', '("two" "words")'],
      ['(split-string "a, b ,c" "," nil " +")', '("a" "b" "c")'],
    ],
    fixed: (meter, string, separators, omitNulls, trim) => splitString(meter, string, separators, [omitNulls, trim]),
    regexps: [1, 3],
  }),
  definePrimitive({
    signature: "(string-trim string &optional trim-left trim-right)",
    doc: "STRING without what the regexp TRIM-LEFT matches at its start and TRIM-RIGHT at its end. Each is one or more spaces, tabs, newlines and returns when left out.",
    examples: [
      ['(string-trim "  a b\\n")', '"a b"'],
      ['(string-trim "--a--" "-+" "-+")', '"a"'],
    ],
    fixed: stringTrim,
    regexps: [1, 2],
  }),
  definePrimitive({
    signature: "(string-match-p regexp string &optional start)",
    doc: "Where the first match of REGEXP in STRING begins, counted in characters from 0; nil when there is none. The search begins at START, which counts from the end when negative. Upper and lower case match each other, always.",
    examples: [
      ['(string-match-p "^(defcustom" "(defcustom x")', "0"],
      ['(string-match-p "[0-9]+" "line 42")', "5"],
      ['(string-match-p "a" "banana" 2)', "3"],
    ],
    fixed: stringMatch,
    regexps: [0],
  }),
  definePrimitive({
    signature: "(regexp-quote string)",
    doc: "A regexp that matches exactly STRING, apart from case: its special characters are escaped.",
    examples: [['(regexp-quote "1.5 * [x]")', '"1\\\\.5 \\\\* \\\\[x]"']],
    fixed: regexpQuote,
  }),
];
