/** How many columns text takes, as Emacs 30 counts them for `format`'s widths and precisions (R084). */
import type { Str } from "../values.ts";
import { codeAt, isRawByte, rawByte, unitsOf } from "./characters.ts";
import { WIDE_RANGES } from "./width-table.generated.ts";

/** Combining and format characters take no column of their own. */
const NO_COLUMN = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Starts and ends (exclusive) of the wide runs in turn, made at first use. */
let wideBounds: Uint32Array | undefined;

function decodeRanges(): Uint32Array {
  const words = WIDE_RANGES.split(" ");
  const bounds = new Uint32Array(words.length);
  let end = 0;
  words.forEach((word, i) => {
    end += parseInt(word, 36);
    bounds[i] = end;
  });
  return bounds;
}

/** An odd number of bounds at or below a code point says that it lies inside a run. */
function isWide(code: number): boolean {
  wideBounds ??= decodeRanges();
  let low = 0;
  let high = wideBounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((wideBounds[middle] as number) <= code) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** Columns of one character: 0 to 2; a tab 8, a control character 2 (in the second control block and raw bytes 4). */
export function charWidth(code: number): number {
  if (code < 0x7f) return code >= 0x20 ? 1 : controlWidth(code);
  if (code < 0xa0) return code === 0x7f ? 2 : 4;
  if (code < 0x300) return 1;
  if (isRawByte(code)) return 4;
  if (isWide(code)) return 2;
  if (code >= 0x1160 && code <= 0x11ff) return 0;
  return NO_COLUMN.test(String.fromCodePoint(code)) ? 0 : 1;
}

function controlWidth(code: number): number {
  if (code === 9) return 8;
  return code === 10 ? 0 : 2;
}

/** The longest beginning of a string that takes at most `columns`, as its end in UTF-16 units, and the columns it takes. */
export function fitColumns(value: Str, columns: number): { readonly end: number; readonly width: number } {
  const { text } = value;
  const bytesOnly = value.bytes === value.chars;
  let width = 0;
  let at = 0;
  while (at < text.length) {
    const code = codeAt(text, at);
    // In a string of nothing but bytes, a byte counts like the character of the same number.
    const step = charWidth(bytesOnly && isRawByte(code) ? rawByte(code) : code);
    if (width + step > columns) break;
    width += step;
    at += unitsOf(code);
  }
  return { end: at, width };
}

/** Columns of a whole string. */
export function textWidth(value: Str): number {
  return fitColumns(value, Infinity).width;
}
