import type { Meter } from "../meter.ts";
import { caseCharacter } from "../text/case.ts";
import { codeAt, insideCharacter, unitIndex, unitsOf } from "../text/characters.ts";
import type { Value } from "../values.ts";
import { Str } from "../values.ts";
import { wrongType } from "./faults.ts";
import { sequenceLength } from "./sequence-length.ts";

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

/**
 * Whether a string begins with another one (R095). Emacs measures both operands before it looks at their types, so a
 * prefix longer than the text is simply no prefix, whatever the two are.
 */
export function startsWith(meter: Meter, prefix: Value, string: Value, ignoreCase: boolean): boolean {
  const name = "string-prefix-p";
  const length = sequenceLength(meter, name, prefix, 0);
  if (length > sequenceLength(meter, name, string, 1)) return false;
  if (!(prefix instanceof Str)) throw wrongType(name, "stringp", prefix, 0);
  if (!(string instanceof Str)) throw wrongType(name, "stringp", string, 1);
  meter.work += length >> 2;
  if (!ignoreCase) return string.text.startsWith(prefix.text);
  meter.work += length;
  return sameIgnoringCase(prefix.text, string.text.slice(0, unitIndex(string, length)));
}

/** Whether a string ends with another one (R096); as for `startsWith`, lengths come before types. */
export function endsWith(meter: Meter, suffix: Value, string: Value, ignoreCase: boolean): boolean {
  const name = "string-suffix-p";
  const length = sequenceLength(meter, name, suffix, 0);
  const start = sequenceLength(meter, name, string, 1) - length;
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
