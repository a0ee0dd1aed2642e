import type { Meter } from "./meter.ts";
import type { Value } from "./values.ts";
import { Big, Closure, Flo, Pair, Str, Vec } from "./values.ts";

const FIXNUM_MIN = -(2n ** 61n);
const FIXNUM_MAX = 2n ** 61n - 1n;

/** Identity (R125): integers of up to 62 bits by value, everything else by being the same object (A33). */
export function eq(left: Value, right: Value): boolean {
  if (left === right) return true;
  return left instanceof Big && right instanceof Big && left.value === right.value && isFixnum(left.value);
}

/** Whether an integer is inside the range in which Emacs compares integers by value. */
export function isFixnum(value: bigint): boolean {
  return value >= FIXNUM_MIN && value <= FIXNUM_MAX;
}

/** Like `eq`, and also true for numbers of the same type and value; -0.0 and NaN go by their bits (R126). */
export function eql(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (left instanceof Flo) return right instanceof Flo && sameFloat(left, right);
  return left instanceof Big && right instanceof Big && left.value === right.value;
}

function sameFloat(left: Flo, right: Flo): boolean {
  return Object.is(left.value, right.value) && left.negativeNan === right.negativeNan;
}

/**
 * Structural equality (R127). Values differ as soon as their measures do, so most unequal ones are told apart in
 * constant time; the rest adds its work to the meter. No host recursion.
 */
export function equal(left: Value, right: Value, meter: Meter): boolean {
  if (left === right) return true;
  if (typeof left === "number" || typeof right === "number") return false;
  if (left instanceof Str) {
    if (!(right instanceof Str) || left.bytes !== right.bytes) return false;
    meter.work += left.bytes >> 3;
    return left.text === right.text;
  }
  if (left instanceof Pair || left instanceof Vec || left instanceof Closure) return deepEqual(left, right, meter);
  return eql(left, right);
}

function deepEqual(left: Value, right: Value, meter: Meter): boolean {
  /** Pairs of values still to compare: left at even places, right at odd ones. */
  const pending: Value[] = [];
  let a = left;
  let b = right;
  for (;;) {
    meter.work++;
    if (a instanceof Pair && a !== b) {
      if (!(b instanceof Pair) || a.nodes !== b.nodes || a.bytes !== b.bytes) return false;
      if (isAggregate(a.car)) pending.push(a.car, b.car);
      else if (!equal(a.car, b.car, meter)) return false;
      a = a.cdr;
      b = b.cdr;
      continue;
    }
    if (a !== b && !equalHere(a, b, pending, meter)) return false;
    if (pending.length === 0) return true;
    b = pending.pop() as Value;
    a = pending.pop() as Value;
  }
}

/** Compares everything but pairs; parts that need more work go to `pending`. */
function equalHere(a: Value, b: Value, pending: Value[], meter: Meter): boolean {
  if (a instanceof Vec) {
    if (!(b instanceof Vec) || a.items.length !== b.items.length || a.nodes !== b.nodes || a.bytes !== b.bytes) {
      return false;
    }
    for (let i = 0; i < a.items.length; i++) pending.push(a.items[i] as Value, b.items[i] as Value);
    return true;
  }
  if (a instanceof Closure) {
    if (!(b instanceof Closure) || !a.bare || !b.bare) return false;
    pending.push(a.params, b.params, a.body, b.body);
    return true;
  }
  return equal(a, b, meter);
}

function isAggregate(value: Value): boolean {
  return value instanceof Pair || value instanceof Vec || value instanceof Closure;
}
