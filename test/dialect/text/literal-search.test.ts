import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/dialect/limits.ts";
import { Meter } from "../../../src/dialect/meter.ts";
import { findLiteral } from "../../../src/dialect/text/literal-search.ts";
import { RUNS } from "../../support/property.ts";

function find(text: string, wanted: string, from = 0): { readonly at: number; readonly work: number } {
  const meter = new Meter(DEFAULT_LIMITS);
  return { at: findLiteral(text, wanted, from, meter), work: meter.work };
}

describe("the search for a fixed text", () => {
  it("finds what the host's search finds, from every place", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 30 });
    fc.assert(
      fc.property(few, few, fc.nat(30), (text, wanted, from) => {
        expect(find(text, wanted, from).at).toBe(text.indexOf(wanted, from));
      }),
      { numRuns: RUNS },
    );
  });

  it("finds the same where it goes over the text in one pass", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(part, part, fc.nat(3), fc.nat(2_000), (left, right, extra, from) => {
        const wanted = left.repeat(200) + right + left.repeat(100 + extra);
        const text = left.repeat(1_500) + wanted.slice(1) + right.repeat(4_000) + wanted;
        expect(find(text, wanted, from).at).toBe(text.indexOf(wanted, from));
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });

  it("charges a long search by the length of the text, not by its comparisons", () => {
    const half = "a".repeat(15_000);
    const { at, work } = find("a".repeat(65_536), `${half}b${half}`);
    expect(at).toBe(-1);
    expect(work).toBeGreaterThan(4_000);
    expect(work).toBeLessThan(20_000);
  });

  it("charges a short search for the comparisons that the host may make", () => {
    expect(find("a".repeat(2_000), `${"a".repeat(200)}b${"a".repeat(200)}`).work).toBeGreaterThan(5_000);
    expect(find("a".repeat(2_000), "ab").work).toBeLessThan(200);
  });
});
