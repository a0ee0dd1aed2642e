/**
 * Characters and their codes (R033). A code is a Unicode code point, or 0x3FFF80–0x3FFFFF for the raw bytes
 * 0x80–0xFF, which strings keep as the lone low surrogates U+DC80–U+DCFF.
 */
import type { Str } from "../values.ts";

/** What is added to a raw byte to make its character code. */
const RAW_OFFSET = 0x3fff00;
const RAW_FIRST = 0x3fff80;
const RAW_LAST = 0x3fffff;

/** The text of one character, or undefined when `code` names none a string can hold (a surrogate, a number out of range). */
export function charText(code: number): string | undefined {
  if (code >= 0 && code < 0xd800) return String.fromCharCode(code);
  if (code >= RAW_FIRST && code <= RAW_LAST) return String.fromCharCode(code - RAW_OFFSET + 0xdc00);
  if (code > 0xdfff && code <= 0x10ffff) return String.fromCodePoint(code);
  return undefined;
}

/** The character code at UTF-16 offset `at`, which must be the start of a character. */
export function codeAt(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  return code >= 0xdc80 && code <= 0xdcff ? code - 0xdc00 + RAW_OFFSET : code;
}

/** How many UTF-16 units the character of that code takes. */
export function unitsOf(code: number): number {
  return code >= 0x10000 && code < RAW_FIRST ? 2 : 1;
}

/** Whether the character code is a raw byte. */
export function isRawByte(code: number): boolean {
  return code >= RAW_FIRST;
}

/** The byte of a raw byte's character code. */
export function rawByte(code: number): number {
  return code - RAW_OFFSET;
}

/** The UTF-16 offset of character `index` (0 to `chars`). Constant time without characters beyond U+FFFF. */
export function unitIndex(value: Str, index: number): number {
  if (value.chars === value.text.length) return index;
  let at = 0;
  for (let left = index; left > 0; left--) at += isPair(value.text, at) ? 2 : 1;
  return at;
}

/** The character index of UTF-16 offset `at`. Constant time without characters beyond U+FFFF. */
export function charIndex(value: Str, at: number): number {
  if (value.chars === value.text.length) return at;
  let index = at;
  for (let i = 0; i + 1 < at; i++) {
    if (isPair(value.text, i)) {
      index--;
      i++;
    }
  }
  return index;
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** Whether UTF-16 offset `at` lies inside a character: a search for a raw byte can end up there. */
export function insideCharacter(text: string, at: number): boolean {
  return at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** Orders strings by character code (raw bytes last): negative, zero or positive (A35). */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return orderKey(a) - orderKey(b);
  }
  return left.length - right.length;
}

/** Moves surrogates above the other UTF-16 units, so that comparing units compares code points. */
function orderKey(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
