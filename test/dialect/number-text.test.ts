import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  integerDigits,
  isNumberText,
  numberPrefix,
  parseDigits,
  parseNumber,
  printFloat,
} from "../../src/dialect/number-text.ts";
import { print } from "../../src/dialect/print.ts";
import { Big, Flo } from "../../src/dialect/values.ts";
import { casesOf } from "../support/cases.ts";
import { RUNS } from "../support/property.ts";

function parsed(text: string): string | undefined {
  const value = parseNumber(text);
  return value === undefined ? undefined : print(value);
}

describe("parseNumber", () => {
  it.each([
    ["42", "42"],
    ["-7", "-7"],
    ["+5", "5"],
    ["-0", "0"],
    ["1.", "1"],
    ["-1.", "-1"],
    [".5", "0.5"],
    ["-.25", "-0.25"],
    ["1.5e3", "1500.0"],
    ["1.e3", "1000.0"],
    ["+1.e2", "100.0"],
    ["1e+3", "1000.0"],
    ["1E3", "1000.0"],
    ["00012", "12"],
    ["-0.0", "-0.0"],
    ["1e400", "1.0e+INF"],
    ["1.0e+INF", "1.0e+INF"],
    ["-1e+INF", "-1.0e+INF"],
    [".0e+INF", "1.0e+INF"],
    ["0.0e+NaN", "0.0e+NaN"],
    ["-0.0e+NaN", "-0.0e+NaN"],
    ["9007199254740991", "9007199254740991"],
    ["9007199254740992", "9007199254740992"],
    ["-100000000000000000000", "-100000000000000000000"],
  ])("reads %s as %s", (text, value) => {
    expect(parsed(text)).toBe(value);
  });

  it.each([
    "",
    "-",
    "+",
    ".",
    "-.",
    "1e",
    "1e+",
    "1.5.2",
    "1_000",
    "0x10",
    ".e5",
    "--1",
    "1 ",
    " 1",
    "1e-INF",
    "1.0e+inf",
    "e5",
    "INF",
  ])("takes %j for no number", (text) => {
    expect(parsed(text)).toBeUndefined();
    expect(isNumberText(text)).toBe(false);
  });

  it("makes integers bigints exactly where JavaScript numbers end", () => {
    expect(parseNumber("9007199254740991")).toBe(9007199254740991);
    expect(parseNumber("9007199254740993")).toEqual(new Big(9007199254740993n));
  });

  it("reads back every integer", () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(parsed(value.toString())).toBe(value.toString());
      }),
      { numRuns: RUNS },
    );
  });
});

describe("integerDigits", () => {
  it.each([
    ["0012", 2],
    ["-100.", 3],
    ["1.5", 0],
    ["x", 0],
    ["0", 0],
  ])("counts the digits of %s that matter: %i", (text, digits) => {
    expect(integerDigits(text)).toBe(digits);
  });
});

describe("parseDigits", () => {
  it("joins long texts in any base", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 500n }), fc.integer({ min: 2, max: 36 }), (value, base) => {
        const result = parseDigits(value.toString(base), base, false);
        expect(result instanceof Big ? result.value : BigInt(result)).toBe(value);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("numberPrefix", () => {
  const CASES = casesOf("prim/string-to-number")
    .filter(({ expected }) => expected.value !== undefined)
    .map(({ id, script, expected }) => {
      const [, literal = '""', base = "10"] =
        /^\(string-to-number ("(?:[^"\\]|\\.)*")(?: (\d+))?\)$/.exec(script) ?? [];
      return [id, JSON.parse(literal) as string, Number(base), expected.value] as const;
    });

  it.each(CASES)("answers case %s as Emacs does: %j in base %i is %s", (_id, text, base, value) => {
    expect(print(numberPrefix(text, base))).toBe(value);
  });

  it.each([
    ["  \t12ab", 10, "12"],
    ["1.5.2", 10, "1.5"],
    ["1e5", 16, "485"],
    ["-1.0e+INFx", 10, "-1.0e+INF"],
    ["+.5", 10, "0.5"],
    ["ffffffffffffffffffff", 16, "1208925819614629174706175"],
    ["-z", 16, "0"],
    ["", 10, "0"],
  ])("takes the longest number at the start of %j in base %i: %s", (text, base, value) => {
    expect(print(numberPrefix(text, base))).toBe(value);
  });
});

describe("printFloat", () => {
  it.each([
    [1, "1.0"],
    [0, "0.0"],
    [-0, "-0.0"],
    [0.1, "0.1"],
    [100000, "100000.0"],
    [123456789012345, "123456789012345.0"],
    [1e15, "1e+15"],
    [1234567890123456, "1234567890123456.0"],
    [1e16, "1e+16"],
    [123456789012345680, "1.2345678901234568e+17"],
    [9007199254740992, "9007199254740992.0"],
    [0.0001, "0.0001"],
    [0.00012345, "0.00012345"],
    [1e-5, "1e-05"],
    [2.5e-10, "2.5e-10"],
    [1e21, "1e+21"],
    [1e100, "1e+100"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [1e-320, "1e-320"],
    [5e-324, "5e-324"],
    [1 / 3, "0.3333333333333333"],
    [-1234.5678, "-1234.5678"],
    [Infinity, "1.0e+INF"],
    [-Infinity, "-1.0e+INF"],
  ])("writes %d as %s", (value, text) => {
    expect(printFloat(new Flo(value))).toBe(text);
  });

  it("keeps the sign of not-a-number", () => {
    expect(printFloat(new Flo(NaN))).toBe("0.0e+NaN");
    expect(printFloat(new Flo(NaN, true))).toBe("-0.0e+NaN");
  });

  it("writes what reads back as the same float, never as an integer", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const back = parseNumber(printFloat(new Flo(value)));
        expect(back).toBeInstanceOf(Flo);
        expect((back as Flo).value).toBe(value);
      }),
      { numRuns: RUNS },
    );
  });
});
