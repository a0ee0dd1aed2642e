import type { Value } from "./values.ts";
import { Big, Pair, Vec } from "./values.ts";

/** Binary digits of the magnitude of an integer; 0 for 0. */
export function integerBits(value: number | Big): number {
  if (value instanceof Big) return (value.value < 0n ? -value.value : value.value).toString(2).length;
  const magnitude = Math.abs(value);
  const high = Math.floor(magnitude / 0x1_0000_0000);
  return high > 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(magnitude);
}

/**
 * Binary digits of the widest integer anywhere in `value` (R230). Computed integers are checked as they are made;
 * this is for literals, which the reader takes at any width. Linear; no host recursion.
 */
export function widestInteger(value: Value): number {
  let widest = 0;
  const pending: Value[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "number" || next instanceof Big) widest = Math.max(widest, integerBits(next));
    else if (next instanceof Pair) pending.push(next.car, next.cdr);
    else if (next instanceof Vec) for (const item of next.items) pending.push(item);
  }
  return widest;
}
