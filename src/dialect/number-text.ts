/**
 * Numbers as text, by the rules of Emacs 30 (R103, R104, 2.1): what a token has to look like to be a
 * number, the numeric prefix that `string-to-number` takes, and the one spelling that every float prints as.
 */

import type { Big, Value } from "./values.ts";
import { Flo, integer } from "./values.ts";

const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;

/** Digits of a number that fits a JavaScript number without care. */
const SAFE_DIGITS = 15;

/** What `scanNumber` found: where the number ends, where its integer digits do, and whether it is a float. */
interface NumberScan {
  readonly start: number;
  /** End of the leading integer digits. */
  readonly digitsEnd: number;
  readonly end: number;
  readonly float: boolean;
  /** The exponent is the word INF or NaN. */
  readonly word: "INF" | "NaN" | undefined;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The value of a digit in bases up to 36, or 99 for anything else. */
export function digitValue(code: number): number {
  if (isDigit(code)) return code - ZERO;
  const lower = code | 32;
  return lower >= 97 && lower <= 122 ? lower - 87 : 99;
}

function skipDigits(text: string, at: number): number {
  let i = at;
  while (isDigit(text.charCodeAt(i))) i++;
  return i;
}

/** End of an exponent that begins at `at`, or `at` when there is none: e5, E-5, e+INF, e+NaN. */
function exponentEnd(text: string, at: number): number {
  if ((text.charCodeAt(at) | 32) !== 101) return at;
  const sign = text.charCodeAt(at + 1);
  const digits = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  const end = skipDigits(text, digits);
  if (end > digits) return end;
  return sign === PLUS && (text.startsWith("INF", digits) || text.startsWith("NaN", digits)) ? digits + 3 : at;
}

/** The longest number in `text` from `from` on, or undefined. Linear, makes no big number. */
function scanNumber(text: string, from: number): NumberScan | undefined {
  const sign = text.charCodeAt(from);
  const start = sign === PLUS || sign === MINUS ? from + 1 : from;
  const digitsEnd = skipDigits(text, start);
  const point = text.charCodeAt(digitsEnd) === DOT ? digitsEnd + 1 : digitsEnd;
  const fractionEnd = point > digitsEnd ? skipDigits(text, point) : point;
  const end = exponentEnd(text, fractionEnd);
  const whole = digitsEnd > start;
  const float = fractionEnd > point || (whole && end > fractionEnd);
  if (!float && !whole) return undefined;
  return { start, digitsEnd, end, float, word: end > fractionEnd ? wordBefore(text, end) : undefined };
}

/** INF or NaN where an exponent ends with it. */
function wordBefore(text: string, end: number): NumberScan["word"] {
  if (text.charCodeAt(end - 1) === 70) return "INF";
  return text.charCodeAt(end - 1) === 78 ? "NaN" : undefined;
}

function valueOf(text: string, from: number, scan: NumberScan): number | Big | Flo {
  const negative = text.charCodeAt(from) === MINUS;
  if (scan.float) {
    if (scan.word === "NaN") return new Flo(NaN, negative);
    const magnitude = scan.word === "INF" ? Infinity : Number(text.slice(scan.start, scan.end));
    return new Flo(negative ? -magnitude : magnitude);
  }
  return integerOf(text.slice(scan.start, scan.digitsEnd), negative);
}

function integerOf(digits: string, negative: boolean): number | Big {
  if (digits.length > SAFE_DIGITS) {
    const magnitude = BigInt(digits);
    return integer(negative ? -magnitude : magnitude);
  }
  const value = Number(digits);
  return negative && value !== 0 ? -value : value;
}

/** Whether a text that begins with this character can be a number at all. */
export function startsNumber(code: number): boolean {
  return isDigit(code) || code === DOT || code === MINUS || code === PLUS;
}

/** Whether the whole text is a number: a symbol of this name must be escaped to be read back. */
export function isNumberText(text: string): boolean {
  return startsNumber(text.charCodeAt(0)) && scanNumber(text, 0)?.end === text.length;
}

/**
 * How many digits an integer token has, sign, leading zeros and trailing point left out, or 0 when the text is
 * no integer. It bounds the width of the number before any work is spent on it.
 */
export function integerDigits(text: string): number {
  const scan = startsNumber(text.charCodeAt(0)) ? scanNumber(text, 0) : undefined;
  if (scan === undefined || scan.float || scan.end !== text.length) return 0;
  let first = scan.start;
  while (text.charCodeAt(first) === ZERO) first++;
  return scan.digitsEnd - first;
}

/**
 * The number that a whole token is, or undefined when the token is something else (2.1): `1.` is an integer, `.5`
 * and `1e3` are floats, `1.5.2` and `1_000` are no numbers.
 */
export function parseNumber(text: string): number | Big | Flo | undefined {
  if (!startsNumber(text.charCodeAt(0))) return undefined;
  const scan = scanNumber(text, 0);
  return scan?.end === text.length ? valueOf(text, 0, scan) : undefined;
}

/**
 * The integer of `text` from `from` to `to`, all of them digits of `base` (2 to 36). The caller bounds the length.
 */
export function parseDigits(text: string, base: number, negative: boolean): number | Big {
  if (base === 10) return integerOf(text, negative);
  // Fifty-two bits at most are exact in a JavaScript number: ten digits in base 36, more in smaller ones.
  if (text.length <= CHUNK) {
    const value = parseInt(text, base);
    return negative && value !== 0 ? -value : value;
  }
  const magnitude = joinDigits(text, base);
  return integer(negative ? -magnitude : magnitude);
}

/** Digits that one chunk of `joinDigits` has. */
const CHUNK = 10;

/** Combines chunks pairwise, so that long texts do not cost the square of their length. */
function joinDigits(text: string, base: number): bigint {
  let parts: bigint[] = [];
  for (let end = text.length; end > 0; end -= CHUNK) {
    parts.push(BigInt(parseInt(text.slice(Math.max(0, end - CHUNK), end), base)));
  }
  // Lowest chunk first: each round joins neighbours, and an odd one out at the top stays.
  for (let scale = BigInt(base) ** BigInt(CHUNK); parts.length > 1; scale *= scale) {
    const joined: bigint[] = [];
    for (let i = 0; i < parts.length; i += 2) joined.push((parts[i + 1] ?? 0n) * scale + (parts[i] as bigint));
    parts = joined;
  }
  return parts[0] as bigint;
}

/**
 * What `string-to-number` answers (R104): blanks and tabs skipped, then the longest numeric prefix, or 0 when
 * there is none. Only base 10 knows floats. `base` is 2 to 16, checked by the caller, as is the length of `text`.
 */
export function numberPrefix(text: string, base: number): Value {
  let from = 0;
  while (text.charCodeAt(from) === 32 || text.charCodeAt(from) === 9) from++;
  if (base === 10) {
    const scan = scanNumber(text, from);
    return scan === undefined ? 0 : valueOf(text, from, scan);
  }
  const sign = text.charCodeAt(from);
  const start = sign === PLUS || sign === MINUS ? from + 1 : from;
  let end = start;
  while (digitValue(text.charCodeAt(end)) < base) end++;
  return end === start ? 0 : parseDigits(text.slice(start, end), base, sign === MINUS);
}

/**
 * A float as the printer writes it (2.1): the fewest digits that read back as the same float, in exponent form
 * below 1e-04 and from the larger of 15 digits and the digits needed on; always with a point or an exponent.
 */
export function printFloat(value: Flo): string {
  const number = value.value;
  if (Number.isNaN(number)) return value.negativeNan ? "-0.0e+NaN" : "0.0e+NaN";
  if (!Number.isFinite(number)) return number > 0 ? "1.0e+INF" : "-1.0e+INF";
  if (number === 0) return Object.is(number, -0) ? "-0.0" : "0.0";
  const text = Math.abs(number).toExponential();
  const mark = text.indexOf("e");
  const digits = text.charAt(0) + text.slice(2, mark);
  const exponent = Number(text.slice(mark + 1));
  const body =
    exponent < -4 || exponent >= Math.max(15, digits.length)
      ? scientific(digits, exponent)
      : positional(digits, exponent);
  return number < 0 ? `-${body}` : body;
}

function scientific(digits: string, exponent: number): string {
  const mantissa = digits.length === 1 ? digits : `${digits.charAt(0)}.${digits.slice(1)}`;
  const size = Math.abs(exponent).toString().padStart(2, "0");
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${size}`;
}

function positional(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${whole}.${digits.slice(exponent + 1) || "0"}`;
}
