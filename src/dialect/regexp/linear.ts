import type { Meter } from "../meter.ts";
import { codeAt, unitsOf } from "../text/characters.ts";
import type { Str } from "../values.ts";
import { holds, NO_CHARACTER, traitsOf } from "./boundary.ts";
import type { CharSet, Character } from "./char-set.ts";
import { character } from "./char-set.ts";
import type { Matches } from "./matches.ts";
import type { Atom, Edge, Element } from "./parse.ts";

/** Positions that the buffers kept between searches hold; longer texts get buffers of their own. */
const KEPT_POSITIONS = 65_536;

let keptIds: Int32Array | undefined;
let keptLast: Int32Array | undefined;

function buffer(kept: Int32Array | undefined, length: number): Int32Array {
  return kept !== undefined && kept.length >= length ? kept : new Int32Array(length <= KEPT_POSITIONS ? KEPT_POSITIONS : length);
}

/** The text as small numbers: an ASCII character is itself, every other distinct character gets the next number from 128 up. */
interface Numbered {
  readonly ids: Int32Array;
  readonly length: number;
  /** The characters with numbers from 128 up. */
  readonly others: readonly Character[];
  /** The UTF-16 offset of each character, where characters outside the basic plane make it differ from the index. */
  readonly units: Int32Array | undefined;
}

function numberText(text: Str): Numbered {
  const { text: source, chars } = text;
  const ids = buffer(keptIds, chars);
  if (ids.length <= KEPT_POSITIONS) keptIds = ids;
  const others: Character[] = [];
  const numbers = new Map<number, number>();
  const units = chars === source.length ? undefined : new Int32Array(chars + 1);
  let at = 0;
  for (let i = 0; i < chars; i++) {
    const unit = source.charCodeAt(at);
    if (units !== undefined) units[i] = at;
    if (unit < 128) {
      ids[i] = unit;
      at++;
      continue;
    }
    const code = codeAt(source, at);
    let id = numbers.get(code);
    if (id === undefined) {
      id = 128 + others.length;
      numbers.set(code, id);
      others.push(character(code));
    }
    ids[i] = id;
    at += unitsOf(code);
  }
  if (units !== undefined) units[chars] = at;
  return { ids, length: chars, others, units };
}

/** One byte for each numbered character: 1 where the set holds it. */
function membership(set: CharSet, others: readonly Character[]): Uint8Array {
  if (others.length === 0) return set.bytes;
  const table = new Uint8Array(128 + others.length);
  table.set(set.bytes.subarray(0, 128));
  for (let i = 0; i < others.length; i++) table[128 + i] = set.has(others[i] as Character) ? 1 : 0;
  return table;
}

/*
 * The engine works from the last element to the first. `ends[i]` is where a match of the elements done so far ends
 * when it begins at position `i`, or -1; each step brings one more element in front, in place, from low positions
 * to high ones, for it only looks at positions from `i` up. A repeated atom takes as many characters as possible, so
 * the end of `i` is the end of the farthest position within reach that has one.
 */
interface Sweep {
  readonly ends: Int32Array;
  readonly ids: Int32Array;
  readonly from: number;
  readonly length: number;
}

function stepSingle({ ends, ids, from, length }: Sweep, table: Uint8Array): void {
  for (let i = from; i < length; i++) {
    ends[i] = table[ids[i] as number] === 1 ? (ends[i + 1] as number) : -1;
  }
  ends[length] = -1;
}

function stepEdge({ ends, ids, from, length }: Sweep, edge: Edge, traits: Int32Array): void {
  let before = from === 0 ? NO_CHARACTER : (traits[ids[from - 1] as number] as number);
  for (let i = from; i <= length; i++) {
    const after = i === length ? NO_CHARACTER : (traits[ids[i] as number] as number);
    if ((ends[i] as number) >= 0 && !holds(edge, before, after)) ends[i] = -1;
    before = after;
  }
}

/** The first position from `i` up whose character is not in the table. */
function runEnd({ ids, length }: Sweep, table: Uint8Array, i: number): number {
  let end = i;
  while (end < length && table[ids[end] as number] === 1) end++;
  return end;
}

/** A repeated atom without an upper bound. */
function stepUnbounded(sweep: Sweep, table: Uint8Array, min: number): void {
  const { ends, from, length } = sweep;
  let i = from;
  while (i <= length) {
    const stop = runEnd(sweep, table, i);
    let far = stop;
    while (far >= i && (ends[far] as number) < 0) far--;
    const end = far < i ? -1 : (ends[far] as number);
    for (; i <= stop; i++) ends[i] = i + min <= far ? end : -1;
  }
}

/** A repeated atom with an upper bound; `last` is room for the nearest position at or before each one that has an end. */
function stepBounded(sweep: Sweep, table: Uint8Array, atom: Atom): void {
  const { ends, from, length } = sweep;
  const { min, max } = atom;
  const last = buffer(keptLast, length + 1);
  if (last.length <= KEPT_POSITIONS) keptLast = last;
  let latest = -1;
  for (let i = from; i <= length; i++) {
    if ((ends[i] as number) >= 0) latest = i;
    last[i] = latest;
  }
  let stop = -1;
  for (let i = from; i <= length; i++) {
    if (stop < i) stop = runEnd(sweep, table, i);
    const far = last[Math.min(stop, i + max)] as number;
    ends[i] = far >= i + min ? (ends[far] as number) : -1;
  }
}

function stepAtom(sweep: Sweep, atom: Atom, others: readonly Character[]): void {
  const table = membership(atom.set, others);
  if (atom.max === Infinity) stepUnbounded(sweep, table, atom.min);
  else if (atom.min === 1 && atom.max === 1) stepSingle(sweep, table);
  else stepBounded(sweep, table, atom);
}

/** The traits of every numbered character, for assertions. */
function traitTable(others: readonly Character[]): Int32Array {
  const traits = new Int32Array(128 + others.length);
  for (let i = 0; i < traits.length; i++) traits[i] = traitsOf(i < 128 ? i : (others[i - 128] as Character).code);
  return traits;
}

/**
 * All matches of a regexp in a text from a position on, found in time proportional to elements times characters,
 * whatever the regexp (R180, R236).
 */
export class LinearMatches implements Matches {
  end: number;
  private readonly ends: Int32Array;
  private readonly units: Int32Array | undefined;
  private readonly length: number;

  constructor(elements: readonly Element[], text: Str, from: number, meter: Meter) {
    const { ids, length, others, units } = numberText(text);
    this.end = -1;
    this.units = units;
    this.length = length;
    const first = this.indexOf(from);
    meter.work += length + elements.length * (length - first);
    this.ends = new Int32Array(length + 1);
    for (let i = first; i <= length; i++) this.ends[i] = i;
    const sweep: Sweep = { ends: this.ends, ids, from: first, length };
    let traits: Int32Array | undefined;
    for (let e = elements.length - 1; e >= 0; e--) {
      const element = elements[e] as Element;
      if (typeof element === "string") stepEdge(sweep, element, (traits ??= traitTable(others)));
      else stepAtom(sweep, element, others);
    }
  }

  find(from: number): number {
    const { ends, units } = this;
    for (let i = this.indexOf(from); i <= this.length; i++) {
      const end = ends[i] as number;
      if (end >= 0) {
        this.end = units === undefined ? end : (units[end] as number);
        return units === undefined ? i : (units[i] as number);
      }
    }
    return -1;
  }

  /** The character index of a UTF-16 offset. */
  private indexOf(unit: number): number {
    const { units } = this;
    if (units === undefined) return unit;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((units[middle] as number) < unit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
