import { Big } from "./values.ts";

/** Binary digits of the magnitude of an integer (budget `max-number-bits`); 0 for 0. */
export function integerBits(value: number | Big): number {
  if (value instanceof Big) return value.bits;
  const magnitude = Math.abs(value);
  const high = Math.floor(magnitude / 0x1_0000_0000);
  return high > 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(magnitude);
}
