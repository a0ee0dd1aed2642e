import { integerBits } from "../integer-width.ts";
import type { Limits } from "../limits.ts";
import { digitValue, integerDigits, parseDigits, parseNumber, startsNumber } from "../number-text.ts";
import type { Str, SymbolTable, Value } from "../values.ts";
import { Big, str, Sym } from "../values.ts";
import { endsCharacter, plainQuote } from "./characters.ts";
import { readCharacter, readStringEscape } from "./escapes.ts";
import type { Reports } from "./reports.ts";
import { report, snippet } from "./reports.ts";
import type { SyntaxNode } from "./syntax.ts";

/** What reading one datum needs. `late` holds what is wrong with values rather than text: looked at after the budgets. */
export interface DatumContext {
  readonly source: string;
  readonly symbols: SymbolTable;
  readonly limits: Limits;
  readonly reports: Reports;
  readonly late: Reports;
  readonly warnings: Reports;
}

/** Reports text that is no datum (E100). */
export function illegal(context: DatumContext, start: number, end: number, what: string): void {
  report(context.reports, { code: "E100", kind: "script", span: { start, end }, args: { what } });
}

function badEscape(context: DatumContext, start: number, end: number, what: string): void {
  report(context.reports, {
    code: "E150",
    kind: "script",
    span: { start, end: Math.max(end, start + 1) },
    args: { what },
  });
}

/** The value of a string node (R028): up to its closing quote, or to the end of the text when that is missing. */
export function stringValue(context: DatumContext, node: SyntaxNode): Str {
  const { source } = context;
  const end = node.closed ? node.end - 1 : node.end;
  let from = node.start + 1;
  const body = source.slice(from, end);
  // Looked for in the body alone: the rest of the text may be long.
  if (!body.includes("\\")) return str(body);
  let at = source.indexOf("\\", from);
  const parts: string[] = [];
  while (at >= 0 && at < end) {
    parts.push(source.slice(from, at));
    if (at + 1 >= end) {
      from = end;
      break;
    }
    const escape = readStringEscape(source, at);
    const stop = Math.min(escape.end, end);
    if (escape.problem !== undefined) badEscape(context, at, stop, escape.problem);
    parts.push(escape.text);
    from = Math.max(stop, at + 1);
    at = source.indexOf("\\", from);
  }
  parts.push(source.slice(from, end));
  return str(parts.join(""));
}

/** The value of an atom: a number, character or symbol; undefined, with a report, when it is none. */
export function atomValue(context: DatumContext, node: SyntaxNode): Value | undefined {
  const { source } = context;
  const first = source.charCodeAt(node.start);
  if (first === 63) return characterValue(context, node);
  if (first === 35) return hashValue(context, node);
  if (startsNumber(first)) {
    const number = numberValue(context, node);
    if (number !== undefined) return number;
  }
  return symbolValue(context, node);
}

/** Integers of up to nine digits, the usual ones, or -1. */
function shortInteger(source: string, start: number, end: number): number {
  if (end - start > 9) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = source.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Digits from which on it pays to know how wide an integer is before converting it. */
const MANY_DIGITS = 300;

function numberValue(context: DatumContext, node: SyntaxNode): Value | undefined {
  const short = shortInteger(context.source, node.start, node.end);
  if (short >= 0) return narrow(context, node, short);
  const text = context.source.slice(node.start, node.end);
  if (text.length > MANY_DIGITS && tooLong(context, node, integerDigits(text), 10)) return 0;
  const value = parseNumber(text);
  return value === undefined ? undefined : narrow(context, node, value);
}

function reportWidth(context: DatumContext, node: SyntaxNode, amount: number): void {
  report(context.late, {
    code: "E432",
    kind: "value",
    span: { start: node.start, end: node.end },
    args: { limit: "max-number-bits", allowed: context.limits["max-number-bits"], amount },
  });
}

/** Checks a number against the integer width (E432). */
function narrow(context: DatumContext, node: SyntaxNode, value: Value): Value {
  const max = context.limits["max-number-bits"];
  if (typeof value === "number" ? max < 53 : value instanceof Big) {
    const bits = integerBits(value as number | Big);
    if (bits > max) reportWidth(context, node, bits);
  }
  return value;
}

/** Whether so many digits are certain to be too wide, found out without converting them. */
function tooLong(context: DatumContext, node: SyntaxNode, digits: number, base: number): boolean {
  const least = Math.floor((digits - 1) * Math.log2(base)) + 1;
  if (least <= context.limits["max-number-bits"] || digits < 2) return false;
  reportWidth(context, node, least);
  return true;
}

function characterValue(context: DatumContext, node: SyntaxNode): Value | undefined {
  const { source } = context;
  const literal = readCharacter(source, node.start);
  if (literal.problem !== undefined) {
    const lacking = node.end === node.start + 1;
    if (lacking) illegal(context, node.start, node.end, "? needs a character after it, such as ?a");
    else badEscape(context, node.start, node.end, literal.problem);
    return undefined;
  }
  const blank = literal.code === 32 || literal.code === 9;
  if (node.end === literal.end && (blank || endsCharacter(source.charCodeAt(literal.end)))) {
    return narrow(context, node, literal.code);
  }
  const text = snippet(source, node.start, node.end);
  illegal(
    context,
    node.start,
    node.end,
    `${text} is no character: a blank or a delimiter must follow ${source.slice(node.start, literal.end)}`,
  );
  return undefined;
}

const RADIX: Readonly<Record<string, number>> = { x: 16, o: 8, b: 2 };

/** The values that begin with # and are neither prefixes nor references: ##, #_name, #:name (a symbol of its own), numbers in other bases. */
function hashValue(context: DatumContext, node: SyntaxNode): Value | undefined {
  const { source } = context;
  const next = source.charAt(node.start + 1).toLowerCase();
  if (next === "#") return context.symbols.intern("");
  if (next === ":") return new Sym(symbolName(source.slice(node.start + 2, node.end)));
  if (next === "_") return context.symbols.intern(symbolName(source.slice(node.start + 2, node.end)));
  const named = RADIX[next];
  if (named !== undefined) return radixValue(context, node, named, node.start + 2);
  const mark = source.slice(node.start, node.end).search(/r/i) + node.start;
  return radixValue(context, node, Number(source.slice(node.start + 1, mark)), mark + 1);
}

function radixValue(context: DatumContext, node: SyntaxNode, base: number, at: number): Value | undefined {
  const { source } = context;
  const text = source.slice(node.start, node.end);
  if (base < 2 || base > 36) {
    illegal(context, node.start, node.end, `${snippet(text, 0, text.length)} has a base that is not from 2 to 36`);
    return undefined;
  }
  const sign = source.charCodeAt(at);
  let first = sign === 43 || sign === 45 ? at + 1 : at;
  let valid = first < node.end;
  for (let i = first; i < node.end; i++) valid &&= digitValue(source.charCodeAt(i)) < base;
  if (!valid) {
    illegal(context, node.start, node.end, `${snippet(text, 0, text.length)} is no number of base ${base}`);
    return undefined;
  }
  while (first < node.end - 1 && source.charCodeAt(first) === 48) first++;
  if (tooLong(context, node, node.end - first, base)) return 0;
  return narrow(context, node, parseDigits(source.slice(first, node.end), base, sign === 45));
}

/** A symbol's name: each backslash quotes the character after it. */
function symbolName(text: string): string {
  return text.includes("\\") ? text.replace(/\\([^])/g, "$1") : text;
}

/** Character names of other Lisps, written with a backslash there. */
const CHARACTER_NAMES: Readonly<Record<string, string>> = {
  newline: "?\\n",
  space: "?\\s",
  tab: "?\\t",
  return: "?\\r",
};

function symbolValue(context: DatumContext, node: SyntaxNode): Value | undefined {
  const { source, symbols } = context;
  const text = source.slice(node.start, node.end);
  if (!text.includes("\\")) {
    const quote = plainQuote(text.charCodeAt(0));
    if (quote !== undefined) {
      curlyQuote(context, node, quote);
      return undefined;
    }
    return symbols.intern(text);
  }
  if (trailingBackslash(text)) {
    illegal(context, node.end - 1, node.end, "a backslash at the end of the text quotes nothing");
    return undefined;
  }
  const name = symbolName(text);
  warnOfCharacter(context, node, name);
  return symbols.intern(name);
}

/** Whether the last backslash quotes nothing: an odd number of them ends the text. */
function trailingBackslash(text: string): boolean {
  let count = 0;
  while (count < text.length && text.charCodeAt(text.length - 1 - count) === 92) count++;
  return count % 2 === 1;
}

/** `\a` is a character in other Lisps and the symbol a here. */
function warnOfCharacter(context: DatumContext, node: SyntaxNode, name: string): void {
  const { source } = context;
  if (source.charCodeAt(node.start) !== 92 || source.length <= node.start + 1) return;
  const single = /^[A-Za-z]$/.test(name);
  const instead = single ? `?${name}` : Object.hasOwn(CHARACTER_NAMES, name) ? CHARACTER_NAMES[name] : undefined;
  if (instead === undefined || node.end - node.start !== name.length + 1) return;
  report(context.warnings, {
    code: "W310",
    kind: "warning",
    span: { start: node.start, end: node.end },
    args: {
      what: `\\${name} is the symbol ${name} here, not a character`,
      instead: `Write ${instead} for the code of the character.`,
    },
  });
}

/** Reports a typographic quotation mark where a symbol begins (E100), with the plain marks as the correction. */
function curlyQuote(context: DatumContext, node: SyntaxNode, plain: "'" | '"'): void {
  const { source } = context;
  const mark = source.charAt(node.start);
  const span = { start: node.start, end: node.start + 1 };
  const edits = [{ span, text: plain as string }];
  if (plain === '"') {
    let end = node.start + 1;
    while (end < source.length && plainQuote(source.charCodeAt(end)) !== '"' && source.charCodeAt(end) !== 10) end++;
    if (plainQuote(source.charCodeAt(end)) === '"') edits.push({ span: { start: end, end: end + 1 }, text: plain });
  }
  report(context.reports, {
    code: "E100",
    kind: "script",
    span,
    args: { what: `${mark} is a typographic quotation mark` },
    notes: [`Write ${plain} instead.`],
    ...(plain === "'" || edits.length === 2
      ? { fix: { title: `Write ${plain} for the typographic marks`, edits } }
      : {}),
  });
}
