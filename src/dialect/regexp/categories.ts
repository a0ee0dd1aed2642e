import { isRawByte } from "../text/characters.ts";
import type { CharTest } from "./char-set.ts";

/** Ranges of code points by category code, hexadecimal: the blocks that Emacs's characters.el gives to each category. */
const BLOCKS: Readonly<Record<string, string>> = {
  a: "20-7f", // ASCII
  l: "20-7f 80-2b8 1e00-1ef9 24b6-24e9 2c60-2c7f a720-a7ff ab30-ab64 ff21-ff3a ff41-ff5a 1df00-1dfff", // Latin
  g: "370-3ff 1f00-1fff 2c80-2cff", // Greek
  y: "400-4ff 1c80-1c8f a640-a69f 1e030-1e08f", // Cyrillic
  w: "591-5f4 fb1d-fb4f", // Hebrew
  b: "600-6ff 870-8ff fb50-fdcf fdf0-fdff fe70-fefe 10ec0-10eff", // Arabic
  i: "901-970", // Indian
  t: "e00-e7f", // Thai
  o: "e80-eff", // Lao
  q: "f00-fff", // Tibetan
  e: "1200-1399 2d80-2dde ab01-ab2e 1e7e0-1e7fe", // Ethiopic
  h: "1100-11ff 3131-318e ac00-d7a3", // Korean
  H: "3040-309f 30a0 30fc 1b001-1b11f 1b150-1b152", // Hiragana
  K: "3099-309c 30a0-30ff 31f0-31ff 1aff0-1b000 1b120-1b122 1b164-1b167", // Katakana
  k: "ff61-ff9f", // half-width Katakana
  j: "3005-3007 3041-30ff 4e00-9fff ff61-ff9f 1aff0-1b1ff", // Japanese
  C: "3400-4dbf 4e00-9fff f900-faff 20000-2ffff 30000-323af", // Han
  c: "3400-9fff f900-faff 1b170-1b2ff 20000-2ffff 30000-323af", // Chinese
};

const COMBINING_MARK = /\p{M}/u;
const BASE = /[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u;
const DECIMAL_DIGIT = /\p{Nd}/u;

/** Categories that follow from the kind of character. */
const PROPERTIES: Readonly<Record<string, RegExp>> = { "^": COMBINING_MARK, ".": BASE, "6": DECIMAL_DIGIT };

function inBlocks(blocks: string): CharTest {
  const bounds = blocks.split(" ").flatMap((range) => {
    const [from, to = from] = range.split("-");
    return [parseInt(from as string, 16), parseInt(to as string, 16)];
  });
  return ({ code }) => {
    for (let i = 0; i < bounds.length; i += 2) {
      if (code >= (bounds[i] as number) && code <= (bounds[i + 1] as number)) return true;
    }
    return false;
  };
}

/** The test of `\cC` for a category code, or undefined for a code that is not supported. */
export function categoryTest(code: string): CharTest | undefined {
  const blocks = BLOCKS[code];
  if (blocks !== undefined && Object.hasOwn(BLOCKS, code)) return inBlocks(blocks);
  const property = Object.hasOwn(PROPERTIES, code) ? PROPERTIES[code] : undefined;
  if (property === undefined) return undefined;
  return ({ code: char }) => !isRawByte(char) && property.test(String.fromCodePoint(char));
}
