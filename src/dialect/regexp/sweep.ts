import { holds, NO_CHARACTER, traitsOf } from "./boundary.ts";
import type { Character } from "./char-set.ts";
import type { Atom, Edge, Element } from "./parse.ts";

/*
 * One pass of the linear engine goes from the last element of a regexp to the first. `ends[i]` is where a match of
 * the elements done so far ends when it begins at index `i`; each step brings one more element in front, in place,
 * from low indices to high ones, for it only looks at indices from `i` up. A repeated atom takes as many characters as
 * possible, so the end of `i` is the end of the farthest index within reach that has one.
 */

/** No match begins here. */
export const NOWHERE = -1;
/** Whether a match begins here depends on text behind the stretch. */
export const UNDECIDED = -2;

/** A stretch of text to pass over. Indices are characters of the stretch. */
export interface Sweep {
  readonly ids: Int32Array;
  readonly length: number;
  /** The characters with numbers from 128 up. */
  readonly others: readonly Character[];
  /** Code points on both sides of the stretch, or -1 at the ends of the text. */
  readonly before: number;
  readonly after: number;
  /** One entry for each index and one for the end. */
  readonly ends: Int32Array;
}

/** Which numbered characters a set holds: `bytes` says it below 128, `others` from there up. 1 means yes. */
interface Membership {
  readonly bytes: Uint8Array;
  readonly others: Uint8Array;
}

function isMember({ bytes, others }: Membership, id: number): boolean {
  return (id < 128 ? bytes[id] : others[id - 128]) === 1;
}

function isWholeRest(sweep: Sweep): boolean {
  return sweep.after < 0;
}

/** Each step answers whether any index of the stretch is left where a match begins or may begin. */
function stepSingle(sweep: Sweep, members: Membership): boolean {
  const { ends, ids, length } = sweep;
  let any = false;
  for (let i = 0; i < length; i++) {
    const end = isMember(members, ids[i] as number) ? (ends[i + 1] as number) : NOWHERE;
    ends[i] = end;
    if (end !== NOWHERE) any = true;
  }
  ends[length] = isWholeRest(sweep) ? NOWHERE : UNDECIDED;
  return any;
}

function traitsOrNone(code: number): number {
  return code < 0 ? NO_CHARACTER : traitsOf(code);
}

function stepEdge({ ends, ids, length, before: first, after: last }: Sweep, edge: Edge, traits: Int32Array): boolean {
  let any = false;
  let before = traitsOrNone(first);
  for (let i = 0; i <= length; i++) {
    const after = i === length ? traitsOrNone(last) : (traits[ids[i] as number] as number);
    if (ends[i] !== NOWHERE) {
      if (holds(edge, before, after)) any = true;
      else ends[i] = NOWHERE;
    }
    before = after;
  }
  return any;
}

/** The first index from `i` up whose character is no member. */
function runEnd({ ids, length }: Sweep, members: Membership, i: number): number {
  let end = i;
  while (end < length && isMember(members, ids[end] as number)) end++;
  return end;
}

/** A repeated atom without an upper bound. */
function stepUnbounded(sweep: Sweep, members: Membership, min: number): boolean {
  const { ends, length } = sweep;
  let any = false;
  let i = 0;
  while (i <= length) {
    const stop = runEnd(sweep, members, i);
    if (stop === length && !isWholeRest(sweep)) {
      ends.fill(UNDECIDED, i, length + 1);
      return true;
    }
    let far = stop;
    while (far >= i && ends[far] === NOWHERE) far--;
    const end = far < i ? NOWHERE : (ends[far] as number);
    if (i + min <= far) any = true;
    for (; i <= stop; i++) ends[i] = i + min <= far ? end : NOWHERE;
  }
  return any;
}

/** For each index the nearest one at or below it where a match begins or may begin, or -1. */
function lastEnds({ ends, length }: Sweep): Int32Array {
  const last = new Int32Array(length + 1);
  let latest = -1;
  for (let i = 0; i <= length; i++) {
    if (ends[i] !== NOWHERE) latest = i;
    last[i] = latest;
  }
  return last;
}

/** A repeated atom with an upper bound. */
function stepBounded(sweep: Sweep, members: Membership, atom: Atom): boolean {
  const { ends, length } = sweep;
  const { min, max } = atom;
  const last = lastEnds(sweep);
  const openEnded = !isWholeRest(sweep);
  let any = false;
  let stop = -1;
  for (let i = 0; i <= length; i++) {
    if (stop < i) stop = runEnd(sweep, members, i);
    if (openEnded && stop === length && i + max > length) {
      ends[i] = UNDECIDED;
      any = true;
      continue;
    }
    const far = last[Math.min(stop, i + max)] as number;
    const end = far >= i + min ? (ends[far] as number) : NOWHERE;
    ends[i] = end;
    if (end !== NOWHERE) any = true;
  }
  return any;
}

function stepAtom(sweep: Sweep, atom: Atom, flags: Uint8Array): boolean {
  const { others } = sweep;
  const { set, min, max } = atom;
  for (let i = 0; i < others.length; i++) flags[i] = set.has(others[i] as Character) ? 1 : 0;
  const members: Membership = { bytes: set.bytes, others: flags };
  if (max === Infinity) return stepUnbounded(sweep, members, min);
  return min === 1 && max === 1 ? stepSingle(sweep, members) : stepBounded(sweep, members, atom);
}

/** The traits of every numbered character, for assertions. */
function traitTable(others: readonly Character[]): Int32Array {
  const traits = new Int32Array(128 + others.length);
  for (let i = 0; i < traits.length; i++) traits[i] = traitsOf(i < 128 ? i : (others[i - 128] as Character).code);
  return traits;
}

/** Fills `ends` for a whole regexp; takes time proportional to elements times characters. */
export function sweepElements(elements: readonly Element[], sweep: Sweep): void {
  const { ends, length, others } = sweep;
  for (let i = 0; i <= length; i++) ends[i] = i;
  const flags = new Uint8Array(others.length);
  let traits: Int32Array | undefined;
  for (let e = elements.length - 1; e >= 0; e--) {
    const element = elements[e] as Element;
    const any =
      typeof element === "string"
        ? stepEdge(sweep, element, (traits ??= traitTable(others)))
        : stepAtom(sweep, element, flags);
    // Behind the stretch there may still be something to reach.
    if (!any && isWholeRest(sweep)) break;
  }
}
