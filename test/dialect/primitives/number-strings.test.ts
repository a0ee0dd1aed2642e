import fc from "fast-check";
import { expect, test } from "vitest";
import { RUNS } from "../../support/property.ts";
import { answer, expectAnswers, OUT_OF_RANGE, WRONG_TYPE } from "./answers.ts";

test("string-to-number takes the longest number a text begins with, floats in base 10 only", () => {
  expectAnswers({
    '(string-to-number "1.e3")': "1000.0",
    '(string-to-number ".e3")': "0",
    '(string-to-number ".5e3")': "500.0",
    '(string-to-number "1e+INF")': "1.0e+INF",
    '(string-to-number "-1.0e+NaN")': "-0.0e+NaN",
    '(string-to-number "1e400")': "1.0e+INF",
    '(string-to-number "1.5" 16)': "1",
    '(string-to-number "-ffffffffffffffffffff" 16)': "-1208925819614629174706175",
    '(string-to-number "zz" 16)': "0",
    '(string-to-number " \\t-7z")': "-7",
    '(string-to-number "é")': "0",
  });
});

test("the base is an integer from 2 to 16", () => {
  expectAnswers({
    '(string-to-number "1" 1)': OUT_OF_RANGE,
    '(string-to-number "1" 17)': OUT_OF_RANGE,
    '(string-to-number "1" 16.0)': WRONG_TYPE,
    '(string-to-number "1" 100000000000000000000)': WRONG_TYPE,
    "(string-to-number 5)": WRONG_TYPE,
    '(number-to-string "5")': WRONG_TYPE,
  });
});

test("the text is refused above 2,048 bytes, the number above the width of an integer", () => {
  expectAnswers({
    '(string-to-number (format "%2048d" 7))': "7",
    '(string-to-number (format "%2049d" 7))': "!atomic-work E452",
    '(string-to-number (format "1%01500d" 0))': "!value E432",
  });
});

test("a number's text is that number again", () => {
  const number = fc.oneof(
    fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }).map(String),
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential()),
  );
  fc.assert(
    fc.property(number, (text) => {
      expect(answer(`(let ((n ${text})) (equal n (string-to-number (number-to-string n))))`)).toBe("t");
    }),
    { numRuns: RUNS },
  );
});
