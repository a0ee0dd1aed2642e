/** Floats and integers in C's `%e %f %g`, with exact digits and halves to even (R084). */
import type { Fraction } from "./float-fraction.ts";
import { divideHalfEven, floatFraction } from "./float-fraction.ts";

/** A non-negative finite number: a float's value, or an integer too wide for one. */
export type Magnitude = number | bigint;

/** The host's own fixed notation is exact below this size and up to this many decimals, except for halves. */
const HOST_FIXED_LIMIT = 1e21;
const HOST_FIXED_DECIMALS = 100;

/** No float has more decimals or significant digits than this: all further ones are zeros and need no arithmetic. */
const MOST_DIGITS = 1_100;

/** `%f`: decimals and, unless there are none and `point` is false, a decimal point. */
export function fixedText(value: Magnitude, decimals: number, point: boolean): string {
  const text = fixedDigits(value, decimals);
  return decimals === 0 && point ? `${text}.` : text;
}

function fixedDigits(value: Magnitude, decimals: number): string {
  if (
    typeof value === "number" &&
    value < HOST_FIXED_LIMIT &&
    decimals <= HOST_FIXED_DECIMALS &&
    !isHalf(value, decimals)
  ) {
    return value.toFixed(decimals);
  }
  const { numerator, denominator } = exact(value);
  const worked = Math.min(decimals, MOST_DIGITS);
  const digits = divideHalfEven(numerator * 10n ** BigInt(worked), denominator)
    .toString()
    .padStart(worked + 1, "0");
  if (decimals === 0) return digits;
  return `${digits.slice(0, -worked)}.${digits.slice(-worked)}${"0".repeat(decimals - worked)}`;
}

/** Whether a number lies exactly between two neighbours of so many decimals: then it is an odd multiple of 2^-(decimals+1). */
function isHalf(value: number, decimals: number): boolean {
  return Math.abs((value * 2 ** (decimals + 1)) % 2) === 1;
}

function exact(value: Magnitude): Fraction {
  return typeof value === "number" ? floatFraction(value) : { numerator: value, denominator: 1n };
}

/** Significant digits with the power of ten of the first one. */
interface Scientific {
  readonly digits: string;
  readonly exponent: number;
}

function scientificDigits(value: Magnitude, decimals: number): Scientific {
  if (decimals > MOST_DIGITS) {
    const { digits, exponent } = scientificDigits(value, MOST_DIGITS);
    return { digits: digits.padEnd(decimals + 1, "0"), exponent };
  }
  const { numerator, denominator } = exact(value);
  if (numerator === 0n) return { digits: "0".repeat(decimals + 1), exponent: 0 };
  // The host's exponent is that of its shortest digits, which can be the next power of ten.
  let exponent = typeof value === "number" ? Number(value.toExponential().split("e")[1]) : value.toString().length - 1;
  if (isBelow({ numerator, denominator }, exponent)) exponent--;
  const shift = decimals - exponent;
  const digits = divideHalfEven(scaled(numerator, shift), scaled(denominator, -shift)).toString();
  return digits.length > decimals + 1
    ? { digits: digits.slice(0, decimals + 1), exponent: exponent + 1 }
    : { digits, exponent };
}

/** `value * 10^power` for a positive power, otherwise `value`. */
function scaled(value: bigint, power: number): bigint {
  return power > 0 ? value * 10n ** BigInt(power) : value;
}

/** Whether a fraction is less than `10^power`. */
function isBelow(value: Fraction, power: number): boolean {
  return scaled(value.numerator, -power) < scaled(value.denominator, power);
}

function exponentSuffix(exponent: number): string {
  return `e${exponent < 0 ? "-" : "+"}${Math.abs(exponent).toString().padStart(2, "0")}`;
}

/** `%e`: one digit before the decimal point. */
export function exponentText(value: Magnitude, decimals: number, point: boolean): string {
  const { digits, exponent } = scientificDigits(value, decimals);
  const fraction = decimals > 0 || point ? `.${digits.slice(1)}` : "";
  return digits.charAt(0) + fraction + exponentSuffix(exponent);
}

/** `%g`: the shorter of the two notations, with `precision` significant digits; trailing zeros only with `point`. */
export function generalText(value: Magnitude, precision: number, point: boolean): string {
  const significant = Math.max(1, precision);
  const { digits, exponent } = scientificDigits(value, significant - 1);
  if (exponent < -4 || exponent >= significant) {
    return withFraction(digits.charAt(0), digits.slice(1), point) + exponentSuffix(exponent);
  }
  if (exponent < 0) return withFraction("0", "0".repeat(-exponent - 1) + digits, point);
  return withFraction(digits.slice(0, exponent + 1), digits.slice(exponent + 1), point);
}

function withFraction(whole: string, fraction: string, point: boolean): string {
  const kept = point ? fraction : fraction.replace(/0+$/u, "");
  return kept === "" && !point ? whole : `${whole}.${kept}`;
}
