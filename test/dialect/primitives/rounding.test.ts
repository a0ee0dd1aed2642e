import fc from "fast-check";
import { expect, test } from "vitest";
import { divideDown, divideHalfEven, floatFraction } from "../../../src/dialect/primitives/float-fraction.ts";
import { RUNS } from "../../support/property.ts";
import { answer, expectAnswers, WRONG_TYPE } from "./answers.ts";

const NO_INTEGER = "!script E314";
const ZERO_DIVISION = "!script E313";

test("round takes halves to the even neighbour", () => {
  expectAnswers({
    "(mapcar 'round '(0.5 1.5 2.5 -0.5 -1.5 -2.5 0.49999999999999994 4503599627370497.5))":
      "(0 2 2 0 -2 -2 0 4503599627370498)",
    "(list (round 5 2) (round 7 2) (round -5 2) (round -7 2) (round 5 -2) (round -5 -2) (round 6 4))":
      "(2 4 -2 -4 -2 2 2)",
    "(list (round 100000000000000000005 10) (round 100000000000000000015 10) (round -100000000000000000005 10))":
      "(10000000000000000000 10000000000000000002 -10000000000000000000)",
  });
});

test("a quotient is rounded once, from the exact values of floats", () => {
  expectAnswers({
    "(floor 1 0.1)": "9",
    "(round 1 0.1)": "10",
    "(truncate 5e-324 5e-324)": "1",
    "(floor 7.5 0.1)": "74",
    "(ceiling -7.5 2)": "-3",
    "(floor -5 1.0e+INF)": "0",
    "(length (number-to-string (floor 1e300 1e-300)))": "601",
  });
});

test("what has no integer value and a division by zero are errors", () => {
  expectAnswers({
    "(floor 0.0e+NaN)": NO_INTEGER,
    "(ceiling -1.0e+INF)": NO_INTEGER,
    "(floor 1.0e+INF 2)": NO_INTEGER,
    "(floor 1 0.0e+NaN)": NO_INTEGER,
    "(truncate 1 0)": ZERO_DIVISION,
    "(truncate 1 -0.0)": ZERO_DIVISION,
    "(round 1.0e+INF 0.0)": ZERO_DIVISION,
    "(round 'a)": WRONG_TYPE,
    "(round 1 'a)": WRONG_TYPE,
  });
});

test("the four ways of rounding agree with exact division", () => {
  const integer = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
  const operand = fc.oneof(fc.bigInt({ min: -9n, max: 9n }), integer);
  fc.assert(
    fc.property(operand, operand, (a, b) => {
      fc.pre(b !== 0n);
      const [above, below] = b < 0n ? [-a, -b] : [a, b];
      const wanted = [
        above / below,
        divideDown(above, below),
        -divideDown(-above, below),
        divideHalfEven(above, below),
      ];
      expect(answer(`(list (truncate ${a} ${b}) (floor ${a} ${b}) (ceiling ${a} ${b}) (round ${a} ${b}))`)).toBe(
        `(${wanted.join(" ")})`,
      );
    }),
    { numRuns: RUNS },
  );
});

test("a float's fraction is the float again", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const { numerator, denominator } = floatFraction(value);
      // Both fit a float exactly when the denominator is at most 2^1023.
      const scaled =
        denominator > 2n ** 1023n
          ? Number(numerator) / 2 ** 600 / Number(denominator >> 600n)
          : Number(numerator) / Number(denominator);
      expect(scaled + 0).toBe(value + 0);
    }),
    { numRuns: RUNS },
  );
});
