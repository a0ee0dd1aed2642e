import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { integerBits } from "../../src/dialect/integer-width.ts";
import { integer } from "../../src/dialect/values.ts";
import { RUNS } from "../support/property.ts";

describe("the width of an integer", () => {
  it("is the number of binary digits of its magnitude", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (value) => {
        const digits = value === 0n ? 0 : (value < 0n ? -value : value).toString(2).length;
        expect(integerBits(integer(value))).toBe(digits);
      }),
      { numRuns: RUNS },
    );
  });
});
