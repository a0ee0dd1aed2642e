/** Numbers in `format`, laid out as C's printf does and Emacs around it (R084). */
import { isFixnum } from "../equality.ts";
import type { Value } from "../values.ts";
import { Big, Flo } from "../values.ts";
import { noInteger } from "./faults.ts";
import type { Directive } from "./format-control.ts";
import { badFormat } from "./format-control.ts";
import type { Magnitude } from "./format-float.ts";
import { exponentText, fixedText, generalText } from "./format-float.ts";
import type { FormatOutput } from "./format-output.ts";
import type { Numeric } from "./numeric.ts";

/** More digits than this no number has; what a precision asks for beyond is zeros. */
const USEFUL_PRECISION = 16_382;
const DEFAULT_DECIMALS = 6;
/** Integers up to 64 bits keep all their digits in the float directives. */
const INT64_MIN = -(2n ** 63n);
const UINT64_END = 2n ** 64n;

/** The parts of what printf would write, and how many more digits the precision asks for. */
interface Numeral {
  /** The sign, and 0x where printf writes it. */
  readonly head: string;
  /** Sign and 0x of a number that Emacs writes itself; they come behind the head. */
  readonly prefix: string;
  /** Digits, with point and exponent; or inf, nan, a character. */
  readonly body: string;
  readonly excess: number;
}

/** Whether a directive writes floats. */
function isFloatDirective(directive: Directive): boolean {
  return directive.conversion === "e" || directive.conversion === "f" || directive.conversion === "g";
}

/** Adds a number; any other value of the operand is the fault E315. */
export function addNumber(output: FormatOutput, directive: Directive, value: Value, operand: number): void {
  if (typeof value !== "number" && !(value instanceof Big) && !(value instanceof Flo)) {
    throw badFormat(`%${directive.conversion} takes a number`, operand);
  }
  if (isFloatDirective(directive)) layOut(output, directive, floatNumeral(directive, value), directive.zero);
  else layOut(output, directive, integerNumeral(directive, value, operand), directive.zero && directive.precision < 0);
}

/** Adds one ASCII character. */
export function addAsciiCharacter(output: FormatOutput, directive: Directive, code: number): void {
  const body = directive.precision === 0 ? "" : String.fromCharCode(code);
  layOut(output, directive, { head: "", prefix: "", body, excess: 0 }, false);
}

/** How many blanks and zeros go where. */
interface Filling {
  readonly padding: number;
  readonly leading: number;
  readonly trailing: number;
}

/** Puts padding, sign, prefix, zeros and digits in their order. */
function layOut(output: FormatOutput, directive: Directive, numeral: Numeral, zero: boolean): void {
  const { head, prefix, body } = numeral;
  const { padding, leading, trailing } = filling(directive, numeral, zero);
  output.reserve(head.length + prefix.length + body.length + leading + trailing + padding);
  const exponent = trailing > 0 ? body.indexOf("e") : -1;
  const digits =
    exponent < 0 ? body + zeros(trailing) : body.slice(0, exponent) + zeros(trailing) + body.slice(exponent);
  const number = head + prefix + zeros(leading) + digits;
  if (padding === 0) output.addReserved(number);
  else output.addReserved(directive.minus ? number + " ".repeat(padding) : " ".repeat(padding) + number);
}

function zeros(count: number): string {
  return count === 0 ? "" : "0".repeat(count);
}

function filling(directive: Directive, numeral: Numeral, zero: boolean): Filling {
  const { head, prefix, body, excess } = numeral;
  const trailing = trailingZeros(directive, numeral);
  const leading = isFloatDirective(directive) ? 0 : excess;
  const padding = Math.max(0, directive.width - (head.length + prefix.length + body.length + leading + trailing));
  if (zero && isDigits(body)) return { padding: 0, leading: leading + padding, trailing };
  // The # of %o wants a zero in front; padding makes room for it.
  const octal = directive.sharp && directive.conversion === "o" && leading === 0 && !body.startsWith("0");
  return octal ? { padding: Math.max(0, padding - 1), leading: 1, trailing } : { padding, leading, trailing };
}

/** Whether a body is a number: neither empty nor inf nor nan. */
function isDigits(body: string): boolean {
  return body !== "" && body !== "inf" && body !== "nan";
}

/** Decimals that a float directive asks for beyond the useful ones. */
function trailingZeros(directive: Directive, numeral: Numeral): number {
  if (numeral.excess === 0 || !isFloatDirective(directive)) return 0;
  const general = directive.conversion === "g" && !(directive.sharp && numeral.body.includes("."));
  return general || !/[0-9]$/u.test(numeral.body) ? 0 : numeral.excess;
}

/** The sign that printf writes before a number. */
function signOf(directive: Directive, negative: boolean): string {
  if (negative) return "-";
  if (directive.plus) return "+";
  return directive.space ? " " : "";
}

function integerNumeral(directive: Directive, value: Numeric, operand: number): Numeral {
  if (typeof value === "number") return wordNumeral(directive, Math.abs(value), value < 0);
  if (value instanceof Big) {
    return isFixnum(value.value) ? bigintNumeral(directive, value.value) : wideNumeral(directive, value.value);
  }
  if (directive.conversion === "d" || directive.conversion === "i") return cutNumeral(directive, value);
  if (!Number.isFinite(value.value)) throw noInteger("format", value, operand);
  const integer = BigInt(Math.trunc(value.value));
  const fits = -UINT64_END < integer && integer < UINT64_END;
  return fits ? bigintNumeral(directive, integer) : wideNumeral(directive, integer);
}

function bigintNumeral(directive: Directive, value: bigint): Numeral {
  return wordNumeral(directive, value < 0n ? -value : value, value < 0n);
}

function digitsOf(directive: Directive, magnitude: number | bigint): string {
  switch (directive.conversion) {
    case "o":
      return magnitude.toString(8);
    case "x":
      return magnitude.toString(16);
    case "X":
      return magnitude.toString(16).toUpperCase();
    default:
      return magnitude.toString();
  }
}

/** An integer that fits a machine word, as printf writes it: the precision is the least number of digits. */
function wordNumeral(directive: Directive, magnitude: number | bigint, negative: boolean): Numeral {
  const { precision, sharp, conversion } = directive;
  const useful = Math.min(precision, USEFUL_PRECISION);
  const written = digitsOf(directive, magnitude);
  const digits = written === "0" && useful === 0 ? "" : written.padStart(useful, "0");
  const octal = sharp && conversion === "o" && !digits.startsWith("0");
  const base = sharp && (conversion === "x" || conversion === "X") && written !== "0" ? `0${conversion}` : "";
  return {
    head: signOf(directive, negative) + base,
    prefix: "",
    body: octal ? `0${digits}` : digits,
    excess: precision < 0 ? 0 : precision - useful,
  };
}

/** A wider integer, which Emacs writes itself; the sign counts as one of the digits that a precision asks for. */
function wideNumeral(directive: Directive, value: bigint): Numeral {
  const negative = value < 0n;
  const head = negative ? "-" : "";
  const body = digitsOf(directive, negative ? -value : value);
  const base = directive.conversion === "x" || directive.conversion === "X" ? `0${directive.conversion}` : "";
  return {
    head,
    prefix: (negative ? "" : signOf(directive, false)) + (directive.sharp ? base : ""),
    body,
    excess: Math.max(0, directive.precision - head.length - body.length),
  };
}

/** A float cut to an integer, for %d. */
function cutNumeral(directive: Directive, value: Flo): Numeral {
  const special = specialText(value);
  const head = signOf(directive, special === undefined ? value.value <= -1 : isNegative(value));
  const body = special ?? BigInt(Math.trunc(Math.abs(value.value))).toString();
  // As in Emacs, a letter counts as a sign here.
  const counted = head === "" && special !== undefined ? body.length - 1 : body.length;
  return { head, prefix: "", body, excess: Math.max(0, directive.precision - counted) };
}

function isNegative(value: Flo): boolean {
  return value.negativeNan || value.value < 0 || Object.is(value.value, -0);
}

/** What printf writes for a float that is no finite number. */
function specialText(value: Flo): string | undefined {
  if (Number.isNaN(value.value)) return "nan";
  return Number.isFinite(value.value) ? undefined : "inf";
}

function floatNumeral(directive: Directive, value: Numeric): Numeral {
  const { precision } = directive;
  const useful = precision < 0 ? DEFAULT_DECIMALS : Math.min(precision, USEFUL_PRECISION);
  const negative = value instanceof Flo ? isNegative(value) : value instanceof Big ? value.value < 0n : value < 0;
  const special = value instanceof Flo ? specialText(value) : undefined;
  const body = special ?? finiteText(directive, magnitudeOf(value), useful);
  return { head: signOf(directive, negative), prefix: "", body, excess: precision < 0 ? 0 : precision - useful };
}

/** The number without its sign; an integer of more than 64 bits as the nearest float. */
function magnitudeOf(value: Numeric): Magnitude {
  if (!(value instanceof Big)) return Math.abs(typeof value === "number" ? value : value.value);
  const word = value.value >= INT64_MIN && value.value < UINT64_END;
  if (!word) return Math.abs(Number(value.value));
  return value.value < 0n ? -value.value : value.value;
}

function finiteText(directive: Directive, magnitude: Magnitude, precision: number): string {
  if (magnitude === Infinity) return "inf";
  if (directive.conversion === "e") return exponentText(magnitude, precision, directive.sharp);
  if (directive.conversion === "f") return fixedText(magnitude, precision, directive.sharp);
  return generalText(magnitude, precision, directive.sharp);
}
