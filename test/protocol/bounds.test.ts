import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { utf8Length } from "../../src/base/utf8.ts";
import { boundArguments, boundRenderData, countLines, headOf, previewOf, tailOf } from "../../src/protocol/bounds.ts";
import { RUNS } from "../support/property.ts";

describe("what an event holds", () => {
  it("has 200 characters of a text and says that more was there", () => {
    expect(previewOf("x".repeat(200))).toBe("x".repeat(200));
    expect(previewOf("x".repeat(201))).toBe(`${"x".repeat(200)}...`);
  });

  it("cuts each long string among the arguments", () => {
    expect(boundArguments({ a: "x".repeat(501), b: ["y".repeat(600), 1, null, true] })).toEqual({
      a: `${"x".repeat(500)}...`,
      b: [`${"y".repeat(500)}...`, 1, null, true],
    });
  });

  it.each<[string, JsonObject]>([
    [
      "they take more than 4,000 characters",
      Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, "x".repeat(500)])),
    ],
    ["they hold more than 200 values", { list: Array.from({ length: 200 }, (_, n) => n) }],
    ["they nest without end", JSON.parse(`{"a":${"[".repeat(100)}${"]".repeat(100)}}`) as JsonObject],
  ])("leaves the arguments out when %s", (_title, input) => {
    expect(boundArguments(input)).toBeUndefined();
  });

  it("keeps names such as __proto__ as ordinary members", () => {
    const input = JSON.parse('{"__proto__":"x"}') as JsonObject;
    expect(JSON.stringify(boundArguments(input))).toBe('{"__proto__":"x"}');
  });

  it("has render data whole or not at all", () => {
    expect(boundRenderData({ lines: 3 })).toEqual({ lines: 3 });
    expect(boundRenderData({ blob: "x".repeat(4_000) })).toBeUndefined();
    expect(boundRenderData(undefined)).toBeUndefined();
  });

  it("never has arguments larger than their bound", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })), (input) => {
        const bounded = boundArguments(input as JsonObject);
        expect(JSON.stringify(bounded ?? {}).length).toBeLessThanOrEqual(4_000);
      }),
      { numRuns: RUNS },
    );
  });

  it("cuts between characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, chars) => {
        for (const part of [headOf(text, chars), tailOf(text, chars)]) {
          expect(part.length).toBeLessThanOrEqual(chars);
          expect(/\p{Surrogate}/u.test(part)).toBe(false);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("counting", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["\n\n", 2],
  ])("lines of %j gives %d", (text, lines) => {
    expect(countLines(text)).toBe(lines);
  });

  it("bytes gives the length of the encoded text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
      { numRuns: RUNS },
    );
  });

  it("bytes counts a lone surrogate as the three that stand for it", () => {
    for (const text of ["\ud800", "a\udc00b", "\ud83d\ud83d\ude00"]) {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }
  });
});
