import { Fault } from "../fault.ts";
import { MAX_NUMBER_TEXT_BYTES } from "../limits.ts";
import type { Meter } from "../meter.ts";
import { numberPrefix, printFloat } from "../number-text.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { Big, Flo, NIL, Str } from "../values.ts";
import { outOfRange, wrongType } from "./faults.ts";
import { isNumber, smallInteger } from "./numeric.ts";

/** The largest and the smallest base that digits are read in. */
const MIN_BASE = 2;
const MAX_BASE = 16;

function stringToNumber(meter: Meter, string: Value, base: Value): Value {
  if (!(string instanceof Str)) throw wrongType("string-to-number", "stringp", string, 0);
  const radix = base === NIL ? 10 : base;
  if (typeof radix !== "number") throw wrongType("string-to-number", "fixnump", base, 1);
  if (radix < MIN_BASE || radix > MAX_BASE) {
    throw outOfRange("string-to-number", base, 1, `: bases are ${MIN_BASE} to ${MAX_BASE}`);
  }
  if (string.bytes > MAX_NUMBER_TEXT_BYTES) {
    throw new Fault("E452", "atomic-work", { amount: string.bytes, allowed: MAX_NUMBER_TEXT_BYTES }, 0);
  }
  meter.work += string.bytes;
  const value = numberPrefix(string.text, radix);
  if (typeof value === "number") return smallInteger(meter, value);
  if (value instanceof Big) return meter.int(value.value);
  return value instanceof Flo ? meter.float(value.value, value.negativeNan) : value;
}

/** The text of a number as the printer writes it; ASCII. */
function numberText(value: number | Big | Flo): string {
  return value instanceof Flo ? printFloat(value) : value instanceof Big ? value.value.toString() : String(value);
}

/** Between numbers and their text (R103, R104). */
export const NUMBER_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(number-to-string number)",
    doc: "The number as it is printed.",
    examples: [
      ["(number-to-string 42)", '"42"'],
      ["(number-to-string 1.0)", '"1.0"'],
    ],
    fixed: (meter, number) => {
      if (!isNumber(number)) throw wrongType("number-to-string", "numberp", number, 0);
      const text = numberText(number);
      meter.work += text.length;
      return meter.strOf(text, text.length, text.length);
    },
  }),
  definePrimitive({
    signature: "(string-to-number string &optional base)",
    doc: "The number STRING begins with, after blanks; 0 when it begins with none. BASE is 2 to 16, for integers.",
    examples: [
      ['(string-to-number "42 apples")', "42"],
      ['(string-to-number "FF" 16)', "255"],
      ['(string-to-number "abc")', "0"],
    ],
    fixed: stringToNumber,
  }),
];
