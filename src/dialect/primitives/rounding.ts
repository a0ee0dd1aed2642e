import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { Flo, NIL } from "../values.ts";
import type { Fraction } from "./float-fraction.ts";
import { divideDown, divideHalfEven, floatFraction } from "./float-fraction.ts";
import { noInteger, wrongType, zeroDivision } from "./faults.ts";
import type { Numeric } from "./numeric.ts";
import { isNumber, numeric, smallInteger, toBigint } from "./numeric.ts";

/** One way of rounding, in the three forms it is needed in. */
interface Rounding {
  readonly name: string;
  readonly float: (value: number) => number;
  /** The quotient of two safe integers, the divisor not 0. */
  readonly small: (value: number, divisor: number) => number;
  /** The quotient of two integers of any size, the divisor positive. */
  readonly exact: (value: bigint, divisor: bigint) => bigint;
}

function halfToEven(value: number): number {
  const magnitude = Math.abs(value);
  const below = Math.floor(magnitude);
  const over = magnitude - below;
  const rounded = over > 0.5 || (over === 0.5 && below % 2 === 1) ? below + 1 : below;
  return value < 0 ? -rounded : rounded;
}

function halfToEvenQuotient(value: number, divisor: number): number {
  const quotient = Math.trunc(value / divisor);
  const twice = 2 * Math.abs(value % divisor);
  const size = Math.abs(divisor);
  if (twice < size || (twice === size && quotient % 2 === 0)) return quotient;
  return value < 0 === divisor < 0 ? quotient + 1 : quotient - 1;
}

/** Rounds down where the division leaves a remainder and the signs differ. */
function floorQuotient(value: number, divisor: number): number {
  const quotient = Math.trunc(value / divisor);
  return value % divisor !== 0 && value < 0 !== divisor < 0 ? quotient - 1 : quotient;
}

function ceilingQuotient(value: number, divisor: number): number {
  const quotient = Math.trunc(value / divisor);
  return value % divisor !== 0 && value < 0 === divisor < 0 ? quotient + 1 : quotient;
}

const TRUNCATE: Rounding = {
  name: "truncate",
  float: Math.trunc,
  small: (value, divisor) => Math.trunc(value / divisor),
  exact: (value, divisor) => value / divisor,
};
const ROUND: Rounding = { name: "round", float: halfToEven, small: halfToEvenQuotient, exact: divideHalfEven };
const FLOOR: Rounding = { name: "floor", float: Math.floor, small: floorQuotient, exact: divideDown };
const CEILING: Rounding = {
  name: "ceiling",
  float: Math.ceil,
  small: ceilingQuotient,
  exact: (value, divisor) => -divideDown(-value, divisor),
};

function rounded(meter: Meter, how: Rounding, arg: Value, divisor: Value): Value {
  if (!isNumber(arg)) throw wrongType(how.name, "numberp", arg, 0);
  if (divisor !== NIL) return quotient(meter, how, arg, divisor);
  if (!(arg instanceof Flo)) return arg;
  if (!Number.isFinite(arg.value)) throw noInteger(how.name, arg, 0);
  const value = how.float(arg.value) + 0;
  return Number.isSafeInteger(value) ? smallInteger(meter, value) : meter.int(BigInt(value));
}

/** Divides exactly, floats as the fractions they are, and rounds once. */
function quotient(meter: Meter, how: Rounding, arg: Numeric, divisor: Value): Value {
  if (!isNumber(divisor)) throw wrongType(how.name, "numberp", divisor, 1);
  if (numeric(divisor, how.name, 1) === 0) throw zeroDivision(how.name, 1);
  if (typeof arg === "number" && typeof divisor === "number") return smallInteger(meter, how.small(arg, divisor) + 0);
  if (arg instanceof Flo && !Number.isFinite(arg.value)) throw noInteger(how.name, arg, 0);
  if (divisor instanceof Flo && Number.isNaN(divisor.value)) throw noInteger(how.name, divisor, 1);
  return divisor instanceof Flo && !Number.isFinite(divisor.value) ? 0 : exactQuotient(meter, how, arg, divisor);
}

function exactQuotient(meter: Meter, how: Rounding, arg: Numeric, divisor: Numeric): Value {
  const above = fraction(arg);
  const below = fraction(divisor);
  const numerator = above.numerator * below.denominator;
  const denominator = above.denominator * below.numerator;
  return meter.int(denominator < 0n ? how.exact(-numerator, -denominator) : how.exact(numerator, denominator));
}

function fraction(value: Numeric): Fraction {
  return value instanceof Flo ? floatFraction(value.value) : { numerator: toBigint(value), denominator: 1n };
}

/** From numbers to integers (R115–R118). */
export const ROUNDING_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(truncate arg &optional divisor)",
    doc: "ARG, divided by DIVISOR when given, as an integer: cut towards zero.",
    examples: [
      ["(truncate -2.7)", "-2"],
      ["(truncate 7 2)", "3"],
    ],
    fixed: (meter, arg, divisor) => rounded(meter, TRUNCATE, arg, divisor),
  }),
  definePrimitive({
    signature: "(round arg &optional divisor)",
    doc: "ARG, divided by DIVISOR when given, as the nearest integer; halves go to the even one.",
    examples: [
      ["(round 2.5)", "2"],
      ["(round 7 2)", "4"],
    ],
    fixed: (meter, arg, divisor) => rounded(meter, ROUND, arg, divisor),
  }),
  definePrimitive({
    signature: "(floor arg &optional divisor)",
    doc: "ARG, divided by DIVISOR when given, as the next smaller integer.",
    examples: [
      ["(floor -2.7)", "-3"],
      ["(floor -7 2)", "-4"],
    ],
    fixed: (meter, arg, divisor) => rounded(meter, FLOOR, arg, divisor),
  }),
  definePrimitive({
    signature: "(ceiling arg &optional divisor)",
    doc: "ARG, divided by DIVISOR when given, as the next larger integer.",
    examples: [
      ["(ceiling 2.1)", "3"],
      ["(ceiling 7 2)", "4"],
    ],
    fixed: (meter, arg, divisor) => rounded(meter, CEILING, arg, divisor),
  }),
];
