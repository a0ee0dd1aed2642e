import { isRawByte } from "../text/characters.ts";
import { isWord, syntaxUnit } from "../text/syntax.ts";
import type { CharTest } from "./char-set.ts";
import { isCased } from "./fold.ts";

const ALPHABETIC = /[\p{L}\p{M}\p{Nl}]/u;
const ALPHANUMERIC = /[\p{L}\p{M}\p{Nl}\p{Nd}]/u;
const SPACE_SEPARATOR = /\p{Zs}/u;
const NO_GRAPHIC = /[\p{Z}\p{Cc}\p{Cs}\p{Cn}]/u;
const NO_PRINT = /[\p{Cc}\p{Cs}\p{Cn}]/u;

const SPACE = 32;

function matches(property: RegExp, code: number): boolean {
  return property.test(String.fromCodePoint(code));
}

function isAsciiLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122 && code < 128;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isAsciiAlphanumeric(code: number): boolean {
  return isDigit(code) || isAsciiLetter(code);
}

/** `ascii` decides for ASCII characters, `beyond` for the others; a raw byte is in no named class. */
function named(
  ascii: (code: number) => boolean,
  beyond: (canon: number, code: number) => boolean = () => false,
): CharTest {
  return ({ canon, code }) => (canon < 128 ? ascii(canon) : !isRawByte(code) && beyond(canon, code));
}

/** Upper and lower case are one class, since case is folded (A30). */
const CASED = named(isAsciiLetter, (_, code) => isCased(code));
const BEYOND_ASCII = named(
  () => false,
  () => true,
);
const ASCII = named(() => true);

/** The named classes that `[[:name:]]` knows, with Emacs's fixed meaning (A32). */
export const NAMED_CLASSES: ReadonlyMap<string, CharTest> = new Map([
  ["alpha", named(isAsciiLetter, (canon) => matches(ALPHABETIC, canon))],
  ["alnum", named(isAsciiAlphanumeric, (canon) => matches(ALPHANUMERIC, canon))],
  ["digit", named(isDigit)],
  ["xdigit", named((code) => isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102))],
  ["upper", CASED],
  ["lower", CASED],
  [
    "space",
    named(
      (code) => syntaxUnit(code) === SPACE,
      (canon) => syntaxUnit(canon) === SPACE,
    ),
  ],
  [
    "blank",
    named(
      (code) => code === 32 || code === 9,
      (canon) => matches(SPACE_SEPARATOR, canon),
    ),
  ],
  [
    "punct",
    named(
      (code) => code > 32 && code < 127 && !isAsciiAlphanumeric(code),
      (canon) => !isWord(canon),
    ),
  ],
  ["word", named(isWord, (canon) => isWord(canon))],
  ["cntrl", named((code) => code < 32)],
  [
    "graph",
    named(
      (code) => code > 32 && code < 127,
      (canon) => (canon < 256 ? canon > 160 : !matches(NO_GRAPHIC, canon)),
    ),
  ],
  [
    "print",
    named(
      (code) => code >= 32 && code < 127,
      (canon) => (canon < 256 ? canon > 159 : !matches(NO_PRINT, canon)),
    ),
  ],
  ["ascii", ASCII],
  ["unibyte", ASCII],
  ["nonascii", BEYOND_ASCII],
  ["multibyte", BEYOND_ASCII],
]);
