import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limitsWith } from "../../../src/dialect/limits.ts";
import { CELL_BYTES, Meter } from "../../../src/dialect/meter.ts";
import { listItems, NIL, Str, str, T } from "../../../src/dialect/values.ts";
import { RUNS } from "../../support/property.ts";
import { call, callWith, check, faultOf, outcome, pieces } from "./match-calls.ts";
import type { Row } from "./match-calls.ts";

const SPLITS: readonly Row[] = [
  ["a b  c", '("a" "b" "c")'],
  ["  a b ", '("" "a" "b" "")'],
  ["  a b ", NIL, T, '("a" "b")'],
  ["", '("")'],
  ["a,b,,c", ",", '("a" "b" "" "c")'],
  ["a, b ,c", ",", NIL, " +", '("a" "b" "c")'],
  ["a.b", ".", '("" "" "" "")'],
  ["a.b", "\\.", '("a" "b")'],
  ["abc", "", "!atomic-work"],
  ["aXbxc", "x", '("a" "b" "c")'],
  ["é😀é", "😀", '("é" "é")'],
  ["a b", 5, "!script"],
  ["a-b_c", "[-_]", '("a" "b" "c")'],
  [",a,", ",", '("" "a" "")'],
  ["a,b", ",", T, "[ab]", "nil"],
  ["a||b", "\\|\\|", "!atomic-work"],
  ["a||b", "||", '("a" "b")'],
  ["one  two", " ", '("one" "" "two")'],
  ["abc", "^", '("" "abc")'],
];

const MORE_SPLITS: readonly Row[] = [
  ["", ",", '("")'],
  ["", ",", T, "nil"],
  ["", NIL, T, "nil"],
  [" a ", NIL, NIL, '("" "a" "")'],
  ["a\fb\vc\r\nd", '("a" "b" "c" "d")'],
  ["a\u00a0b\u3000c", '("a\u00a0b\u3000c")'],
  [",,", ",", '("" "" "")'],
  [",,", ",", T, "nil"],
  ["abc", "$", '("abc" "")'],
  ["a\nb", "^", '("" "a\n" "b")'],
  ["a\nb", "$", '("a" "\nb" "")'],
  ["abc", "x*", '("" "a" "b" "c" "")'],
  ["axxb", "x*", '("" "a" "" "b" "")'],
  ["abc", "x*", T, '("a" "b" "c")'],
  ["ab cd", "\\b", '("" "ab" " " "cd" "")'],
  ["é😀b", "x?", '("" "é" "😀" "b" "")'],
  ["a1b22c", "[0-9]+", '("a" "b" "c")'],
  [" a , b ", ",", NIL, " +", '("a" "b")'],
  ["x,,y", ",", T, " *", '("x" "y")'],
  [" , ", ",", NIL, " ", '("" "")'],
  ["a, b", "[, ]", NIL, " +", '("a" "b")'],
  ["a, b", "[, ]", NIL, NIL, '("a" "" "b")'],
  ["a , b", ",", NIL, "", '("a " " b")'],
  ["--a--,-b", ",", NIL, "-", '("-a-" "b")'],
  ["ab$,c", ",", NIL, "b$", '("a" "c")'],
  ["a\nb\n", "\n", T, "b", '("a")'],
  ["a, b", ",", NIL, "a, b", "!script"],
  ["a, b", ",", T, "a, b", '(" b")'],
  ["ab", "b", NIL, "\\(x\\)*", "!atomic-work"],
  ["ab", "b", NIL, 5, "!script"],
  [5, "b", "!script"],
  [NIL, "b", "!script"],
  [5, "a**", "!atomic-work"],
];

describe("split-string splits as Emacs does", () => {
  check("split-string", SPLITS);
  check("split-string", MORE_SPLITS);
});
describe("budgets", () => {
  test("a split that could exceed the node budget is refused before anything is matched", () => {
    expect(outcome("split-string", ["xxxx", ","], { "max-value-nodes": 10 })).toBe('("xxxx")');
    expect(faultOf("split-string", ["xxxxx", ","], { "max-value-nodes": 10 })).toMatchObject({
      code: "E453",
      kind: "atomic-work",
      args: { amount: 12, allowed: 10 },
    });
    expect(outcome("split-string", ["😀😀😀😀", ","], { "max-value-nodes": 10 })).toBe('("😀😀😀😀")');
  });

  test("the list of the pieces counts against the node budget", () => {
    expect(faultOf("split-string", ["ab cd ef", "\\b", NIL, "x*"], { "max-value-nodes": 18 })).toMatchObject({
      code: "E431",
      args: { amount: 19 },
    });
  });

  test("an empty separator is refused by name, an empty trim is not", () => {
    expect(faultOf("split-string", ["abc", ""])).toMatchObject({
      code: "E164",
      kind: "atomic-work",
      operand: 1,
      args: { name: "split-string" },
    });
    expect(outcome("split-string", ["a,b", ",", NIL, ""])).toBe('("a" "b")');
  });

  test("pieces and list are charged, and a piece that is the whole string is not charged again", () => {
    const meter = new Meter(limitsWith({}));
    const whole = str("abc");
    expect(listItems(callWith(meter, "split-string", [whole, ","]))![0]).toBe(whole);
    expect(meter.retained).toBe(CELL_BYTES);
    callWith(meter, "split-string", ["ab,é", ","]);
    expect(meter.retained).toBe(CELL_BYTES + 2 * (2 * CELL_BYTES + 2));
  });
});

describe("properties", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "B", "é", "日", "😀", " ", "-"), maxLength: 5 });

  test("joining what a literal separator split gives the text back", () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(",", "\n", "::", "¦", "🙂"),
        (words, separator) => {
          const split = pieces(call("split-string", [words.join(separator), separator]));
          expect(split).toEqual(words);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("every split ends, whatever the trim does to the place of the last match", () => {
    const regexp = fc.constantFrom("\\b", "x*", "^", "$", " *", "[, ]", ",?", "\\>", "\\W*", ".");
    const text = fc.string({ unit: fc.constantFrom("a", ",", " ", "x", "é", "\n"), maxLength: 10 });
    fc.assert(
      fc.property(text, regexp, regexp, fc.constantFrom(NIL, T), (string, separators, trim, omit) => {
        const result = outcome("split-string", [string, separators, omit, trim]);
        expect(result).toMatch(/^(?:\(|nil$|!script$)/);
      }),
      { numRuns: RUNS },
    );
  });

  test("pieces measure themselves like strings measured from the start", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        for (const piece of listItems(call("split-string", [words.join(","), ",", NIL, " +"]))!) {
          const { text, chars, bytes } = piece as Str;
          expect({ chars, bytes }).toEqual({ chars: str(text).chars, bytes: str(text).bytes });
        }
      }),
      { numRuns: RUNS },
    );
  });
});
