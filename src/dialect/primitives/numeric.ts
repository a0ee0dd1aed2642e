import { overBudget } from "../meter.ts";
import type { Meter } from "../meter.ts";
import type { Value } from "../values.ts";
import { Big, Flo } from "../values.ts";
import { wrongType } from "./faults.ts";

/** A guest number. */
export type Numeric = number | Big | Flo;

/** Whether a value is a number of any kind. */
export function isNumber(value: Value): value is Numeric {
  return typeof value === "number" || value instanceof Big || value instanceof Flo;
}

/**
 * The host number of a guest number, for exact comparison: the host compares its two kinds by mathematical value.
 * Anything else is the fault `number-or-marker-p` of operand `operand`.
 */
export function numeric(value: Value, name: string, operand: number): number | bigint {
  if (typeof value === "number") return value;
  if (value instanceof Big || value instanceof Flo) return value.value;
  throw wrongType(name, "number-or-marker-p", value, operand);
}

/** An integer of either representation as a bigint. */
export function toBigint(value: number | Big): bigint {
  return typeof value === "number" ? BigInt(value) : value.value;
}

/** A number as a float, rounded to the nearest one. */
export function toFloat(value: Numeric): number {
  return typeof value === "number" ? value : Number(value.value);
}

/** How many binary digits the magnitude of `value` has. */
export function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16);
  return hex === "0" ? 0 : hex.length * 4 - Math.clz32(parseInt(hex.charAt(0), 16)) + 28;
}

/** An integer result that is known to be a safe integer: checked against a width budget below 53 bits, free otherwise. */
export function smallInteger(meter: Meter, value: number): number {
  if (meter.maxNumberBits < 53) meter.bits(BigInt(value));
  return value;
}

/** A product below this has fewer binary digits than `MODEST_BITS`. */
const MODEST_PRODUCT = 1e300;
const MODEST_BITS = 1_000;

/** The product of two integers; the width is checked from the widths of the factors before anything is multiplied. */
export function multiplyIntegers(meter: Meter, left: bigint, right: bigint): bigint {
  const modest = meter.maxNumberBits >= MODEST_BITS && Math.abs(Number(left) * Number(right)) < MODEST_PRODUCT;
  if (modest) return left * right;
  if (left === 0n || right === 0n) return 0n;
  const least = bitLength(left) + bitLength(right) - 1;
  if (least > meter.maxNumberBits) throw overBudget("max-number-bits", meter.maxNumberBits, least);
  meter.work += least >> 6;
  return left * right;
}

/** The float that an operation on two operands answers, charged. */
export function floatResult(meter: Meter, value: number, left: Numeric, right: Numeric): Flo {
  return meter.float(value, Number.isNaN(value) && nanSign(left, right));
}

/**
 * Whether the NaN that two operands give is a negative one. It has the sign that it has on x86-64: that of the first
 * operand that is a NaN, or negative when the operation made it (2.1: `(/ 0.0 0)` prints as -0.0e+NaN).
 */
export function nanSign(left: Numeric, right: Numeric): boolean {
  if (left instanceof Flo && Number.isNaN(left.value)) return left.negativeNan;
  if (right instanceof Flo && Number.isNaN(right.value)) return right.negativeNan;
  return true;
}
