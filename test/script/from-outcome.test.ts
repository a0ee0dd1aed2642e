import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { print } from "../../src/dialect/print.ts";
import { Str } from "../../src/dialect/values.ts";
import { failureValue, fromJson, fromText } from "../../src/script/from-outcome.ts";
import { RUNS } from "../support/property.ts";
import { symbols } from "./probe.ts";

describe("a structured answer becomes guest data:", () => {
  test.each<[Json, string]>([
    [null, ":null"],
    [true, "t"],
    [false, ":json-false"],
    [5, "5"],
    [-0, "0"],
    [1.5, "1.5"],
    [1e300, "1e+300"],
    ["a\nb", '"a\nb"'],
    [[], "nil"],
    [{}, "nil"],
    [[1, [2, []], null], "(1 (2 nil) :null)"],
    [{ a: 1, "b c": [true, false], d: { e: "x" } }, '(:a 1 :b\\ c (t :json-false) :d (:e "x"))'],
  ])("%j → %s", (json, printed) => {
    expect(print(fromJson(json, symbols()))).toBe(printed);
  });

  test("nesting takes no host stack", () => {
    let json: Json = 1;
    for (let i = 0; i < 100_000; i++) json = [json];
    const value = fromJson(json, symbols());
    expect(typeof value === "number" ? 0 : value.nodes).toBe(200_001);
  });

  test("any answer becomes a value, however it is made", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(print(fromJson(json as Json, symbols()))).toBe(
          print(fromJson(JSON.parse(JSON.stringify(json)) as Json, symbols())),
        );
      }),
      { numRuns: RUNS },
    );
  });
});

describe("text becomes a string", () => {
  test.each([
    ["a\uD800b", "a\uFFFDb"],
    ["\uDC80", "\uFFFD"],
    ["\uDE00\uD83D", "\uFFFD\uFFFD"],
    ["😀 é\n", "😀 é\n"],
    ["", ""],
  ])("with half surrogate pairs replaced: %j", (text, kept) => {
    expect((fromText(text) as Str).text).toBe(kept);
  });
});

test("a failure is a plist with the message under :error, its keyword from the script's own table", () => {
  const table = symbols();
  const value = failureValue("no such file", table);
  expect(print(value)).toBe('(:error "no such file")');
  expect(value).toMatchObject({ car: table.intern(":error") });
});
