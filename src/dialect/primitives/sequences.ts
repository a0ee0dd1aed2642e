import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import { codeAt, isRawByte, rawByte, unitIndex, unitsOf } from "../text/characters.ts";
import type { Value } from "../values.ts";
import { NIL, Pair, Str, Vec } from "../values.ts";
import { concat } from "./concat.ts";
import { listExpected, outOfRange, wrongType } from "./faults.ts";
import { sequenceLength } from "./sequence-length.ts";

function append(meter: Meter, args: readonly Value[]): Value {
  let result = args.length === 0 ? NIL : (args[args.length - 1] as Value);
  for (let i = args.length - 2; i >= 0; i--) {
    const part = args[i] as Value;
    if (part instanceof Pair) result = prependList(meter, part, result, i);
    else if (part instanceof Str) result = prependText(meter, part, result);
    else if (part instanceof Vec) {
      meter.work += part.items.length;
      result = meter.list(part.items, result);
    } else if (part !== NIL) throw wrongType("append", "sequencep", part, i);
  }
  return result;
}

/** A copy of `list` that ends in `tail`. One and two elements, the usual case when a list is grown, need no array. */
function prependList(meter: Meter, list: Pair, tail: Value, operand: number): Value {
  if (list.cdr === NIL) return meter.cons(list.car, tail);
  const items: Value[] = [];
  let rest: Value = list;
  while (rest instanceof Pair) {
    items.push(rest.car);
    rest = rest.cdr;
  }
  if (rest !== NIL) throw listExpected("append", rest, operand);
  meter.work += items.length;
  return meter.list(items, tail);
}

/** The characters of a string as integers, in front of `tail`. A string of nothing but bytes gives its bytes. */
function prependText(meter: Meter, part: Str, tail: Value): Value {
  meter.work += part.chars;
  const { text } = part;
  const bytesOnly = part.bytes === part.chars;
  let result = tail;
  for (let at = text.length; at > 0;) {
    at--;
    const unit = text.charCodeAt(at);
    if ((unit & 0xfc00) === 0xdc00 && at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) at--;
    const code = codeAt(text, at);
    result = meter.cons(bytesOnly && isRawByte(code) ? rawByte(code) : code, result);
  }
  return result;
}

function reverse(meter: Meter, seq: Value): Value {
  if (seq instanceof Str) return reverseText(meter, seq);
  if (seq instanceof Vec) {
    meter.work += seq.items.length;
    return meter.vec([...seq.items].reverse());
  }
  let result: Value = NIL;
  let rest: Value = seq;
  for (; rest instanceof Pair; rest = rest.cdr) {
    result = meter.cons(rest.car, result);
    meter.work++;
  }
  if (rest === NIL) return result;
  throw result === NIL ? wrongType("reverse", "sequencep", seq, 0) : listExpected("reverse", rest, 0);
}

function reverseText(meter: Meter, value: Str): Value {
  const { text } = value;
  meter.work += value.bytes;
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const units = unitsOf(codeAt(text, at));
    parts.push(text.slice(at, at + units));
    at += units;
  }
  return meter.strOf(parts.reverse().join(""), value.chars, value.bytes);
}

/** An index operand of `substring`; counted from the end when negative, `missing` when it is nil. */
function bound(value: Value, size: number, missing: number, operand: number): number {
  if (typeof value === "number") return value < 0 ? value + size : value;
  if (value === NIL) return missing;
  throw wrongType("substring", "integerp", value, operand);
}

function substring(meter: Meter, string: Value, from: Value, to: Value): Value {
  if (!(string instanceof Str) && !(string instanceof Vec)) throw wrongType("substring", "arrayp", string, 0);
  const size = string instanceof Str ? string.chars : string.items.length;
  const start = bound(from, size, 0, 1);
  const end = bound(to, size, size, 2);
  if (start < 0 || start > size) throw outOfRange("substring", from, 1, ` for a length of ${size}`);
  if (end < 0 || end > size) throw outOfRange("substring", to, 2, ` for a length of ${size}`);
  if (start > end) throw outOfRange("substring", to, 2, `: the part would end before its start at ${start}`);
  if (string instanceof Vec) {
    meter.work += end - start;
    return meter.vec(string.items.slice(start, end));
  }
  if (string.bytes === string.text.length) return meter.strOf(string.text.slice(start, end), end - start, end - start);
  meter.work += end;
  return meter.str(string.text.slice(unitIndex(string, start), unitIndex(string, end)));
}

/** What works on lists, strings and vectors alike (R069, R070, R075, R083, R085). */
export const SEQUENCE_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(append &rest sequences)",
    doc: "One list of the elements of all SEQUENCES; the last one is not copied. Strings give their characters as integers.",
    examples: [
      ["(append '(1) '(2 3))", "(1 2 3)"],
      ['(append "ab" nil)', "(97 98)"],
      ["(append [1 2] nil)", "(1 2)"],
    ],
    rest: append,
  }),
  definePrimitive({
    signature: "(length sequence)",
    doc: "How many elements a list or vector, or characters a string has.",
    examples: [
      ["(length '(1 2 3))", "3"],
      ['(length "日本")', "2"],
    ],
    fixed: (meter, sequence) => sequenceLength(meter, "length", sequence, 0),
  }),
  definePrimitive({
    signature: "(reverse seq)",
    doc: "A copy of a list, string or vector in the opposite order.",
    examples: [
      ["(reverse '(1 2 3))", "(3 2 1)"],
      ['(reverse "abc")', '"cba"'],
    ],
    fixed: reverse,
  }),
  definePrimitive({
    signature: "(concat &rest sequences)",
    doc: "One string of all SEQUENCES: strings, or lists and vectors of character codes. nil adds nothing; a number is an error.",
    examples: [
      ['(concat "a" "bc")', '"abc"'],
      ['(concat "a" \'(98 99))', '"abc"'],
    ],
    rest: (meter, args) => concat(meter, "concat", args),
  }),
  definePrimitive({
    signature: "(substring string &optional from to)",
    doc: "The part of a string or vector from index FROM up to, and without, TO. Negative indices count from the end.",
    examples: [
      ['(substring "hello" 1 3)', '"el"'],
      ['(substring "hello" -3)', '"llo"'],
    ],
    fixed: substring,
  }),
];
