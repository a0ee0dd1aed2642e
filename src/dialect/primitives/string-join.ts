import type { Meter } from "../meter.ts";
import type { Value } from "../values.ts";
import { charLength, EMPTY, NIL, Pair, Str, utf8Length, Vec } from "../values.ts";
import { codesText } from "./concat.ts";
import { listExpected, wrongType } from "./faults.ts";

/** The text of one part with its measure. */
type Part = Pick<Str, "text" | "chars" | "bytes">;

function part(meter: Meter, value: Value, operand: number): Part {
  if (value instanceof Str) return value;
  if (value === NIL) return EMPTY;
  const text = codesText(meter, "string-join", value, operand);
  return { text, chars: charLength(text), bytes: utf8Length(text) };
}

function elements(strings: Value): readonly Value[] {
  if (strings instanceof Vec) return strings.items;
  // The characters of a string are its elements, and integers are no strings; none of them is an empty join.
  if (strings instanceof Str && strings.chars > 0) {
    throw wrongType("string-join", "sequencep", strings.text.codePointAt(0) ?? 0, 0);
  }
  if (strings instanceof Str) return [];
  const items: Value[] = [];
  let rest: Value = strings;
  for (; rest instanceof Pair; rest = rest.cdr) items.push(rest.car);
  if (rest === NIL) return items;
  throw items.length === 0
    ? wrongType("string-join", "sequencep", strings, 0)
    : listExpected("string-join", strings, 0);
}

/** `(string-join strings separator)` (R087): the size of the result is checked before any of it is built. */
export function stringJoin(meter: Meter, strings: Value, separator: Value): Value {
  const items = elements(strings);
  const first = items[0];
  if (first === undefined) return EMPTY;
  const between = items.length > 1 ? part(meter, separator, 1) : EMPTY;
  let chars = between.chars * (items.length - 1);
  let bytes = between.bytes * (items.length - 1);
  const parts = items.every((item) => item instanceof Str) ? items : items.map((item) => part(meter, item, 0));
  for (const one of parts) {
    chars += one.chars;
    bytes += one.bytes;
  }
  meter.size(1, bytes);
  meter.work += items.length + (bytes >> 2);
  let text = (parts[0] as Part).text;
  for (let i = 1; i < parts.length; i++) text += between.text + (parts[i] as Part).text;
  return meter.strOf(text, chars, bytes);
}
