import fc from "fast-check";
import { expect, test } from "vitest";
import { Meter } from "../../../src/dialect/meter.ts";
import { DEFAULT_LIMITS } from "../../../src/dialect/limits.ts";
import { PRIMITIVES } from "../../../src/dialect/primitives.ts";
import type { Value } from "../../../src/dialect/values.ts";
import { charLength, NIL, str, Str, utf8Length } from "../../../src/dialect/values.ts";
import { RUNS } from "../../support/property.ts";
import { answer, expectAnswers, NO_LIST, OUT_OF_RANGE, WRONG_TYPE } from "./answers.ts";

/** Text as strings hold it: characters of every plane, and raw bytes. */
const TEXT = fc
  .array(fc.constantFrom("a", "é", "日", "😀", "\udc80", "\udcff", "𐂀", "-"), { maxLength: 8 })
  .map((parts) => parts.join(""));

function call(name: string, ...operands: readonly Value[]): Value {
  const { fixed, rest } = PRIMITIVES.get(name)!;
  const meter = new Meter(DEFAULT_LIMITS);
  if (rest) return rest(meter, operands);
  return fixed!(meter, operands[0] ?? NIL, operands[1] ?? NIL, operands[2] ?? NIL, operands[3] ?? NIL);
}

test("append copies all but its last operand and takes strings and vectors apart", () => {
  expectAnswers({
    '(append [1 2] "ab" nil)': "(1 2 97 98)",
    "(append '(1) 2)": "(1 . 2)",
    "(append nil 5)": "5",
    '(append "ab")': '"ab"',
    "(append (cons 1 2) nil)": NO_LIST,
    "(append '(1) 'a nil)": WRONG_TYPE,
    "(append '(1) (lambda () 1) nil)": WRONG_TYPE,
  });
});

test("a raw byte is a number below 256 in a string of bytes, and its own character beside others", () => {
  expectAnswers({
    '(append "\\200a" nil)': "(128 97)",
    '(append "é\\200" nil)': "(233 4194176)",
    '(concat \'(4194176) "é")': '"\\200é"',
    "(concat '(200))": '"È"',
  });
});

test("concat takes character codes and refuses what is none", () => {
  expectAnswers({
    '(concat [104 105] nil "!" \'(33))': '"hi!!"',
    "(concat '(1114112))": WRONG_TYPE,
    "(concat '(55357))": WRONG_TYPE,
    "(concat '(-1))": WRONG_TYPE,
    '(concat \'(97 "b"))': WRONG_TYPE,
    "(concat 5)": WRONG_TYPE,
    "(concat 'a)": WRONG_TYPE,
    "(concat (cons 97 98))": NO_LIST,
  });
});

test("substring counts characters, also from the end, and takes vectors", () => {
  expectAnswers({
    "(substring [1 2 3] -2 -1)": "[2]",
    '(substring "a😀b" 1 2)': '"😀"',
    '(substring "a😀b" -2)': '"😀b"',
    '(substring "abc" nil 2)': '"ab"',
    '(substring "abc" 2 1)': OUT_OF_RANGE,
    '(substring "abc" -4)': OUT_OF_RANGE,
    '(substring "abc" 100000000000000000000)': WRONG_TYPE,
    "(substring '(1 2) 0)": WRONG_TYPE,
  });
});

test("length and reverse refuse what is no sequence, and lists that end in something else", () => {
  expectAnswers({
    "(length (cons 1 2))": NO_LIST,
    "(length (lambda () 1))": WRONG_TYPE,
    "(length [])": "0",
    "(reverse (cons 1 2))": NO_LIST,
    "(reverse 5)": WRONG_TYPE,
    "(reverse [1 2 3])": "[3 2 1]",
    '(reverse "a😀\\200b")': '"b\\200😀a"',
  });
});

test("cutting a string anywhere and joining the pieces gives it back, with the right measure", () => {
  fc.assert(
    fc.property(TEXT, fc.nat(), (text, cut) => {
      const whole = str(text);
      const at = cut % (whole.chars + 1);
      const parts = [call("substring", whole, 0, at), call("substring", whole, at)];
      const joined = call("concat", ...parts) as Str;
      expect(joined.text).toBe(text);
      for (const part of [...parts, joined] as Str[]) {
        expect([part.chars, part.bytes]).toEqual([charLength(part.text), utf8Length(part.text)]);
      }
    }),
    { numRuns: RUNS },
  );
});

test("reversing twice gives a string back", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      expect((call("reverse", call("reverse", str(text))) as Str).text).toBe(text);
    }),
    { numRuns: RUNS },
  );
});

test("a string is the concatenation of its characters", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      // The é keeps the string from being one of bytes only, whose characters are numbers below 256.
      const value = str(`é${text}`);
      expect((call("concat", call("append", value, NIL)) as Str).text).toBe(value.text);
    }),
    { numRuns: RUNS },
  );
});

test("the length of a list made by append is the sum of the lengths", () => {
  const list = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 9 });
  fc.assert(
    fc.property(list, list, (one, other) => {
      expect(answer(`(length (append '(${one.join(" ")}) '(${other.join(" ")})))`)).toBe(
        String(one.length + other.length),
      );
    }),
    { numRuns: RUNS },
  );
});
