import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requiredTexts } from "../../../src/hosts/node/search/required-text.ts";
import { translatePattern } from "../../../src/hosts/node/search/rust-regexp.ts";
import { RUNS } from "../../support/property.ts";

describe("what every match of a pattern contains", () => {
  it.each<[pattern: string, texts: readonly string[] | undefined]>([
    ["needle", ["needle"]],
    [String.raw`\bneedle\(`, ["needle("]],
    ["^needle$", ["needle"]],
    ["ab*cd", ["cd"]],
    ["abc+d", ["abc"]],
    ["ab?", ["a"]],
    ["a{2}bc", ["bc"]],
    ["a+?b", ["a"]],
    ["[ab]cd.e", ["cd"]],
    ["[^]x]cd", ["cd"]],
    [String.raw`[\]x]cd`, ["cd"]],
    ["TODO|FIXME", ["TODO", "FIXME"]],
    [String.raw`\b(TODO|FIXME)\b`, ["TODO", "FIXME"]],
    ["(a|b(c|d))", ["a", "b"]],
    ["(a|b)x", ["x"]],
    ["(a|b)+", ["a", "b"]],
    ["grün", ["grün"]],
    ["a\nb", ["a\nb"]],
    ["(a|b)*", undefined],
    ["a|b*", undefined],
    ["a|", undefined],
    [".*", undefined],
    ["", undefined],
    [String.raw`\d\w`, undefined],
    [String.raw`\x41bc`, undefined],
    [String.raw`\u{41}bc`, undefined],
    [String.raw`\pLbc`, undefined],
    [String.raw`(\x41)bc`, undefined],
    ["[a&&b]cd", undefined],
    ["[[:alpha:]]cd", undefined],
    ["(?i)needle", undefined],
    ["(?:needle)", undefined],
    ["\uFFFD", undefined],
    ["(open", undefined],
    ["a\\", undefined],
  ])("of %j is %j", (pattern, texts) => {
    expect(requiredTexts(pattern, false)).toEqual(texts);
  });

  it("is unknown where case is not looked at", () => {
    expect(requiredTexts("needle", true)).toBeUndefined();
  });

  it("is in every text that matches", () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      "ab",
      "c",
      "*",
      "+",
      "?",
      "|",
      "(",
      ")",
      ".",
      "[ab]",
      "[^a]",
      "{1,2}",
      "{0}",
      "\\b",
      "\\(",
      "\\d",
      "\\x61",
      "^",
      "$",
      "??",
      "1",
    );
    const patterns = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(""));
    const texts = fc
      .array(fc.constantFrom("a", "b", "c", "(", " ", "1", "\n"), { maxLength: 12 })
      .map((chars) => chars.join(""));
    fc.assert(
      fc.property(patterns, fc.array(texts, { maxLength: 8 }), (pattern, candidates) => {
        const translated = translatePattern(pattern, { ignoreCase: false, multiline: true });
        const required = requiredTexts(pattern, false);
        if ("mistake" in translated || required === undefined) return;
        for (const text of candidates) {
          translated.regexp.lastIndex = 0;
          if (translated.regexp.test(text)) expect(required.some((each) => text.includes(each))).toBe(true);
        }
      }),
      { numRuns: 10 * RUNS },
    );
  });
});
