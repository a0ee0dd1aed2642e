import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenEnd } from "../../src/dialect/places.ts";
import { RUNS } from "../support/property.ts";

describe("the end of a token", () => {
  it.each([
    ["foo bar", "foo"],
    ["foo)", "foo"],
    ["foo;c", "foo"],
    ["-1.5e3]", "-1.5e3"],
    [":key x", ":key"],
    ["(f x)", "("],
    ["[1 2]", "["],
    ['"a b" c', '"a b"'],
    ['"a\\"b" c', '"a\\"b"'],
    ['"open', '"open'],
    ["'x y", "'x"],
    ["'(a)", "'("],
    [",@x)", ",@x"],
    ["`(a ,b)", "`("],
    ["#'f)", "#'f"],
    ["?a b", "?a"],
    ["?( b", "?("],
    ["?\\( b", "?\\("],
    ["?\\C-a b", "?\\C-a"],
    ["?😀 b", "?😀"],
    ["a\\ b c", "a\\ b"],
    ["a,b", "a"],
    ["日本 x", "日本"],
    ["x", "x"],
  ])("in %s is after %s", (source, token) => {
    expect(source.slice(0, tokenEnd(source, 0))).toBe(token);
  });

  it("lies behind the offset and within the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from("() []\"'`,@#?\\;:ax1 \n😀")) }),
        fc.nat(),
        (source, at) => {
          fc.pre(source.length > 0);
          const offset = at % source.length;
          const end = tokenEnd(source, offset);
          expect(end).toBeGreaterThan(offset);
          expect(end).toBeLessThanOrEqual(source.length);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
