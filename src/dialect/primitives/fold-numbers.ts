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

function operand(operation: Operation, args: readonly Value[], index: number): Numeric {
  const value = args[index] as Value;
  if (!isNumber(value)) throw wrongType(operation, "number-or-marker-p", value, index);
  return value;
}

/**
 * Folds numbers of any kind from left to right (R105–R108): exact integers until the first float, floats from there
 * on. A division with a float anywhere is one of floats throughout.
 */
export function foldNumbers(meter: Meter, operation: Operation, args: readonly Value[], progress?: Progress): Value {
  const started = progress !== undefined && progress.from > 0;
  const from = started ? progress.from : 1;
  const so = started ? progress.so : operand(operation, args, 0);
  if (args.length === 1) return so;
  const floats = so instanceof Flo || (operation === "/" && args.some((arg) => arg instanceof Flo));
  return floats ? foldFloats(meter, operation, args, { from, so }) : foldIntegers(meter, operation, args, { from, so });
}

function foldIntegers(meter: Meter, operation: Operation, args: readonly Value[], progress: Progress): Value {
  let so = toBigint(progress.so as number | Big);
  for (let i = progress.from; i < args.length; i++) {
    const next = operand(operation, args, i);
    if (next instanceof Flo) return foldFloats(meter, operation, args, { from: i, so: new Flo(Number(so)) });
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

function foldFloats(meter: Meter, operation: Operation, args: readonly Value[], progress: Progress): Value {
  let { so } = progress;
  for (let i = progress.from; i < args.length; i++) {
    const next = operand(operation, args, i);
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
