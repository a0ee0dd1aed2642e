/** The control string of `format` as data (R084). */
import { Fault } from "../fault.ts";
import type { Meter } from "../meter.ts";
import { utf8Length } from "../values.ts";

/** One directive such as `%-5.2f`, with the text that stands before it. */
export interface Directive {
  /** The text between the directive before and this one, `%%` already made a percent sign. */
  readonly before: string;
  /** s S d i o x X c e f or g. */
  readonly conversion: string;
  /** The operand's number when the directive names it, as `%2$s` does, counted like the arguments of format; otherwise -1. */
  readonly operand: number;
  /** Whether there is nothing but the conversion. */
  readonly plain: boolean;
  readonly minus: boolean;
  readonly plus: boolean;
  readonly space: boolean;
  readonly sharp: boolean;
  readonly zero: boolean;
  readonly width: number;
  /** -1 when there is none. */
  readonly precision: number;
}

/** A control string taken apart. */
export interface Control {
  readonly directives: readonly Directive[];
  /** The text behind the last directive. */
  readonly tail: string;
  /** Bytes of all text outside the directives. */
  readonly bytes: number;
  /** Whether there is a percent sign; without one, format answers the control string itself. */
  readonly changed: boolean;
  /** The largest width or precision. */
  readonly largest: number;
}

/** Widths and precisions are cut off here: every budget is smaller. */
const MAX_COUNT = 1e12;
const CONVERSIONS = "sSdioxXcefg";
/** How many control strings are remembered, and how long they may be. */
const CACHE_ENTRIES = 64;
const CACHED_UNITS = 200;
/** Units of work to take apart one unit of a control string that is not remembered. */
const WORK_PER_UNIT = 32;

const cache = new Map<string, Control>();

/** The fault of a control string that `format` cannot follow (E315). */
export function badFormat(problem: string, operand = 0): Fault {
  return new Fault("E315", "script", { problem }, operand);
}

/** The directives of a control string; the short ones used last are remembered, others are charged. */
export function controlOf(text: string, meter: Meter): Control {
  if (text.length > CACHED_UNITS) {
    meter.work += WORK_PER_UNIT * text.length;
    return parseControl(text);
  }
  const known = cache.get(text);
  if (known !== undefined) return known;
  const control = parseControl(text);
  if (cache.size >= CACHE_ENTRIES) cache.clear();
  cache.set(text, control);
  return control;
}

function parseControl(text: string): Control {
  const directives: Directive[] = [];
  let before = "";
  let bytes = 0;
  let largest = 0;
  let at = 0;
  let changed = false;
  for (let percent = text.indexOf("%"); percent >= 0; percent = text.indexOf("%", at)) {
    before += text.slice(at, percent);
    changed = true;
    const { directive, end } = scanDirective(text, percent + 1, before);
    at = end;
    largest = Math.max(largest, directive.width, directive.precision);
    if (directive.conversion === "%") {
      before += "%";
      continue;
    }
    bytes += utf8Length(before);
    directives.push(directive);
    before = "";
  }
  const tail = before + text.slice(at);
  return { directives, tail, bytes: bytes + utf8Length(tail), changed, largest };
}

/** Digits from `at` on as a number, 0 for none, and where they end. */
function count(text: string, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let end = at;
  for (let digit = text.charCodeAt(end) - 48; digit >= 0 && digit <= 9; digit = text.charCodeAt(end) - 48) {
    value = Math.min(MAX_COUNT, value * 10 + digit);
    end++;
  }
  return { value, end };
}

/** Reads what follows a percent sign: operand number, flags, width, precision, conversion; `end` is behind it. */
function scanDirective(
  text: string,
  from: number,
  before: string,
): { readonly directive: Directive; readonly end: number } {
  const field = count(text, from);
  const numbered = field.end > from && text.charAt(field.end) === "$";
  const start = numbered ? field.end + 1 : from;
  let flagsEnd = start;
  while (flagsEnd < text.length && "-+ #0".includes(text.charAt(flagsEnd))) flagsEnd++;
  const flags = text.slice(start, flagsEnd);
  const width = count(text, flagsEnd);
  const pointed = text.charAt(width.end) === ".";
  const precision = pointed ? count(text, width.end + 1) : { value: -1, end: width.end };
  const code = text.codePointAt(precision.end);
  if (code === undefined) {
    throw badFormat("the control string ends in the middle of a directive; write %% for a percent sign");
  }
  const conversion = String.fromCodePoint(code);
  if (conversion !== "%" && !CONVERSIONS.includes(conversion)) throw badFormat(`unknown directive %${conversion}`);
  const plus = flags.includes("+");
  const minus = flags.includes("-");
  const directive: Directive = {
    before,
    conversion,
    operand: numbered ? field.value : -1,
    plain: precision.end === from,
    minus,
    plus,
    space: flags.includes(" ") && !plus,
    sharp: flags.includes("#"),
    zero: flags.includes("0") && !minus,
    width: width.value,
    precision: precision.value,
  };
  return { directive, end: precision.end + conversion.length };
}
