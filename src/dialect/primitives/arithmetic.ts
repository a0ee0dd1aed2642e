import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { Big, Flo, isInteger } from "../values.ts";
import { foldNumbers } from "./fold-numbers.ts";
import { wrongType, zeroDivision } from "./faults.ts";
import type { Numeric } from "./numeric.ts";
import { floatResult, isNumber, numeric, smallInteger, toBigint, toFloat } from "./numeric.ts";

function add(meter: Meter, args: readonly Value[]): Value {
  let sum = 0;
  for (let i = 0; i < args.length; i++) {
    const next = args[i];
    const total = typeof next === "number" ? sum + next : NaN;
    if (!Number.isSafeInteger(total)) return foldNumbers(meter, "+", args, { from: i, so: sum });
    sum = total;
  }
  return smallInteger(meter, sum);
}

function subtract(meter: Meter, args: readonly Value[]): Value {
  const first = args[0];
  if (args.length === 1) return negate(meter, first as Value);
  if (args.length === 0) return 0;
  if (typeof first !== "number") return foldNumbers(meter, "-", args);
  let rest = first;
  for (let i = 1; i < args.length; i++) {
    const next = args[i];
    const total = typeof next === "number" ? rest - next : NaN;
    if (!Number.isSafeInteger(total)) return foldNumbers(meter, "-", args, { from: i, so: rest });
    rest = total;
  }
  return smallInteger(meter, rest);
}

function negate(meter: Meter, value: Value): Value {
  if (typeof value === "number") return smallInteger(meter, 0 - value);
  if (value instanceof Big) return meter.int(-value.value);
  if (value instanceof Flo) return meter.float(-value.value, Number.isNaN(value.value) && !value.negativeNan);
  throw wrongType("-", "number-or-marker-p", value, 0);
}

function multiply(meter: Meter, args: readonly Value[]): Value {
  let product = 1;
  for (let i = 0; i < args.length; i++) {
    const next = args[i];
    const total = typeof next === "number" ? product * next : NaN;
    if (!Number.isSafeInteger(total)) return foldNumbers(meter, "*", args, { from: i, so: product });
    // Adding 0 turns -0, which no integer is, into 0.
    product = total + 0;
  }
  return smallInteger(meter, product);
}

function divide(meter: Meter, args: readonly Value[]): Value {
  const first = args[0] as Value;
  const second = args[1];
  if (args.length === 2 && typeof first === "number" && typeof second === "number" && second !== 0) {
    return smallInteger(meter, Math.trunc(first / second) + 0);
  }
  return args.length === 1 ? reciprocal(meter, first) : foldNumbers(meter, "/", args);
}

function reciprocal(meter: Meter, value: Value): Value {
  if (!isNumber(value)) throw wrongType("/", "number-or-marker-p", value, 0);
  if (value === 0) throw zeroDivision("/", 0);
  if (value instanceof Flo) return floatResult(meter, 1 / value.value, value, value);
  return typeof value === "number" ? smallInteger(meter, Math.trunc(1 / value) + 0) : 0;
}

function remainder(meter: Meter, x: Value, y: Value): Value {
  if (!isInteger(x)) throw wrongType("%", "integer-or-marker-p", x, 0);
  if (!isInteger(y)) throw wrongType("%", "integer-or-marker-p", y, 1);
  if (y === 0) throw zeroDivision("%", 1);
  if (typeof x === "number" && typeof y === "number") return smallInteger(meter, (x % y) + 0);
  return meter.int(toBigint(x) % toBigint(y));
}

function modulo(meter: Meter, x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && y !== 0) {
    const rest = x % y;
    return smallInteger(meter, rest !== 0 && rest < 0 !== y < 0 ? rest + y : rest + 0);
  }
  if (!isNumber(x)) throw wrongType("mod", "number-or-marker-p", x, 0);
  if (!isNumber(y)) throw wrongType("mod", "number-or-marker-p", y, 1);
  if (x instanceof Flo || y instanceof Flo) return moduloFloats(meter, x, y);
  if (y === 0) throw zeroDivision("mod", 1);
  return meter.int(moduloBig(toBigint(x), toBigint(y)));
}

function moduloBig(x: bigint, y: bigint): bigint {
  const rest = x % y;
  return rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest;
}

function moduloFloats(meter: Meter, x: Numeric, y: Numeric): Value {
  const divisor = toFloat(y);
  const rest = toFloat(x) % divisor;
  const wrongSide = divisor < 0 ? rest > 0 : rest < 0;
  return floatResult(meter, wrongSide ? rest + divisor : rest, x, y);
}

function abs(meter: Meter, arg: Value): Value {
  if (typeof arg === "number") return smallInteger(meter, Math.abs(arg));
  if (arg instanceof Big) return arg.value < 0n ? meter.int(-arg.value) : arg;
  if (!(arg instanceof Flo)) throw wrongType("abs", "numberp", arg, 0);
  return arg.value < 0 || Object.is(arg.value, -0) || arg.negativeNan ? meter.float(Math.abs(arg.value)) : arg;
}

/** The operand that wins every comparison, unchanged; a NaN wins at once and ends the search. */
function extreme(
  name: string,
  args: readonly Value[],
  wins: (left: number | bigint, right: number | bigint) => boolean,
): Value {
  let best = args[0] as Value;
  let bestNumber = numeric(best, name, 0);
  for (let i = 1; i < args.length; i++) {
    const next = args[i] as Value;
    const number = numeric(next, name, i);
    if (wins(number, bestNumber)) {
      best = next;
      bestNumber = number;
    } else if (Number.isNaN(number)) return next;
  }
  return best;
}

/** Calculating (R105–R114). */
export const ARITHMETIC_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(+ &rest numbers-or-markers)",
    doc: "The sum of all numbers; 0 for none. Integers are exact, one float makes the sum a float.",
    examples: [
      ["(+ 1 2 3)", "6"],
      ["(+ 1 2.0)", "3.0"],
      ["(+)", "0"],
    ],
    rest: add,
  }),
  definePrimitive({
    signature: "(- &optional number-or-marker &rest more-numbers-or-markers)",
    doc: "The first number less all the others; with one number, its negation.",
    examples: [
      ["(- 10 3 2)", "5"],
      ["(- 5)", "-5"],
    ],
    rest: subtract,
  }),
  definePrimitive({
    signature: "(* &rest numbers-or-markers)",
    doc: "The product of all numbers; 1 for none.",
    examples: [
      ["(* 2 3 4)", "24"],
      ["(* 2 1.5)", "3.0"],
    ],
    rest: multiply,
  }),
  definePrimitive({
    signature: "(/ number &rest divisors)",
    doc: "NUMBER divided by the others; integers are cut towards zero. With one number, 1 divided by it.",
    examples: [
      ["(/ 7 2)", "3"],
      ["(/ 7 2.0)", "3.5"],
    ],
    rest: divide,
  }),
  definePrimitive({
    signature: "(% x y)",
    doc: "The remainder of integer division, with the sign of X.",
    examples: [
      ["(% 7 3)", "1"],
      ["(% -7 3)", "-1"],
    ],
    fixed: remainder,
  }),
  definePrimitive({
    signature: "(mod x y)",
    doc: "X modulo Y, with the sign of Y; floats are allowed.",
    examples: [
      ["(mod -7 3)", "2"],
      ["(mod -7.5 2)", "0.5"],
    ],
    fixed: modulo,
  }),
  definePrimitive({
    signature: "(abs arg)",
    doc: "The number without its sign.",
    examples: [
      ["(abs -5)", "5"],
      ["(abs -0.5)", "0.5"],
    ],
    fixed: abs,
  }),
  definePrimitive({
    signature: "(max number-or-marker &rest numbers-or-markers)",
    doc: "The largest of the numbers, as it was given.",
    examples: [
      ["(max 1 3 2)", "3"],
      ["(max 1 2.0)", "2.0"],
    ],
    rest: (_meter, args) => extreme("max", args, (left, right) => left > right),
  }),
  definePrimitive({
    signature: "(min number-or-marker &rest numbers-or-markers)",
    doc: "The smallest of the numbers, as it was given.",
    examples: [
      ["(min 1 3 2)", "1"],
      ["(min 2.5 3)", "2.5"],
    ],
    rest: (_meter, args) => extreme("min", args, (left, right) => left < right),
  }),
  definePrimitive({
    signature: "(float arg)",
    doc: "The number as a float, the nearest one there is.",
    examples: [["(float 3)", "3.0"]],
    fixed: (meter, arg) => {
      if (arg instanceof Flo) return arg;
      if (!isNumber(arg)) throw wrongType("float", "numberp", arg, 0);
      return meter.float(toFloat(arg));
    },
  }),
];
