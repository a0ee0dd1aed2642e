import { Fault } from "./fault.ts";
import type { Meter } from "./meter.ts";
import { printShort } from "./print-short.ts";
import { compareText } from "./text/characters.ts";
import type { Value } from "./values.ts";
import { Big, Flo, NIL, Pair, Str, Sym, Vec } from "./values.ts";

/** One vector pair whose elements are being compared. */
interface Frame {
  readonly left: Vec;
  readonly right: Vec;
  next: number;
}

/** What remains to be compared once the parts in hand turn out equal: the rests of two lists, or a vector frame. */
type Pending = readonly [left: Value, right: Value] | Frame;

/**
 * Orders two values as Emacs 30's `value<` does (A35): negative, zero or positive. Numbers by value (NaN equals
 * everything), strings by character code, symbols by name, lists and vectors element by element. Different kinds are
 * the fault E316. No host recursion.
 */
export function compareValues(left: Value, right: Value, meter: Meter): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (left instanceof Str && right instanceof Str) {
    meter.work += Math.min(left.bytes, right.bytes) >> 3;
    return compareText(left.text, right.text);
  }
  if (left instanceof Pair && right instanceof Pair) return comparePairs(left, right, meter);
  return left instanceof Vec ? compareDeep(left, right, meter) : compareAtoms(left, right);
}

/** Compares lists as far as their elements are atoms; the first nested one needs a stack. */
function comparePairs(left: Pair, right: Pair, meter: Meter): number {
  let a: Value = left;
  let b: Value = right;
  while (a instanceof Pair && b instanceof Pair) {
    if (a === b) return 0;
    if (a.car instanceof Pair || a.car instanceof Vec) return compareDeep(a, b, meter);
    meter.work++;
    const order = compareValues(a.car, b.car, meter);
    if (order !== 0) return order;
    a = a.cdr;
    b = b.cdr;
  }
  return a instanceof Vec ? compareDeep(a, b, meter) : compareAtoms(a, b);
}

function compareDeep(left: Value, right: Value, meter: Meter): number {
  const pending: Pending[] = [];
  let a = left;
  let b = right;
  for (;;) {
    meter.work++;
    if (a !== b) {
      if (a instanceof Pair && b instanceof Pair) {
        pending.push([a.cdr, b.cdr]);
        a = a.car;
        b = b.car;
        continue;
      }
      if (a instanceof Vec && b instanceof Vec) pending.push({ left: a, right: b, next: 0 });
      else {
        const order = compareAtoms(a, b);
        if (order !== 0) return order;
      }
    }
    const following = nextParts(pending);
    if (typeof following === "number") return following;
    [a, b] = following;
  }
}

/** Takes the next parts from `pending`; a number when the comparison is decided. */
function nextParts(pending: Pending[]): readonly [Value, Value] | number {
  for (let top = pending.at(-1); top !== undefined; top = pending.at(-1)) {
    if (!("next" in top)) {
      pending.pop();
      return top;
    }
    const at = top.next++;
    const a = top.left.items[at];
    const b = top.right.items[at];
    if (a !== undefined && b !== undefined) return [a, b];
    pending.pop();
    const order = top.left.items.length - top.right.items.length;
    if (order !== 0) return order;
  }
  return 0;
}

function compareAtoms(left: Value, right: Value): number {
  if (left === right) return 0;
  const a = numberOf(left);
  const b = numberOf(right);
  if (a !== undefined && b !== undefined) return compareNumbers(a, b);
  if (left instanceof Str && right instanceof Str) return compareText(left.text, right.text);
  if (left instanceof Sym && right instanceof Sym) return compareText(left.name, right.name);
  if (left === NIL && right instanceof Pair) return -1;
  if (right === NIL && left instanceof Pair) return 1;
  throw new Fault("E316", "script", { left: printShort(left), right: printShort(right) }, 0);
}

/** The host compares an integer with a float exactly; NaN is neither smaller nor larger than anything. */
function compareNumbers(left: number | bigint, right: number | bigint): number {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

function numberOf(value: Value): number | bigint | undefined {
  if (typeof value === "number") return value;
  return value instanceof Flo || value instanceof Big ? value.value : undefined;
}
