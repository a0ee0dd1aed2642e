import type { Meter } from "../meter.ts";
import { caseCharacter } from "../text/case.ts";
import { codeAt, insideCharacter, unitIndex, unitsOf } from "../text/characters.ts";
import type { Value } from "../values.ts";
import { NIL, Pair, Str, Vec } from "../values.ts";
import { listExpected, wrongType } from "./faults.ts";

/**
 * The length of any sequence: Emacs measures both operands before it looks at their types, so a prefix longer than
 * the text is simply no prefix, whatever the two are.
 */
function lengthOf(meter: Meter, name: string, value: Value, operand: number): number {
  if (value instanceof Str) return value.chars;
  if (value instanceof Vec) return value.items.length;
  let count = 0;
  let rest: Value = value;
  for (; rest instanceof Pair; rest = rest.cdr) count++;
  meter.work += count;
  if (rest === NIL) return count;
  throw count === 0 ? wrongType(name, "sequencep", value, operand) : listExpected(name, value, operand);
}

function sameIgnoringCase(left: string, right: string): boolean {
  if (left === right) return true;
  let a = 0;
  let b = 0;
  while (a < left.length && b < right.length) {
    const one = codeAt(left, a);
    const other = codeAt(right, b);
    if (one !== other && caseCharacter(one, "up") !== caseCharacter(other, "up")) return false;
    a += unitsOf(one);
    b += unitsOf(other);
  }
  return a === left.length && b === right.length;
}

/** Whether a string begins with another one (R095). */
export function startsWith(meter: Meter, prefix: Value, string: Value, ignoreCase: boolean): boolean {
  const name = "string-prefix-p";
  const length = lengthOf(meter, name, prefix, 0);
  if (length > lengthOf(meter, name, string, 1)) return false;
  if (!(prefix instanceof Str)) throw wrongType(name, "stringp", prefix, 0);
  if (!(string instanceof Str)) throw wrongType(name, "stringp", string, 1);
  meter.work += length >> 2;
  if (!ignoreCase) return string.text.startsWith(prefix.text);
  meter.work += length;
  return sameIgnoringCase(prefix.text, string.text.slice(0, unitIndex(string, length)));
}

/** Whether a string ends with another one (R096). */
export function endsWith(meter: Meter, suffix: Value, string: Value, ignoreCase: boolean): boolean {
  const name = "string-suffix-p";
  const length = lengthOf(meter, name, suffix, 0);
  const start = lengthOf(meter, name, string, 1) - length;
  if (start < 0) return false;
  if (!(suffix instanceof Str)) throw wrongType(name, "stringp", suffix, 0);
  if (!(string instanceof Str)) throw wrongType(name, "stringp", string, 1);
  meter.work += length >> 2;
  if (!ignoreCase) {
    return string.text.endsWith(suffix.text) && !insideCharacter(string.text, string.text.length - suffix.text.length);
  }
  meter.work += string.chars;
  return sameIgnoringCase(suffix.text, string.text.slice(unitIndex(string, start)));
}
