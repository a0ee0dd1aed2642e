import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../../src/dialect/fault.ts";
import { limitsWith } from "../../src/dialect/limits.ts";
import { Meter } from "../../src/dialect/meter.ts";
import type { Value } from "../../src/dialect/values.ts";
import { Big, bytesOf, integer, NIL, nodesOf } from "../../src/dialect/values.ts";
import { RUNS } from "../support/property.ts";

/** One thing a script could make; the numbers choose operands among what was made before. */
type Step =
  | { readonly make: "cons"; readonly car: number; readonly cdr: number }
  | { readonly make: "str"; readonly length: number }
  | { readonly make: "int"; readonly value: bigint }
  | { readonly make: "float" }
  | { readonly make: "vec" | "list"; readonly items: readonly number[] };

const index = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ make: fc.constant("cons" as const), car: index, cdr: index }),
  fc.record({ make: fc.constant("str" as const), length: fc.nat(60) }),
  fc.record({ make: fc.constant("int" as const), value: fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }) }),
  fc.record({ make: fc.constant("float" as const) }),
  fc.record({ make: fc.constantFrom("vec" as const, "list" as const), items: fc.array(index, { maxLength: 6 }) }),
);

function perform(meter: Meter, made: readonly Value[], wanted: Step): Value {
  const at = (which: number): Value => made[which % made.length] as Value;
  switch (wanted.make) {
    case "cons":
      return meter.cons(at(wanted.car), at(wanted.cdr));
    case "str":
      return meter.str("é".repeat(wanted.length));
    case "int":
      return meter.int(wanted.value);
    case "float":
      return meter.float(1.5);
    case "vec":
      return meter.vec(wanted.items.map(at));
    case "list":
      return meter.list(wanted.items.map(at));
  }
}

describe("the meter", () => {
  it("lets no account pass its limit, whatever is made, and refuses before it makes", () => {
    const budgets = fc.record({
      "max-value-bytes": fc.integer({ min: 1, max: 300 }),
      "max-value-nodes": fc.integer({ min: 1, max: 80 }),
      "max-number-bits": fc.integer({ min: 8, max: 80 }),
      "max-retained-bytes": fc.integer({ min: 0, max: 1_000 }),
    });
    fc.assert(
      fc.property(budgets, fc.array(step, { maxLength: 60 }), (changes, steps) => {
        const meter = new Meter(limitsWith(changes));
        const made: Value[] = [NIL, 7];
        for (const wanted of steps) {
          try {
            made.push(perform(meter, made, wanted));
          } catch (error) {
            expect(error).toBeInstanceOf(Fault);
          }
          expect(meter.retained).toBeLessThanOrEqual(changes["max-retained-bytes"]);
        }
        for (const value of made.slice(2)) {
          expect(nodesOf(value)).toBeLessThanOrEqual(Math.max(1, changes["max-value-nodes"]));
          if (value instanceof Big) expect(value.bits).toBeLessThanOrEqual(changes["max-number-bits"]);
          else if (typeof value !== "number")
            expect(bytesOf(value)).toBeLessThanOrEqual(Math.max(8, changes["max-value-bytes"]));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("knows the measure of a big integer without printing it", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 400n), max: 2n ** 400n }), (value) => {
        const made = integer(value);
        expect(bytesOf(made)).toBe(value.toString().length);
        const bits = (value < 0n ? -value : value).toString(2).length;
        if (made instanceof Big) expect(made.bits).toBe(bits);
      }),
      { numRuns: RUNS },
    );
  });
});
