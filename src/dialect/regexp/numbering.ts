import { codeAt, unitsOf } from "../text/characters.ts";
import type { Character } from "./char-set.ts";
import { character } from "./char-set.ts";

/** A stretch of a text as small numbers, one for each character. */
export interface Stretch {
  /** UTF-16 offsets in the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** How many characters it has. */
  readonly length: number;
  /** The number of each character; the array may be longer. */
  readonly ids: Int32Array;
  /** The UTF-16 offset of each character and of the end, where characters beyond U+FFFF make it differ from `start` plus the index. */
  readonly units: Int32Array | undefined;
}

/** Characters a kept buffer holds; longer stretches get a buffer of their own. */
const KEPT_LENGTH = 65_536;

let keptIds: Int32Array | undefined;

function idBuffer(length: number): Int32Array {
  if (length > KEPT_LENGTH) return new Int32Array(length);
  return (keptIds ??= new Int32Array(KEPT_LENGTH));
}

/** Numbers characters: an ASCII character is itself, every other distinct one gets the next number from 128 up. */
export class Numbering {
  /** The characters with numbers from 128 up. */
  readonly others: Character[] = [];
  private readonly text: string;
  private numbers: Map<number, number> | undefined;

  constructor(text: string) {
    this.text = text;
    this.numbers = undefined;
  }

  /** Numbers a stretch; `ids` is good until the next one is numbered, by whomever. */
  stretch(start: number, end: number): Stretch {
    const { text } = this;
    const ids = idBuffer(end - start);
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 128) return this.mixed(start, end, ids);
      ids[i - start] = unit;
    }
    return { start, end, length: end - start, ids, units: undefined };
  }

  private mixed(start: number, end: number, ids: Int32Array): Stretch {
    const { text } = this;
    const units = new Int32Array(end - start + 1);
    let length = 0;
    let at = start;
    while (at < end) {
      const code = codeAt(text, at);
      units[length] = at;
      ids[length] = code < 128 ? code : this.numberOf(code);
      length++;
      at += unitsOf(code);
    }
    units[length] = at;
    return { start, end, length, ids, units: length === end - start ? undefined : units };
  }

  private numberOf(code: number): number {
    this.numbers ??= new Map();
    let number = this.numbers.get(code);
    if (number === undefined) {
      number = 128 + this.others.length;
      this.numbers.set(code, number);
      this.others.push(character(code));
    }
    return number;
  }
}

/** The UTF-16 offset of the character at an index of a stretch. */
export function unitAt({ start, units }: Stretch, index: number): number {
  return units === undefined ? start + index : (units[index] as number);
}

/** The index of the character at a UTF-16 offset. */
export function indexAt({ start, length, units }: Stretch, unit: number): number {
  if (units === undefined) return unit - start;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle] as number) < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}
