import fc from "fast-check";
import { expect, test } from "vitest";
import { RUNS } from "../../support/property.ts";
import { answer, expectAnswers, WRONG_TYPE } from "./answers.ts";

const ZERO_DIVISION = "!script E313";
const TOO_WIDE = "!value E432";

/** Integers around the borders at which their representation changes. */
const INTEGER = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc
    .constantFrom(53n, 61n, 62n, 63n, 64n, 100n)
    .chain((bits) => fc.bigInt({ min: 2n ** bits - 3n, max: 2n ** bits + 3n })),
  fc
    .constantFrom(53n, 61n, 62n, 63n, 64n, 100n)
    .chain((bits) => fc.bigInt({ min: -(2n ** bits) - 3n, max: 3n - 2n ** bits })),
);

test("every operand is checked, even a single one", () => {
  expectAnswers({
    "(+ nil)": WRONG_TYPE,
    "(- 'a)": WRONG_TYPE,
    '(* "1")': WRONG_TYPE,
    "(/ 'a)": WRONG_TYPE,
    "(+ 1 2 'a)": WRONG_TYPE,
    "(+ 1.5 'a)": WRONG_TYPE,
    "(% 7.0 3)": WRONG_TYPE,
    "(mod 'a 1)": WRONG_TYPE,
    "(abs nil)": WRONG_TYPE,
    '(float "1")': WRONG_TYPE,
  });
});

test("zero keeps its sign as a float and has none as an integer", () => {
  expectAnswers({
    "(+ -0.0)": "-0.0",
    "(+ -0.0 -0.0)": "-0.0",
    "(+ 0 -0.0)": "0.0",
    "(- 0.0)": "-0.0",
    "(- 0)": "0",
    "(* -1 0)": "0",
    "(* -1 0.0)": "-0.0",
    "(/ 0 -5)": "0",
    "(% -4 2)": "0",
    "(mod -4 2)": "0",
    "(mod -0.0 5)": "-0.0",
    "(abs -0.0)": "0.0",
  });
});

test("integers divide towards zero, a float anywhere makes the whole division one of floats", () => {
  expectAnswers({
    "(/ 5)": "0",
    "(/ -1)": "-1",
    "(/ 100000000000000000000)": "0",
    "(/ 5 2 0.5)": "5.0",
    "(/ 5 0 2.0)": "1.0e+INF",
    "(/ 5 0 2)": ZERO_DIVISION,
    "(/ 0)": ZERO_DIVISION,
    "(/ 100000000000000000000 0)": ZERO_DIVISION,
    "(% 5 0)": ZERO_DIVISION,
    "(mod 5 0)": ZERO_DIVISION,
    "(/ 0.0)": "1.0e+INF",
    "(/ -100000000000000000000 3)": "-33333333333333333333",
  });
});

test("mod has the sign of the divisor, % that of the dividend", () => {
  expectAnswers({
    "(list (mod 7 3) (mod -7 3) (mod 7 -3) (mod -7 -3))": "(1 2 -2 -1)",
    "(list (% 7 3) (% -7 3) (% 7 -3) (% -7 -3))": "(1 -1 1 -1)",
    "(list (mod 5 1.0e+INF) (mod -5 1.0e+INF) (mod 5 -1.0e+INF))": "(5.0 1.0e+INF -1.0e+INF)",
    "(mod -1 100000000000000000000)": "99999999999999999999",
  });
});

test("a NaN that an operation makes is negative, one that it is given keeps its sign", () => {
  expectAnswers({
    "(/ 0.0 0)": "-0.0e+NaN",
    "(- 1.0e+INF 1.0e+INF)": "-0.0e+NaN",
    "(* 0 1.0e+INF)": "-0.0e+NaN",
    "(mod 1.0e+INF 2)": "-0.0e+NaN",
    "(+ 1 0.0e+NaN)": "0.0e+NaN",
    "(+ 1 -0.0e+NaN 0.0e+NaN)": "-0.0e+NaN",
    "(/ 0.0e+NaN)": "0.0e+NaN",
    "(- 0.0e+NaN)": "-0.0e+NaN",
    "(- -0.0e+NaN)": "0.0e+NaN",
    "(abs -0.0e+NaN)": "0.0e+NaN",
  });
});

test("max and min answer the operand itself; a NaN ends the search", () => {
  expectAnswers({
    "(max 1 1.0)": "1",
    "(max 1.0 1)": "1.0",
    "(min -0.0 0)": "-0.0",
    "(max 1 0.0e+NaN 'a)": "0.0e+NaN",
    "(min 0.0e+NaN 1)": "0.0e+NaN",
    "(max 9007199254740992.0 9007199254740993)": "9007199254740993",
    "(max 'a)": WRONG_TYPE,
  });
});

test("integers are exact, whatever their size", () => {
  fc.assert(
    fc.property(INTEGER, INTEGER, (a, b) => {
      expect(answer(`(list (+ ${a} ${b}) (- ${a} ${b}) (* ${a} ${b}) (- ${a}) (abs ${a}))`)).toBe(
        `(${a + b} ${a - b} ${a * b} ${-a} ${a < 0n ? -a : a})`,
      );
    }),
    { numRuns: RUNS },
  );
});

test("quotient times divisor plus remainder is the dividend, and mod lies between 0 and the divisor", () => {
  fc.assert(
    fc.property(INTEGER, INTEGER, (a, b) => {
      fc.pre(b !== 0n);
      expect(answer(`(list (/ ${a} ${b}) (% ${a} ${b}) (mod ${a} ${b}))`)).toBe(
        `(${a / b} ${a % b} ${((a % b) + b) % b})`,
      );
    }),
    { numRuns: RUNS },
  );
});

test("a product is refused for its width before it is made", () => {
  const power = "(let ((x 2)) (dotimes (i 11) (setq x (* x x))) x)";
  expect(answer(`(length (number-to-string ${power}))`)).toBe("617");
  expect(answer(`(let ((x ${power})) (* x x))`)).toBe(TOO_WIDE);
  expect(answer("(* 16 -16)", { "max-number-bits": 8 })).toBe(TOO_WIDE);
  expect(answer("(+ 255 0)", { "max-number-bits": 8 })).toBe("255");
  expect(answer("(- -1 255)", { "max-number-bits": 8 })).toBe(TOO_WIDE);
  expect(answer("(+ 255 1 -1)", { "max-number-bits": 8 })).toBe("255");
});
