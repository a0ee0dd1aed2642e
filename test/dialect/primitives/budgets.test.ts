import { describe, expect, test } from "vitest";
import { Fault } from "../../../src/dialect/fault.ts";
import { limitsWith } from "../../../src/dialect/limits.ts";
import { Meter } from "../../../src/dialect/meter.ts";
import { PRIMITIVES } from "../../../src/dialect/primitives.ts";
import type { Value } from "../../../src/dialect/values.ts";
import { bytesOf, list, NIL, nodesOf, str } from "../../../src/dialect/values.ts";
import { answer } from "./answers.ts";

function call(meter: Meter, name: string, operands: readonly Value[]): Value {
  const { fixed, rest } = PRIMITIVES.get(name)!;
  if (rest) return rest(meter, operands);
  return fixed!(meter, operands[0] ?? NIL, operands[1] ?? NIL, operands[2] ?? NIL, operands[3] ?? NIL);
}

const TEXT = str("aé".repeat(20));
const NUMBERS = list(Array.from({ length: 20 }, (_, i) => 20 - i));
const WORDS = list(["one", "two", "three"].map((word) => str(word)));

/** Calls that make a new value. */
const MAKERS: readonly (readonly [string, ...Value[]])[] = [
  ["cons", 1, NUMBERS],
  ["list", 1, 2, 3],
  ["append", NUMBERS, NUMBERS],
  ["append", TEXT, NIL],
  ["reverse", NUMBERS],
  ["reverse", TEXT],
  ["sort", NUMBERS],
  ["sort", WORDS],
  ["take", 3, NUMBERS],
  ["concat", TEXT, TEXT],
  ["format", str("%20s|%d"), TEXT, 5],
  ["substring", TEXT, 1],
  ["string-join", WORDS, TEXT],
  ["file-name-concat", TEXT, TEXT],
  ["file-name-extension", str("a.extension")],
  ["upcase", TEXT],
  ["capitalize", TEXT],
  ["number-to-string", 12345],
  ["+", 2 ** 53 - 1, 2 ** 53 - 1],
  ["*", 2 ** 40, 2 ** 40],
  ["float", 1],
  ["gensym", TEXT],
];

const CALLS = MAKERS.map(([name, ...operands]) => ({ name, operands }));
/** Those whose result is larger than each operand of theirs. */
const GROWING = CALLS.filter(({ name }) => ["cons", "list", "append", "concat", "format", "upcase"].includes(name));

describe.each(CALLS)("$name", ({ name, operands }) => {
  test("charges what it makes to the retained budget and stops before it passes the limit", () => {
    const free = new Meter(limitsWith({}));
    call(free, name, operands);
    expect(free.retained).toBeGreaterThan(0);
    const exact = limitsWith({ "max-retained-bytes": free.retained });
    expect(() => call(new Meter(exact), name, operands)).not.toThrow();
    const meter = new Meter(limitsWith({ "max-retained-bytes": free.retained - 1 }));
    expect(() => call(meter, name, operands)).toThrow(expect.any(Fault) as never);
    expect(meter.retained).toBeLessThan(free.retained);
  });

  test("makes no value above the value budget", () => {
    const result = call(new Meter(limitsWith({})), name, operands);
    const meter = new Meter(limitsWith({ "max-value-bytes": bytesOf(result), "max-value-nodes": nodesOf(result) }));
    expect(bytesOf(call(meter, name, operands))).toBe(bytesOf(result));
  });
});

test.each(GROWING)("$name fails on the value budget when its result is one byte too large", ({ name, operands }) => {
  const result = call(new Meter(limitsWith({})), name, operands);
  const meter = new Meter(limitsWith({ "max-value-bytes": bytesOf(result) - 1 }));
  expect(() => call(meter, name, operands)).toThrow(expect.any(Fault) as never);
});

test("a separator that is repeated is charged before the text is made", () => {
  const meter = new Meter(limitsWith({ "max-value-bytes": 1_000 }));
  const empty = list(Array.from({ length: 100 }, () => str("")));
  expect(() => call(meter, "string-join", [empty, str("x".repeat(100))])).toThrow(expect.any(Fault) as never);
  expect(meter.retained).toBe(0);
});

test("work grows with what is touched, so that machines can pause", () => {
  for (const [name, small, large] of [
    ["length", NUMBERS, list(new Array<Value>(200).fill(1))],
    ["reverse", NUMBERS, list(new Array<Value>(200).fill(1))],
    ["sort", NUMBERS, list(new Array<Value>(200).fill(1))],
    ["upcase", TEXT, str("aé".repeat(200))],
  ] as const) {
    const [one, other] = [small, large].map((operand) => {
      const meter = new Meter(limitsWith({}));
      call(meter, name, [operand]);
      return meter.work;
    });
    expect(other).toBeGreaterThan(5 * one!);
  }
});

test("a list over the node budget is refused while it is made", () => {
  expect(answer('(append (format "%30000s" "") nil)')).toBe("!value E431");
});
