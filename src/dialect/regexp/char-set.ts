import { canonical, variantsOf } from "./fold.ts";

/** A character of a text as a set sees it. */
export interface Character {
  /** The code point; raw bytes are 0x3FFF80 to 0x3FFFFF. */
  readonly code: number;
  readonly canon: number;
  /** Every code point that folds to `canon`. */
  readonly variants: readonly number[];
}

/** How many characters are remembered: texts use the same few again and again. */
const REMEMBERED = 256;

const remembered: (Character | undefined)[] = [];

/** What sets need to know of a code point. */
export function character(code: number): Character {
  const slot = code % REMEMBERED;
  const known = remembered[slot];
  if (known?.code === code) return known;
  const canon = canonical(code);
  const made: Character = { code, canon, variants: variantsOf(canon) };
  remembered[slot] = made;
  return made;
}

/** Decides whether a character belongs to a set. */
export type CharTest = (char: Character) => boolean;

/** The code of the raw byte 0x80. */
export const FIRST_RAW_BYTE = 0x3fff80;

const BYTES: readonly Character[] = Array.from({ length: 256 }, (_, i) =>
  character(i < 128 ? i : FIRST_RAW_BYTE + i - 128),
);

/** The characters that one atom of a regexp matches. Case is folded (A30). */
export class CharSet {
  /** Whether the set holds the characters that are not described. */
  declare readonly negated: boolean;
  /** Inclusive ranges of code points, as from, to, from, to, … */
  declare readonly ranges: readonly number[];
  declare readonly tests: readonly CharTest[];
  /** The canonical form of the only character described, or -1. */
  declare readonly only: number;
  declare private table: Uint8Array | undefined;

  constructor(negated: boolean, ranges: readonly number[], tests: readonly CharTest[] = []) {
    this.negated = negated;
    this.ranges = ranges;
    this.tests = tests;
    const single = tests.length === 0 && ranges.length === 2 && ranges[0] === ranges[1];
    this.only = single ? canonical(ranges[0] as number) : -1;
    this.table = undefined;
  }

  /** Whether the set holds a character. */
  has(char: Character): boolean {
    if (this.only >= 0) return (char.canon === this.only) !== this.negated;
    for (const test of this.tests) if (test(char)) return !this.negated;
    return this.inRanges(char.variants) !== this.negated;
  }

  /** One entry for each ASCII character, then for each raw byte 0x80–0xFF: 1 where the set holds it. */
  get bytes(): Uint8Array {
    this.table ??= Uint8Array.from(BYTES, (char) => (this.has(char) ? 1 : 0));
    return this.table;
  }

  private inRanges(variants: readonly number[]): boolean {
    const { ranges } = this;
    for (const code of variants) {
      for (let i = 0; i < ranges.length; i += 2) {
        if (code >= (ranges[i] as number) && code <= (ranges[i + 1] as number)) return true;
      }
    }
    return false;
  }
}

const literals: (CharSet | undefined)[] = [];

/** The set of a literal character; the ones of ASCII characters are made once. */
export function literalSet(code: number): CharSet {
  if (code >= 128) return new CharSet(false, [code, code]);
  return (literals[code] ??= new CharSet(false, [code, code]));
}
