import type { Meter } from "../meter.ts";
import { charText } from "../text/characters.ts";
import type { Value } from "../values.ts";
import { charLength, NIL, Pair, Str, utf8Length, Vec } from "../values.ts";
import { listExpected, wrongType } from "./faults.ts";

/** One string of all parts: strings, nil, and lists and vectors of character codes (R083). `name` is for errors. */
export function concat(meter: Meter, name: string, parts: readonly Value[]): Str {
  let text = "";
  let chars = 0;
  let bytes = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Value;
    if (part instanceof Str) {
      text += part.text;
      chars += part.chars;
      bytes += part.bytes;
    } else if (part !== NIL) {
      const letters = codesText(meter, name, part, i);
      text += letters;
      chars += charLength(letters);
      bytes += utf8Length(letters);
    }
  }
  meter.work += bytes >> 2;
  return meter.strOf(text, chars, bytes);
}

/** The text of a list or vector of character codes, never longer than its codes as written. */
export function codesText(meter: Meter, name: string, part: Value, operand: number): string {
  let text = "";
  if (part instanceof Vec) {
    meter.work += part.items.length;
    for (const code of part.items) text += letter(name, code, operand);
    return text;
  }
  if (!(part instanceof Pair)) throw wrongType(name, "sequencep", part, operand);
  let rest: Value = part;
  for (; rest instanceof Pair; rest = rest.cdr) {
    text += letter(name, rest.car, operand);
    meter.work++;
  }
  if (rest !== NIL) throw listExpected(name, part, operand);
  return text;
}

function letter(name: string, code: Value, operand: number): string {
  const text = typeof code === "number" ? charText(code) : undefined;
  if (text === undefined) throw wrongType(name, "characterp", code, operand);
  return text;
}
