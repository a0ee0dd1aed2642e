import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/dialect/limits.ts";
import { Meter } from "../../../src/dialect/meter.ts";
import { compileRegexp, openMatches } from "../../../src/dialect/regexp/regexp.ts";
import { str } from "../../../src/dialect/values.ts";

/** Where a regexp matches, as every unit offset from which a search finds something there. */
function matchesAt(pattern: string, text: string): number[] {
  const meter = new Meter(DEFAULT_LIMITS);
  const matches = openMatches(compileRegexp(str(pattern), meter), str(text), meter);
  const places: number[] = [];
  for (let at = 0; at <= text.length; at++) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) continue;
    if (matches.find(at) === at) places.push(at);
  }
  return places;
}

/** Which of the characters of `text` a one-character regexp matches. */
function matched(pattern: string, text: string): string {
  return matchesAt(pattern, text)
    .map((at) => String.fromCodePoint(text.codePointAt(at)!))
    .join("");
}

const SAMPLE = "aZ09_-$% \t\n\v\r\f\u0001\u007f.,(é×ßÀªΣς日ーあア٣\u00a0\u00ad\u3000\u0301😀№Ⅷ\u0378\udc80";

describe("classes", () => {
  test.each([
    ["[[:alpha:]]", "aZéßÀªΣς日ーあア\u0301Ⅷ"],
    ["[[:alnum:]]", "aZ09éßÀªΣς日ーあア٣\u0301Ⅷ"],
    ["[[:digit:]]", "09"],
    ["[[:xdigit:]]", "a09"],
    ["[[:upper:]]", "aZéßÀΣςⅧ"],
    ["[[:lower:]]", "aZéßÀΣςⅧ"],
    ["[[:space:]]", " \t\n\r\f\u00a0\u3000"],
    ["[[:blank:]]", " \t\u00a0\u3000"],
    ["[[:punct:]]", "_-$%.,(×ª\u00a0\u00ad\u3000№"],
    ["[[:word:]]", "aZ09$%éßÀΣς日ーあア٣\u0301😀Ⅷ\u0378"],
    ["[[:cntrl:]]", "\t\n\v\r\f\u0001"],
    ["[[:graph:]]", "aZ09_-$%.,(é×ßÀªΣς日ーあア٣\u00ad\u0301😀№Ⅷ"],
    ["[[:print:]]", "aZ09_-$% .,(é×ßÀªΣς日ーあア٣\u00a0\u00ad\u3000\u0301😀№Ⅷ"],
    ["[[:ascii:]]", "aZ09_-$% \t\n\v\r\f\u0001\u007f.,("],
    ["[[:unibyte:]]", "aZ09_-$% \t\n\v\r\f\u0001\u007f.,("],
    ["[[:nonascii:]]", "é×ßÀªΣς日ーあア٣\u00a0\u00ad\u3000\u0301😀№Ⅷ\u0378"],
    ["[[:multibyte:]]", "é×ßÀªΣς日ーあア٣\u00a0\u00ad\u3000\u0301😀№Ⅷ\u0378"],
    ["[^[:multibyte:]]", "aZ09_-$% \t\n\v\r\f\u0001\u007f.,(\udc80"],
    ["\\w", "aZ09$%éßÀΣς日ーあア٣\u0301😀Ⅷ\u0378\udc80"],
    ["\\W", "_- \t\n\v\r\f\u0001\u007f.,(×ª\u00a0\u00ad\u3000№"],
    ["\\s_", "_-×ª\u00ad"],
    ["\\s ", " \t\n\r\f\u00a0\u3000"],
    ["\\s.", "\v\u0001\u007f.,№"],
    ["\\s(", "("],
    ["\\s<", ""],
    ["\\ca", "aZ09_-$% \u007f.,("],
    ["\\cg", "Σς\u0378"],
    ["\\cH", "ーあ"],
    ["\\c^", "\u0301"],
    [".", SAMPLE.replace("\n", "")],
    ["[[:digit:]-z]", "Z09-"],
    ["[[:digit:][:blank:]]", "09 \t\u00a0\u3000"],
    ["[^-_]", SAMPLE.replace("_", "").replace("-", "")],
    ["[9-\udc80]", "aZ9_\u007f\udc80"],
    ["[é-\udc80]", ""],
    ["[\udc80-\udc8f]", "\udc80"],
    ["\udc80", "\udc80"],
  ])("%s", (pattern, expected) => {
    expect(matched(pattern, SAMPLE)).toBe(expected);
  });

  test.each([
    ["[]a]", "]a^", "]a"],
    ["[^]a]", "]a^", "^"],
    ["[\\]", "\\]", "\\"],
    ["[a-]", "a-b", "a-"],
    ["[+--]", "+,-.", "+,-"],
    ["[]-a]", "\\]^a", "]^a"],
    ["[[:a]", "[:a", "[:a"],
    ["[a-[:d:]", "ad:[", "d:"],
    ["[z-a]", "az-", ""],
    ["[^z-a]", "az\n", "az\n"],
    ["[.*+?^$]", ".*+?^$", ".*+?^$"],
  ])("%s in %j", (pattern, text, expected) => {
    expect(matched(pattern, text)).toBe(expected);
  });

  test("a class that ends before another bracket leaves the bracket to follow", () => {
    expect(matchesAt("[\\]]", "\\]a]")).toEqual([0]);
    expect(matchesAt("[a-[:d:]]", "d]:]")).toEqual([0, 2]);
  });
});

describe("case", () => {
  test.each([
    ["k", "kK\u212a", "kK"],
    ["s", "sSſ", "sS"],
    ["\u212a", "kK\u212a", "\u212a"],
    ["ς", "σςΣ", "σςΣ"],
    ["[σ]", "σςΣs", "σςΣ"],
    ["ß", "ßẞsS", "ßẞ"],
    ["µ", "µμΜ", "µμΜ"],
    ["å", "åÅ\u212b", "åÅ\u212b"],
    ["ǆ", "ǆǅǄ", "ǆǅǄ"],
    ["[A-_]", "aZ_^", "aZ_^"],
    ["[Z-a]", "aAzZ_b", "aAzZ_"],
    ["[^a-z]", "aA0", "0"],
    ["[À-Å]", "àÀåÅæ", "àÀåÅ"],
    ["я", "Яя", "Яя"],
    ["𐐀", "𐐀𐐨", "𐐀𐐨"],
    ["i", "iIİı", "iI"],
  ])("%s matches in %s only %s", (pattern, text, expected) => {
    expect(matched(pattern, text)).toBe(expected);
  });
});

describe("assertions", () => {
  test.each([
    ["^", "a\n\rb\n", [0, 2, 5]],
    ["$", "a\n\rb\n", [1, 4, 5]],
    ["^$", "a\n\nb", [2]],
    ["\\`", "a\na", [0]],
    ["\\'", "a\na", [3]],
    ["\\=", "aa", []],
    ["\\b", "ab c", [0, 2, 3, 4]],
    ["\\b", " - ", [0, 3]],
    ["\\b", "", [0]],
    ["\\B", "ab- c", [1, 3]],
    ["\\B", "", []],
    ["\\<", "ab $c_d", [0, 3, 6]],
    ["\\>", "ab $c_d", [2, 5, 7]],
    ["\\_<", "a-b c ()", [0, 4]],
    ["\\_>", "a-b c ()", [3, 5]],
    ["\\b", "aé", [0, 2]],
    ["\\b", "aя", [0, 1, 2]],
    ["\\<", "日本語です", [0]],
    ["\\<", "かなカナ漢", [0, 2, 4]],
    ["\\<", "漢かな", [0]],
    ["\\<", "日本abc", [0, 2]],
    ["\\>", "e\u0301я", [3]],
    ["\\b", "a\udc80", [0, 1, 2]],
    ["\\_>", "é😀 ", [3]],
    ["x\\(^a\\)", "x\na", []],
    ["\n\\(^a\\)", "x\na", [1]],
    ["\\(a$\\)", "ab\na", [3]],
    ["(^a", "(^a", [0]],
    ["\\\\(^a", "\\(^a", [0]],
    ["a$b^c", "a$b^c", [0]],
    ["^^", "^a", [0]],
    ["$$", "a$", [1]],
    ["\\`*a", "*a", [0]],
    ["\\`\\{2\\}", "{2}", [0]],
    ["a\\b*-", "a-", [0]],
  ])("%s in %j", (pattern, text, places) => {
    expect(matchesAt(pattern, text)).toEqual(places);
  });
});

describe("repetition", () => {
  test.each([
    ["a*", "baac", 1, 3],
    ["a+", "baac", 1, 3],
    ["ba?", "baac", 0, 2],
    ["a\\{1\\}", "baac", 1, 2],
    ["a\\{2,\\}", "abaaac", 2, 5],
    ["a\\{1,2\\}", "aaac", 0, 2],
    ["[ab]*b", "aabba", 0, 4],
    [".*b", "aab\nbb", 0, 3],
    ["x*", "xx", 2, 2],
    ["a*😀+", "b😀😀", 1, 5],
  ])("%s in %j matches from %i to %i", (pattern, text, start, end) => {
    const meter = new Meter(DEFAULT_LIMITS);
    const matches = openMatches(compileRegexp(str(pattern), meter), str(text), meter);
    expect([matches.find(start), matches.end]).toEqual([start, end]);
  });
});

test("more regexps than are kept still match, and the first one is parsed again", () => {
  const meter = new Meter(DEFAULT_LIMITS);
  for (let i = 0; i < 200; i++) {
    const text = str(`item ${i % 100};`);
    expect(openMatches(compileRegexp(str(`m ${i % 100};$`), meter), text, meter).find(0)).toBe(3);
  }
});
