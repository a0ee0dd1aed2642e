/** Which characters end a token, separate tokens or mean something to the reader (2.1, Emacs 30). UTF-16 units throughout. */

/** U+00A0 separates tokens as a blank does. */
const NO_BREAK_SPACE = 0xa0;

const SPACE = 1;
const TERMINATOR = 2;
const CHARACTER_END = 4;
const DOT_END = 8;

/** Classes of the units below 0x100; everything above belongs to symbols. */
const CLASSES = new Uint8Array(256);
for (let unit = 0; unit <= 32; unit++) CLASSES[unit] = SPACE | TERMINATOR | CHARACTER_END | DOT_END;
CLASSES[NO_BREAK_SPACE] = SPACE | TERMINATOR | DOT_END;
for (const [units, bits] of [
  ["\"';()[]#`,", TERMINATOR],
  ["\"';()[]#?`,.", CHARACTER_END],
  ["\"';([#?`,", DOT_END],
] as const) {
  for (let i = 0; i < units.length; i++) CLASSES[units.charCodeAt(i)] = (CLASSES[units.charCodeAt(i)] as number) | bits;
}

function hasClass(unit: number, bits: number): boolean {
  return unit < 256 && ((CLASSES[unit] as number) & bits) !== 0;
}

/** White space: every character up to U+0020 and U+00A0. */
export function isSpace(unit: number): boolean {
  return hasClass(unit, SPACE);
}

/** Ends a symbol or number: white space or one of " ' ; ( ) [ ] # ` , */
export function isTerminator(unit: number): boolean {
  return hasClass(unit, TERMINATOR);
}

/** May follow a character such as `?a`: up to U+0020 or one of " ' ; ( ) [ ] # ? ` , . The end of the text (NaN) may too. */
export function endsCharacter(unit: number): boolean {
  return Number.isNaN(unit) || hasClass(unit, CHARACTER_END);
}

/** Makes the point before it the dot of a pair: white space, the end of the text (NaN) or one of " ' ; ( [ # ? ` , */
export function endsDot(unit: number): boolean {
  return Number.isNaN(unit) || hasClass(unit, DOT_END);
}

/** The offset of the first character from `at` on that ends a token; a backslash takes the next character with it. */
export function tokenEnd(source: string, at: number): number {
  let i = at;
  while (i < source.length) {
    const unit = source.charCodeAt(i);
    if (unit === 92) i += 2;
    else if (hasClass(unit, TERMINATOR)) return i;
    else i++;
  }
  return Math.min(i, source.length);
}

/** The offset of the next line end from `at` on, or the length of the text. */
export function lineEnd(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}

/** The first lone surrogate from `from` on, or -1. Linear. */
export function loneSurrogate(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    if (unit >= 0xdc00 || (source.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) return i;
    i++;
  }
  return -1;
}

/** Units that look like quotation marks at the start of a symbol; Emacs refuses them there unless escaped. */
const CONFUSABLE_QUOTES = "\u2018\u2019\u201b\u201c\u201d\u201e\u201f\u301e\uff02\uff07";

/** The plain quote that a quotation mark from elsewhere stands for, or undefined for any other unit. */
export function plainQuote(unit: number): "'" | '"' | undefined {
  if (unit < 0x2018) return undefined;
  const index = CONFUSABLE_QUOTES.indexOf(String.fromCharCode(unit));
  if (index < 0) return undefined;
  return index < 3 || index === 9 ? "'" : '"';
}
