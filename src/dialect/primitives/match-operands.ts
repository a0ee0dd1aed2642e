import { Fault } from "../fault.ts";
import type { Meter } from "../meter.ts";
import type { Regexp } from "../regexp/regexp.ts";
import { compileRegexp } from "../regexp/regexp.ts";
import type { Value } from "../values.ts";
import { EMPTY, NIL, Str, str } from "../values.ts";
import { wrongType } from "./faults.ts";

/** The string operand at `index`. */
export function stringOperand(name: string, value: Value, index: number): Str {
  if (value instanceof Str) return value;
  throw wrongType(name, "stringp", value, index);
}

/** A regexp operand: its text and what became of it. */
export interface RegexpOperand {
  readonly text: Str;
  readonly regexp: Regexp;
}

/** The regexp operand at `index`, checked (R177, R183); its faults blame that operand. */
export function regexpOperand(meter: Meter, name: string, value: Value, index: number): RegexpOperand {
  const text = stringOperand(name, value, index);
  try {
    return { text, regexp: compileRegexp(text, meter) };
  } catch (problem) {
    if (problem instanceof Fault) throw new Fault(problem.code, problem.kind, problem.args, index);
    throw problem;
  }
}

/** The regexp operand at `index`, or undefined for nil. */
export function optionalRegexp(meter: Meter, name: string, value: Value, index: number): RegexpOperand | undefined {
  return value === NIL ? undefined : regexpOperand(meter, name, value, index);
}

/** The characters of `text` from one UTF-16 offset to another, not charged. */
export function slice(text: Str, from: number, to: number): Str {
  if (from === 0 && to === text.text.length) return text;
  if (from === to) return EMPTY;
  const part = text.text.slice(from, to);
  return text.bytes === text.text.length ? new Str(part, part.length, part.length) : str(part);
}

/** Charges a string made by `slice`, unless it is the whole operand. */
export function charged(meter: Meter, part: Str, operand: Str): Str {
  return part === operand ? operand : meter.strOf(part.text, part.chars, part.bytes);
}
