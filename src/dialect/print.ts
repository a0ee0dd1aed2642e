import { plainQuote } from "./reader/characters.ts";
import type { Meter } from "./meter.ts";
import { overBudget } from "./meter.ts";
import { isNumberText, printFloat } from "./number-text.ts";
import type { Sym, Value } from "./values.ts";
import {
  Big,
  Closure,
  Flo,
  NIL,
  Pair,
  READER_BACKQUOTE,
  READER_COMMA,
  READER_COMMA_AT,
  READER_QUOTE,
  Str,
  Vec,
} from "./values.ts";

/** What is left to print of an open list or vector, or a change of the backquote level to make when it is reached. */
type Pending =
  | { readonly kind: "cdr"; readonly value: Value }
  | { readonly kind: "items"; readonly value: Vec; next: number }
  | { readonly kind: "level"; readonly change: number };

interface Output {
  text: string;
  bytes: number;
  readonly max: number;
  readonly readable: boolean;
  /** How many printed backquotes, less printed commas, stand around what is printed now. */
  level: number;
  readonly pending: Pending[];
}

/** Adds text that takes `bytes` bytes, unless that passes the budget. */
function put(output: Output, text: string, bytes: number): void {
  const sum = output.bytes + bytes;
  if (sum > output.max) throw overBudget("max-value-bytes", output.max, sum);
  output.bytes = sum;
  output.text += text;
}

function putAscii(output: Output, text: string): void {
  put(output, text, text.length);
}

const SYMBOL_ESCAPED = /["\\';#(),`[\]\u0000-\u0020\u00a0]/g;
const NEEDS_ESCAPE = /["\\';#(),`[\]\u0000-\u0020\u00a0]/;

/** Whether a backslash must stand before a name's first character even though that is no delimiter. */
function hasConfusingStart(name: string): boolean {
  const first = name.charCodeAt(0);
  return first === 63 || first === 46 || plainQuote(first) !== undefined || isNumberText(name);
}

/** A symbol's name as the reader takes it back. */
function symbolText(name: string): string {
  if (name === "") return "##";
  const escaped = NEEDS_ESCAPE.test(name) ? name.replace(SYMBOL_ESCAPED, "\\$&") : name;
  return escaped.charCodeAt(0) !== 92 && hasConfusingStart(name) ? `\\${escaped}` : escaped;
}

function putSymbol(output: Output, symbol: Sym): void {
  const { name } = symbol;
  const text = output.readable ? symbolText(name) : name === "" ? "##" : name;
  const bytes = symbol === NIL ? 3 : symbol.bytes;
  put(output, text, bytes + text.length - name.length);
}

/** The text of a string between its quotes: only " and \ are escaped, and raw bytes are octal. */
function escapeString(text: string): string {
  let out = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) {
      i++;
    } else if (unit === 34 || unit === 92) {
      out += `${text.slice(from, i)}\\`;
      from = i;
    } else if (unit >= 0xdc80 && unit < 0xdd00) {
      out += `${text.slice(from, i)}\\${(unit - 0xdc00).toString(8)}`;
      from = i + 1;
    }
  }
  return out === "" ? text : out + text.slice(from);
}

function putString(output: Output, value: Str): void {
  if (!output.readable) {
    put(output, value.text, value.bytes);
    return;
  }
  // Checked before the escaped copy is made.
  if (output.bytes + value.bytes + 2 > output.max) put(output, "", value.bytes + 2);
  const text = escapeString(value.text);
  // A raw byte is one unit and one byte; its escape is four of each.
  put(output, `"${text}"`, value.bytes + text.length - value.text.length + 2);
}

/** The prefix a two-element list prints as, or undefined when it prints as a list. */
function prefixOf(output: Output, value: Pair): string | undefined {
  const rest = value.cdr;
  if (!(rest instanceof Pair) || rest.cdr !== NIL) return undefined;
  switch (value.car) {
    case READER_QUOTE:
      return "'";
    case READER_BACKQUOTE:
      return "`";
    case READER_COMMA:
      return output.level > 0 ? "," : undefined;
    case READER_COMMA_AT:
      return output.level > 0 ? ",@" : undefined;
    default:
      return undefined;
  }
}

function putPrefixed(output: Output, prefix: string, value: Pair): Value {
  put(output, prefix, prefix.length);
  const change = prefix === "'" ? 0 : prefix === "`" ? 1 : -1;
  if (change !== 0) {
    output.level += change;
    output.pending.push({ kind: "level", change: -change });
  }
  return (value.cdr as Pair).car;
}

/** Prints an atom, or opens a list, vector or prefix and answers its first part, which comes next. */
function begin(output: Output, value: Value): Value | undefined {
  if (typeof value === "number") {
    putAscii(output, value.toString());
  } else if (value instanceof Pair) {
    const prefix = prefixOf(output, value);
    if (prefix !== undefined) return putPrefixed(output, prefix, value);
    put(output, "(", 1);
    output.pending.push({ kind: "cdr", value: value.cdr });
    return value.car;
  } else if (value instanceof Str) {
    putString(output, value);
  } else if (value instanceof Vec) {
    put(output, "[", 1);
    output.pending.push({ kind: "items", value, next: 0 });
  } else {
    putAtom(output, value);
  }
  return undefined;
}

function putAtom(output: Output, value: Sym | Big | Flo | Closure): void {
  if (value instanceof Big) putAscii(output, value.value.toString());
  else if (value instanceof Flo) putAscii(output, printFloat(value));
  else if (value instanceof Closure) put(output, "#<lambda>", 9);
  else putSymbol(output, value);
}

/** Goes on with the innermost open part: answers the next value to print, or undefined when it was closed. */
function resume(output: Output): Value | undefined {
  const { pending } = output;
  const top = pending.pop();
  if (top === undefined) return undefined;
  if (top.kind === "level") {
    output.level += top.change;
    return undefined;
  }
  if (top.kind === "items") {
    const item = top.value.items[top.next];
    if (item === undefined) {
      put(output, "]", 1);
      return undefined;
    }
    if (top.next > 0) put(output, " ", 1);
    top.next++;
    pending.push(top);
    return item;
  }
  const rest = top.value;
  if (rest === NIL) {
    put(output, ")", 1);
    return undefined;
  }
  if (rest instanceof Pair) {
    put(output, " ", 1);
    pending.push({ kind: "cdr", value: rest.cdr });
    return rest.car;
  }
  put(output, " . ", 3);
  pending.push({ kind: "cdr", value: NIL });
  return rest;
}

function printWith(value: Value, readable: boolean, meter: Meter | undefined): string {
  const output: Output = { text: "", bytes: 0, max: meter?.maxValueBytes ?? Infinity, readable, level: 0, pending: [] };
  let next: Value | undefined = value;
  do {
    while (next !== undefined) next = begin(output, next);
    next = resume(output);
  } while (next !== undefined || output.pending.length > 0);
  if (meter !== undefined && (value instanceof Pair || value instanceof Vec)) meter.work += output.bytes * PRINT_WORK;
  return output.text;
}

/** Work units of one printed byte of a list: finding the next atom costs far more than copying its text (R236). */
const PRINT_WORK = 32;

/**
 * The text that reads back as `value` (2.1, prin1): strings quoted, symbols escaped, quote and template forms short.
 * With a meter it fails with E430 before more than max-value-bytes are made. Depth is no problem.
 */
export function print(value: Value, meter?: Meter): string {
  return printWith(value, true, meter);
}

/** The text of `value` for people (princ, `%s`): strings and symbols as they are, everywhere. Bounded as `print` is. */
export function printPlain(value: Value, meter?: Meter): string {
  return value instanceof Str && meter === undefined ? value.text : printWith(value, false, meter);
}
