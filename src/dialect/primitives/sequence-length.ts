import type { Meter } from "../meter.ts";
import type { Value } from "../values.ts";
import { NIL, Pair, Str, Vec } from "../values.ts";
import { listExpected, wrongType } from "./faults.ts";

/** How many elements a list or vector, or characters a string has (R070). `name` and `operand` are for errors: E312, E310. */
export function sequenceLength(meter: Meter, name: string, value: Value, operand: number): number {
  if (value instanceof Str) return value.chars;
  if (value instanceof Vec) return value.items.length;
  let count = 0;
  let rest: Value = value;
  for (; rest instanceof Pair; rest = rest.cdr) count++;
  meter.work += count;
  if (rest === NIL) return count;
  throw count === 0 ? wrongType(name, "sequencep", value, operand) : listExpected(name, value, operand);
}
