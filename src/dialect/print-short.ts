import { print } from "./print.ts";
import type { Value } from "./values.ts";
import { bytesOf, Pair, Str, Vec } from "./values.ts";

/** Longest value shown inside an error message, in UTF-16 units. */
const MAX_SHOWN = 60;
/** Values of more bytes than this are described, not printed: printing them would cost more than the message is worth. */
const MAX_PRINTED_BYTES = 4_096;

/** A value as an error message shows it: readable, on one line, never long (R232). */
export function printShort(value: Value): string {
  if (value instanceof Str && value.text.length > MAX_PRINTED_BYTES) return `a string of ${value.chars} characters`;
  if (bytesOf(value) > MAX_PRINTED_BYTES || (value instanceof Pair && value.nodes > MAX_PRINTED_BYTES)) {
    return value instanceof Vec ? `a vector of ${value.items.length} elements` : "a large list";
  }
  const text = print(value).replace(/\n/gu, "\\n");
  if (text.length <= MAX_SHOWN) return text;
  const cut = text.slice(0, MAX_SHOWN);
  return `${/[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut}…`;
}
