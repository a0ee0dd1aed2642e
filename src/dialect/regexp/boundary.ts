import { syntaxUnit } from "../text/syntax.ts";
import type { Edge } from "./parse.ts";

/*
 * What assertions need to know of a character, packed into one number: flags below bit 8, the script from there up.
 */
const IS_WORD = 1;
const IS_SYMBOL = 2;
const IS_NEWLINE = 4;
const IS_COMBINING = 8;
const IS_HIRAGANA = 16;
const IS_KATAKANA = 32;
const IS_BEYOND_LATIN_1 = 64;
const SCRIPT_SHIFT = 8;

/** The traits of the missing character at either end of a text. */
export const NO_CHARACTER = 128;

const COMBINING = /\p{M}/u;
const WORD_UNIT = 119;
const SYMBOL_UNIT = 95;

const HAN = 8;
const KANA = 9;

/** Where scripts begin, as first code point and script: 0 for no script of its own. Words end where the script changes. */
const SCRIPTS: readonly (readonly [from: number, script: number])[] = [
  [0, 1], // Latin
  [0x250, 2], // phonetic
  [0x2b0, 0],
  [0x370, 3], // Greek
  [0x400, 4], // Cyrillic
  [0x530, 5], // Armenian
  [0x590, 6], // Hebrew
  [0x600, 7], // Arabic
  [0x700, 0],
  [0x750, 7],
  [0x780, 0],
  [0x8a0, 7],
  [0x900, 10], // Devanagari
  [0x980, 0],
  [0xe00, 11], // Thai
  [0xe80, 12], // Lao
  [0xf00, 13], // Tibetan
  [0x1000, 0],
  [0x10a0, 14], // Georgian
  [0x1100, 15], // Hangul
  [0x1200, 16], // Ethiopic
  [0x13a0, 0],
  [0x1e00, 1],
  [0x1f00, 3],
  [0x2000, 17], // symbols
  [0x2c00, 0],
  [0x2c60, 1],
  [0x2c80, 0],
  [0x2e80, HAN],
  [0x3000, 18], // East Asian punctuation
  [0x3040, KANA],
  [0x3100, 0],
  [0x3130, 15],
  [0x3190, 0],
  [0x31f0, KANA],
  [0x3200, 18],
  [0x3400, HAN],
  [0xa000, 0],
  [0xa640, 4],
  [0xa6a0, 0],
  [0xa720, 1],
  [0xa800, 0],
  [0xab30, 1],
  [0xab70, 0],
  [0xac00, 15],
  [0xd7a4, 0],
  [0xf900, HAN],
  [0xfb00, 1],
  [0xfb1d, 6],
  [0xfb50, 7],
  [0xfe00, 0],
  [0xfe70, 7],
  [0xff00, 18],
  [0xff61, KANA],
  [0xffa0, 15],
  [0xffe0, 18],
  [0x10000, 0],
  [0x1f000, 17],
  [0x20000, HAN],
  [0x323b0, 0],
];

function scriptOf(code: number): number {
  let low = 0;
  let high = SCRIPTS.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((SCRIPTS[middle] as readonly [number, number])[0] <= code) low = middle;
    else high = middle - 1;
  }
  return (SCRIPTS[low] as readonly [number, number])[1];
}

/** The traits of a code point (raw bytes from 0x3FFF80 up), for `holds`. */
export function traitsOf(code: number): number {
  const unit = syntaxUnit(code);
  let traits = unit === WORD_UNIT ? IS_WORD : unit === SYMBOL_UNIT ? IS_SYMBOL : 0;
  if (code === 10) traits |= IS_NEWLINE;
  if (code < 256) return traits | (1 << SCRIPT_SHIFT);
  traits |= IS_BEYOND_LATIN_1;
  if (code < 0x110000 && COMBINING.test(String.fromCodePoint(code))) traits |= IS_COMBINING;
  if (code >= 0x3040 && code < 0x30a0) traits |= IS_HIRAGANA;
  if (code >= 0x30a0 && code < 0x3100) traits |= IS_KATAKANA;
  return traits | (scriptOf(code) << SCRIPT_SHIFT);
}

/**
 * Whether one word ends and another begins between two word characters: where the script changes, except beside a
 * combining mark and from Han to kana; and from hiragana to katakana.
 */
function changesWord(before: number, after: number): boolean {
  if (((before | after) & IS_BEYOND_LATIN_1) === 0) return false;
  const left = before >> SCRIPT_SHIFT;
  const right = after >> SCRIPT_SHIFT;
  if (left === right) return (before & IS_HIRAGANA) !== 0 && (after & IS_KATAKANA) !== 0;
  if (left === HAN && right === KANA) return false;
  return ((before | after) & IS_COMBINING) === 0;
}

function isWordEdge(before: number, after: number): boolean {
  if (before === NO_CHARACTER || after === NO_CHARACTER) return true;
  if (((before ^ after) & IS_WORD) !== 0) return true;
  return (before & IS_WORD) !== 0 && changesWord(before, after);
}

/** Whether `inside` is a word character and the word does not go on at `outside`. */
function isWordSide(inside: number, outside: number, changes: boolean): boolean {
  return (inside & IS_WORD) !== 0 && ((outside & IS_WORD) === 0 || changes);
}

function isSymbolSide(inside: number, outside: number): boolean {
  return (inside & (IS_WORD | IS_SYMBOL)) !== 0 && (outside & (IS_WORD | IS_SYMBOL)) === 0;
}

/** Whether an assertion holds between two characters given by their traits; `NO_CHARACTER` at the ends of the text. */
export function holds(edge: Edge, before: number, after: number): boolean {
  switch (edge) {
    case "line-start":
      return before === NO_CHARACTER || (before & IS_NEWLINE) !== 0;
    case "line-end":
      return after === NO_CHARACTER || (after & IS_NEWLINE) !== 0;
    case "text-start":
      return before === NO_CHARACTER;
    case "text-end":
      return after === NO_CHARACTER;
    case "word-edge":
      return isWordEdge(before, after);
    case "no-word-edge":
      return !isWordEdge(before, after);
    default:
      return holdsOnOneSide(edge, before, after);
  }
}

function holdsOnOneSide(edge: Edge, before: number, after: number): boolean {
  switch (edge) {
    case "word-start":
      return isWordSide(after, before, changesWord(before, after));
    case "word-end":
      return isWordSide(before, after, changesWord(before, after));
    case "symbol-start":
      return isSymbolSide(after, before);
    case "symbol-end":
      return isSymbolSide(before, after);
    default:
      return false;
  }
}
