import { digitValue } from "../number-text.ts";
import { characterNamed } from "./character-names.ts";

/** Modifier bits of a character (Emacs 30): `?\M-a` is 97 with the meta bit. */
const META = 0x8000000;
const CONTROL = 0x4000000;
const SHIFT = 0x2000000;
const HYPER = 0x1000000;
const SUPER = 0x800000;
const ALT = 0x400000;
const MODIFIERS = META | CONTROL | SHIFT | HYPER | SUPER | ALT;

/** The first character code that stands for a raw byte; the byte itself is the code less `RAW_BYTE`. */
const RAW_BYTE = 0x3fff00;
const MAX_UNICODE = 0x10ffff;
const MAX_NAME = 100;

/** What one escape means. `code` is a character with modifier bits, or -1 with the `problem`; `end` is the offset after it. */
export interface Escape {
  readonly code: number;
  readonly end: number;
  readonly problem: string | undefined;
}

/** What a character literal means: an integer, raw bytes as their value, or a problem. */
export type CharacterLiteral = Escape;

const SIMPLE: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  d: 127,
  e: 27,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};
const MODIFIER_LETTERS: Readonly<Record<string, number>> = {
  M: META,
  S: SHIFT,
  H: HYPER,
  A: ALT,
  s: SUPER,
  C: CONTROL,
};

function failed(problem: string, end: number): Escape {
  return { code: -1, end, problem };
}

function done(code: number, end: number): Escape {
  return { code, end, problem: undefined };
}

function rawByte(value: number): number {
  return value >= 0x80 && value < 0x100 ? RAW_BYTE + value : value;
}

function isHex(unit: number): boolean {
  return digitValue(unit) < 16;
}

/** One to three octal digits. */
function octal(source: string, at: number): Escape {
  let end = at;
  let value = 0;
  while (end < at + 3 && digitValue(source.charCodeAt(end)) < 8) {
    value = value * 8 + digitValue(source.charCodeAt(end++));
  }
  return done(rawByte(value), end);
}

/** Any number of hex digits after \x; one or two of them above 7f make a raw byte, and large values carry modifiers. */
function hex(source: string, at: number): Escape {
  let end = at;
  let value = 0;
  while (isHex(source.charCodeAt(end))) {
    value = value * 16 + digitValue(source.charCodeAt(end++));
    if (value > 0xfffffff) return failed("\\x names no character this large", end);
  }
  if (end === at) return failed("\\x needs hex digits after it", end);
  return done(end - at < 3 ? rawByte(value) : value, end);
}

/** Exactly `count` hex digits after \u or \U. */
function unicode(source: string, at: number, count: number): Escape {
  let end = at;
  let value = 0;
  while (end < at + count && isHex(source.charCodeAt(end))) value = value * 16 + digitValue(source.charCodeAt(end++));
  const name = count === 4 ? "\\u" : "\\U";
  if (end < at + count) return failed(`${name} needs ${count} hex digits, not ${end - at}`, end);
  if (value > MAX_UNICODE) return failed(`${name}${source.slice(at, end)} is beyond the last character, U+10FFFF`, end);
  return done(value, end);
}

/** A name in braces after \N. */
function named(source: string, at: number): Escape {
  if (source.charCodeAt(at) !== 123) return failed("\\N needs a character's name in braces, such as \\N{EM DASH}", at);
  let end = at + 1;
  while (end < source.length && end <= at + MAX_NAME && source.charCodeAt(end) !== 125) end++;
  if (source.charCodeAt(end) !== 125) return failed("the name after \\N is not closed by }", end);
  const name = source.slice(at + 1, end);
  const code = characterNamed(name);
  if (code === undefined) return failed(`\\N{${name}} is no character name known here; use \\uXXXX`, end + 1);
  return done(code, end + 1);
}

/** The escape whose letter is at `at`, without modifiers, or undefined when there is none: then the character stands for itself. */
function plainEscape(source: string, at: number): Escape | undefined {
  const letter = source.charAt(at);
  const simple = Object.hasOwn(SIMPLE, letter) ? SIMPLE[letter] : undefined;
  if (simple !== undefined) return done(simple, at + 1);
  if (letter >= "0" && letter <= "7" && letter !== "") return octal(source, at);
  switch (letter) {
    case "x":
      return hex(source, at + 1);
    case "u":
      return unicode(source, at + 1, 4);
    case "U":
      return unicode(source, at + 1, 8);
    case "N":
      return named(source, at + 1);
    case "\n":
      return failed("a line end cannot be escaped here", at + 1);
    case "s":
      return done(32, at + 1);
    default:
      return undefined;
  }
}

/** Control turns letters and @ [ \ ] ^ _ ? into control characters; on anything else it is a modifier bit. */
function applyControl(code: number): number {
  const plain = code & ~MODIFIERS;
  const kept = code & MODIFIERS;
  if ((plain >= 64 && plain <= 95) || (plain >= 97 && plain <= 122)) return (plain & 31) | kept;
  return plain === 63 ? 127 | kept : code | CONTROL;
}

/** The modifier whose prefix, such as `C-` or `^`, stands at `at`; its `end` is after the prefix. Undefined where none does. */
function modifierPrefix(source: string, at: number): Escape | undefined {
  const letter = source.charAt(at);
  if (letter === "^") return done(CONTROL, at + 1);
  const modifier = Object.hasOwn(MODIFIER_LETTERS, letter) ? MODIFIER_LETTERS[letter] : undefined;
  if (modifier === undefined) return undefined;
  if (source.charCodeAt(at + 1) === 45) return done(modifier, at + 2);
  return letter === "s"
    ? undefined
    : failed(`\\${letter} needs a - and a character after it, such as \\${letter}-a`, at + 1);
}

/**
 * The escape after a backslash (Emacs 30): `at` is the offset of the character behind it. Chains of modifiers
 * such as \M-\C-a are followed in a loop. A missing character at the end of the text is a problem too.
 */
export function readEscape(source: string, at: number): Escape {
  let modifiers = 0;
  let controls = 0;
  let i = at;
  for (let prefix = modifierPrefix(source, i); prefix !== undefined; prefix = modifierPrefix(source, i)) {
    if (prefix.problem !== undefined) return prefix;
    if (prefix.code === CONTROL) controls++;
    else modifiers |= prefix.code;
    i = prefix.end;
    // Without another backslash the character stands for itself.
    if (source.charCodeAt(i) !== 92) return finish(ordinary(source, i), modifiers, controls);
    i++;
  }
  return finish(plainEscape(source, i) ?? ordinary(source, i), modifiers, controls);
}

/** The character at `at` as it stands. */
function ordinary(source: string, at: number): Escape {
  const code = source.codePointAt(at);
  if (code === undefined) return failed("the escape has no character after it", at);
  return done(code, at + (code > 0xffff ? 2 : 1));
}

function finish(escape: Escape, modifiers: number, controls: number): Escape {
  if (escape.problem !== undefined) return escape;
  let code = escape.code;
  // Control is idempotent after the second time.
  for (let i = 0; i < controls && i < 2; i++) code = applyControl(code);
  return done(code | modifiers, escape.end);
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** The character literal whose question mark is at `at`. What may follow it is the caller's business. */
export function readCharacter(source: string, at: number): CharacterLiteral {
  const escaped = source.charCodeAt(at + 1) === 92;
  const escape = escaped ? readEscape(source, at + 2) : ordinary(source, at + 1);
  if (escape.problem !== undefined) return escape;
  const plain = escape.code & ~MODIFIERS;
  if (isSurrogate(plain)) return failed(SURROGATE, escape.end);
  return plain >= RAW_BYTE + 0x80 ? done(escape.code - RAW_BYTE, escape.end) : escape;
}

const SURROGATE = "half of a surrogate pair is no character";

/**
 * The escape in a string whose backslash is at `at`: its text (empty for an escaped blank or line end) or a problem.
 * A raw byte comes out as the lone surrogate that stands for it, see `Str`.
 */
export function readStringEscape(
  source: string,
  at: number,
): { readonly text: string; readonly end: number; readonly problem: string | undefined } {
  const unit = source.charCodeAt(at + 1);
  if (unit === 32 || unit === 10) return { text: "", end: at + 2, problem: undefined };
  if (unit === 115) return { text: " ", end: at + 2, problem: undefined };
  const escape = readEscape(source, at + 1);
  if (escape.problem !== undefined) return { text: "", end: escape.end, problem: escape.problem };
  const code = stringCode(escape.code);
  if (code < 0) return { text: "", end: escape.end, problem: "a string cannot hold a character with these modifiers" };
  if (code >= RAW_BYTE + 0x80) {
    return { text: String.fromCharCode(0xdc00 + code - RAW_BYTE), end: escape.end, problem: undefined };
  }
  if (isSurrogate(code)) return { text: "", end: escape.end, problem: SURROGATE };
  if (code > MAX_UNICODE) return { text: "", end: escape.end, problem: "this is beyond the last character, U+10FFFF" };
  return { text: String.fromCodePoint(code), end: escape.end, problem: undefined };
}

/** The code a string holds for an escape, raw bytes above `RAW_BYTE`, or -1 when modifiers are left that it cannot hold. */
function stringCode(escaped: number): number {
  let modifiers = escaped & MODIFIERS;
  let code = escaped & ~MODIFIERS;
  if (modifiers === 0) return code;
  if (code >= 0x80) return -1;
  if (modifiers === CONTROL && code === 32) return 0;
  if ((modifiers & SHIFT) !== 0 && (code | 32) >= 97 && (code | 32) <= 122) {
    modifiers &= ~SHIFT;
    code &= ~32;
  }
  if ((modifiers & META) !== 0) {
    modifiers &= ~META;
    code = RAW_BYTE + (code | 0x80);
  }
  return modifiers === 0 ? code : -1;
}
