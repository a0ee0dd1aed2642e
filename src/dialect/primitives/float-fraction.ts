/** A quotient of integers; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const view = new DataView(new ArrayBuffer(8));
const HIDDEN_BIT = 2 ** 52;
/** What the biased exponent is above the power of two that the mantissa, taken as an integer, stands at. */
const BIAS = 1075;

/** A finite float as the fraction that it exactly is: the denominator is a power of two up to 2^1074. */
export function floatFraction(value: number): Fraction {
  view.setFloat64(0, value);
  const high = view.getUint32(0);
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (high & 0xfffff) * 2 ** 32 + view.getUint32(4);
  const magnitude = BigInt(biased === 0 ? fraction : fraction + HIDDEN_BIT);
  const mantissa = value < 0 ? -magnitude : magnitude;
  const exponent = Math.max(biased, 1) - BIAS;
  return exponent >= 0
    ? { numerator: mantissa << BigInt(exponent), denominator: 1n }
    : { numerator: mantissa, denominator: 1n << BigInt(-exponent) };
}

/** The quotient rounded down; `divisor` is positive. */
export function divideDown(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient;
}

/** The quotient rounded to the nearest integer, halves to the even one; `divisor` is positive. */
export function divideHalfEven(value: bigint, divisor: bigint): bigint {
  const below = divideDown(value, divisor);
  const twice = 2n * (value - below * divisor);
  return twice > divisor || (twice === divisor && below % 2n !== 0n) ? below + 1n : below;
}
