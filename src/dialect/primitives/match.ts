import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import { atTextEnd, atTextStart, checkWork, openMatches } from "../regexp/regexp.ts";
import { findAtEnd } from "../regexp/tail.ts";
import { charIndex, unitIndex } from "../text/characters.ts";
import type { Str, Value } from "../values.ts";
import { NIL } from "../values.ts";
import { outOfRange, wrongType } from "./faults.ts";
import type { RegexpOperand } from "./match-operands.ts";
import { charged, optionalRegexp, regexpOperand, slice, stringOperand } from "./match-operands.ts";
import { SPLIT_STRING } from "./split-string.ts";

/** The UTF-16 offset where a search starts: an index in characters, from the end when negative, 0 when left out. */
function searchStart(text: Str, start: Value): number {
  if (start === NIL) return 0;
  if (typeof start !== "number") throw wrongType("string-match-p", "integerp", start, 2);
  const index = start < 0 ? start + text.chars : start;
  if (index < 0 || index > text.chars)
    throw outOfRange("string-match-p", start, 2, ` for a string of ${text.chars} characters`);
  return unitIndex(text, index);
}

function stringMatch(meter: Meter, pattern: Value, string: Value, start: Value): Value {
  const { regexp } = regexpOperand(meter, "string-match-p", pattern, 0);
  const text = stringOperand("string-match-p", string, 1);
  checkWork(regexp, text, meter);
  const from = searchStart(text, start);
  const found = openMatches(regexp, text, meter).find(from);
  return found < 0 ? NIL : charIndex(text, found);
}

function isTrimmed(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9 || unit === 13;
}

/** Where the text that `regexp` takes from the end of `text` begins. */
function trimmedEnd(meter: Meter, text: Str, trim: RegexpOperand | undefined): number {
  if (trim !== undefined) {
    const found = findAtEnd(atTextEnd(trim.regexp), text, meter);
    return found < 0 ? text.text.length : found;
  }
  let end = text.text.length;
  while (end > 0 && isTrimmed(text.text.charCodeAt(end - 1))) end--;
  return end;
}

/** Where the text that `regexp` takes from the start of `text` ends. */
function trimmedStart(meter: Meter, text: Str, trim: RegexpOperand | undefined): number {
  if (trim !== undefined) {
    const matches = openMatches(atTextStart(trim.regexp), text, meter);
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
  meter.work += 2 * added;
  if (added === 0) return text;
  return meter.strOf(quoted, text.chars + added, text.bytes + added);
}

/** Primitives that match regexps (R086, R094, R097, R099). */
export const MATCH_PRIMITIVES: readonly Primitive[] = [
  SPLIT_STRING,
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
