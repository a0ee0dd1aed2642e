/**
 * Case folding of regexps (A30): two characters match each other when their canonical forms are the same. The
 * canonical form is Emacs's: down of up of down, by the simple Unicode mappings that do not lead into ASCII, so the
 * Kelvin sign is no `k` and the long s is no `s`.
 */

/** Greek letters with iota subscript, whose capital is one character although JavaScript spells it out as two. */
function iotaCapital(code: number): number {
  if (code < 0x1f80 || code > 0x1ff3) return -1;
  if (code <= 0x1faf) return code | 8;
  return code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3 ? code + 9 : -1;
}

/** The one code point `text` consists of when it is beyond ASCII, else `code`. */
function mapped(text: string, code: number): number {
  const result = text.codePointAt(0) as number;
  return result < 128 || text.length > (result > 0xffff ? 2 : 1) ? code : result;
}

/** Whether a code point lies in one of the large areas without case: East Asian scripts, private use, emoji, raw bytes. */
function isCaseless(code: number): boolean {
  return (code >= 0x2d30 && code < 0xa640) || (code >= 0xabc0 && code < 0xff00) || code >= 0x1e944;
}

/** The lower-case form by Emacs's case table, or the code point itself. */
export function lowerOf(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  return isCaseless(code) ? code : mapped(String.fromCodePoint(code).toLowerCase(), code);
}

/** The upper-case form by Emacs's case table, or the code point itself. */
export function upperOf(code: number): number {
  if (code < 128) return code >= 97 && code <= 122 ? code - 32 : code;
  if (code === 0xdf) return 0x1e9e;
  const capital = iotaCapital(code);
  if (capital >= 0) return capital;
  return isCaseless(code) ? code : mapped(String.fromCodePoint(code).toUpperCase(), code);
}

/** The canonical form of a code point: what regexps compare. */
export function canonical(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  return isCaseless(code) ? code : lowerOf(upperOf(lowerOf(code)));
}

/** Whether a code point has a counterpart in the other case. */
export function isCased(code: number): boolean {
  return lowerOf(code) !== code || upperOf(code) !== code;
}

/** Canonical form, then the characters besides it and its capital that fold to it. */
const IRREGULAR: ReadonlyMap<number, readonly number[]> = new Map([
  [0xe5, [0x212b]],
  [0x1c6, [0x1c5]],
  [0x1c9, [0x1c8]],
  [0x1cc, [0x1cb]],
  [0x1f3, [0x1f2]],
  [0x3b2, [0x3d0]],
  [0x3b5, [0x3f5]],
  [0x3b8, [0x3d1, 0x3f4]],
  [0x3b9, [0x345, 0x1fbe]],
  [0x3ba, [0x3f0]],
  [0x3bc, [0xb5]],
  [0x3c0, [0x3d6]],
  [0x3c1, [0x3f1]],
  [0x3c3, [0x3c2]],
  [0x3c6, [0x3d5]],
  [0x3c9, [0x2126]],
  [0x432, [0x1c80]],
  [0x434, [0x1c81]],
  [0x43e, [0x1c82]],
  [0x441, [0x1c83]],
  [0x442, [0x1c84, 0x1c85]],
  [0x44a, [0x1c86]],
  [0x463, [0x1c87]],
  [0x1e61, [0x1e9b]],
  [0xa64b, [0x1c88]],
]);

/** Every code point that folds to `canon`, a canonical form; it comes first. */
export function variantsOf(canon: number): readonly number[] {
  const capital = upperOf(canon);
  const variants = capital === canon ? [canon] : [canon, capital];
  const irregular = IRREGULAR.get(canon);
  return irregular === undefined ? variants : [...variants, ...irregular];
}
