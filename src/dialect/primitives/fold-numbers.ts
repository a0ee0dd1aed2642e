import type { Meter } from "../meter.ts";
import { CELL_BYTES } from "../meter.ts";
import type { Big, Value } from "../values.ts";
import { Flo } from "../values.ts";
import { wrongType, zeroDivision } from "./faults.ts";
import type { Numeric } from "./numeric.ts";
import { isNumber, multiplyIntegers, nanSign, toBigint, toFloat } from "./numeric.ts";

/** The four operations that take any number of operands. */
export type Operation = "+" | "-" | "*" | "/";

/** How far a fold has come: operands before `from` are folded into `so`. */
interface Progress {
  readonly from: number;
  readonly so: Numeric;
}

/**
 * Folds numbers of any kind from left to right (R105–R108): exact integers until the first float, floats from there
 * on. A division with a float anywhere is one of floats throughout.
 */
export function foldNumbers(meter: Meter, operation: Operation, args: readonly Value[], progress?: Progress): Value {
  const numbers = args.map((arg, i) => {
    if (!isNumber(arg)) throw wrongType(operation, "number-or-marker-p", arg, i);
    return arg;
  });
  const first = numbers[0] as Numeric;
  if (numbers.length === 1) return first;
  if (operation === "/" && numbers.some((number) => number instanceof Flo)) {
    return foldFloats(meter, operation, numbers, { from: 1, so: first });
  }
  const started = progress !== undefined && progress.from > 0 ? progress : { from: 1, so: first };
  return started.so instanceof Flo
    ? foldFloats(meter, operation, numbers, started)
    : foldIntegers(meter, operation, numbers, started);
}

function foldIntegers(meter: Meter, operation: Operation, numbers: readonly Numeric[], progress: Progress): Value {
  let so = toBigint(progress.so as number | Big);
  for (let i = progress.from; i < numbers.length; i++) {
    const next = numbers[i] as Numeric;
    if (next instanceof Flo) return foldFloats(meter, operation, numbers, { from: i, so: new Flo(Number(so)) });
    if (operation === "/" && next === 0) throw zeroDivision("/", i);
    so = integerStep(meter, operation, so, toBigint(next));
  }
  return meter.int(so);
}

function integerStep(meter: Meter, operation: Operation, left: bigint, right: bigint): bigint {
  switch (operation) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return multiplyIntegers(meter, left, right);
    case "/":
      return left / right;
  }
}

function foldFloats(meter: Meter, operation: Operation, numbers: readonly Numeric[], progress: Progress): Value {
  let so = progress.so;
  for (let i = progress.from; i < numbers.length; i++) {
    const next = numbers[i] as Numeric;
    const value = floatStep(operation, toFloat(so), toFloat(next));
    so = new Flo(value, Number.isNaN(value) && nanSign(so, next));
  }
  meter.retain(CELL_BYTES);
  return so;
}

function floatStep(operation: Operation, left: number, right: number): number {
  switch (operation) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
  }
}
