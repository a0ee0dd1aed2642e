import { describe, expect, test } from "vitest";
import { DEFAULT_LIMITS, limitsWith } from "../../../src/dialect/limits.ts";
import { parsePattern } from "../../../src/dialect/regexp/parse.ts";
import { regexpProblem } from "../../../src/dialect/regexp/regexp.ts";

function problem(pattern: string): Record<string, unknown> | undefined {
  const fault = regexpProblem(pattern, DEFAULT_LIMITS);
  return fault === undefined ? undefined : { code: fault.code, kind: fault.kind, ...fault.args };
}

describe("what the subset leaves out is refused, with its name, its place and what to write", () => {
  test.each([
    ["a\\|b", "the alternation \\|", 2, /\(or \(string-match-p/],
    ["\\(a\\|b\\)", "the alternation \\|", 4, /\[ab\]/],
    ["\\(a\\)\\1", "the backreference \\1", 6, /equal/],
    ["\\9", "the backreference \\9", 1, /equal/],
    ["\\(?:a\\)", "the group extension \\(?:", 1, /plain group/],
    ["x\\(?1:a\\)", "the group extension \\(?1", 2, /plain group/],
    ["\\(a\\)+", "the quantifier + after a group", 6, /single atom/],
    ["\\(a\\)\\{2\\}", "the quantifier \\{2\\} after a group", 6, /single atom/],
    ["\\(a\\)*?", "the quantifier * after a group", 6, /single atom/],
    ["a**", "the quantifier * after another one", 3, /one of the two/],
    ["a\\{2\\}*", "the quantifier * after another one", 7, /one of the two/],
    ["\\`*+", "the quantifier + after another one", 4, /one of the two/],
    ["a+?", "the non-greedy quantifier ?", 3, /leaves out the end/],
    ["é??", "the non-greedy quantifier ?", 3, /leaves out the end/],
    ["*a", "the quantifier * with nothing to repeat", 1, /\\\*/],
    ["😀^*", "the quantifier * with nothing to repeat", 3, /\\\*/],
    ["$*", "the quantifier * with nothing to repeat", 2, /\\\*/],
    ["\\(?", "the group extension \\(?", 1, /plain group/],
    ["\\(+a\\)", "the quantifier + with nothing to repeat", 3, /\\\+/],
    ["\\{2\\}", "the quantifier \\{2\\} with nothing to repeat", 1, /escape/],
    ["a*b*c*d*e*f*g*h*i*", "the quantifier * after eight others", 18, /two regexps/],
  ])("%s", (pattern, part, at, allowed) => {
    const { why, allowed: remedy, ...rest } = problem(pattern) ?? {};
    expect(rest).toEqual({
      code: "E160",
      kind: "atomic-work",
      regexp: JSON.stringify(pattern),
      part,
      at,
    });
    expect(why).toMatch(/./);
    expect(remedy).toMatch(allowed);
  });
});

describe("what is not well formed is refused, with its place and the reason", () => {
  test.each([
    ["a\\", 2, "backslash at the end"],
    ["x\\(a", 2, "never closed"],
    ["\\(\\(a\\)", 1, "never closed"],
    ["a\\)", 2, "closes no group"],
    ["[a", 1, "never closed"],
    ["é[", 2, "never closed"],
    ["[^", 1, "never closed"],
    ["[]", 1, "never closed"],
    ["[[:alpha:]", 1, "never closed"],
    ["[a-", 1, "never closed"],
    ["[[:letter:]]", 2, "no class [:letter:]"],
    ["[[:Alpha:]]", 2, "no class [:Alpha:]"],
    ["[[::]]", 2, "no class [::]"],
    ["[[:a] [:]", 2, "no class"],
    ["\\_x", 1, "< or >"],
    ["\\_", 1, "< or >"],
    ["\\s", 1, "syntax code"],
    ["\\s+", 1, "syntax code"],
    ["\\Sd", 1, "syntax code"],
    ["\\c", 1, "category"],
    ["\\cZ", 1, "category"],
    ["a\\{2", 2, "\\{n,m\\}"],
    ["a\\{x\\}", 2, "\\{n,m\\}"],
    ["a\\{\\}", 2, "\\{n,m\\}"],
    ["a\\{,2\\}", 2, "\\{n,m\\}"],
    ["a\\{1,2,3\\}", 2, "\\{n,m\\}"],
    ["a\\{1 \\}", 2, "\\{n,m\\}"],
    ["a\\{1}", 2, "\\{n,m\\}"],
    ["a\\{3,2\\}", 2, "smaller number"],
    ["a\\{65536\\}", 2, "65535"],
    ["a\\{1,65536\\}", 2, "65535"],
  ])("%s", (pattern, at, why) => {
    const found = problem(pattern);
    expect(found).toMatchObject({ code: "E161", kind: "atomic-work", at });
    expect(found?.["why"]).toContain(why);
  });
});

test.each([
  "",
  "^$",
  "a\\{65535\\}",
  "a\\{0,0\\}",
  "\\(\\)",
  "\\(^a$\\)",
  "[^]]",
  "[\\]",
  "\\\\",
  "(a|b)+",
  "a{2}",
  "\\0",
  "\\}",
  "x\\(a\\)y",
  "\\b*",
  "\\'?",
  "[[:a]",
  "[+*?]*",
  "\\s-*",
  "a*b*c*d*e*f*g*h*",
])("%s is in the subset", (pattern) => {
  expect(problem(pattern)).toBeUndefined();
});

test("a long regexp is shown around the part that is at fault", () => {
  const found = problem(`${"x".repeat(500)}\n"\\|${"y".repeat(500)}`);
  expect(found?.["regexp"]).toBe(`"…${"x".repeat(38)}\\n\\"\\\\|${"y".repeat(38)}…"`);
  expect(found?.["at"]).toBe(503);
});

test("a cut never goes through the middle of a character", () => {
  for (const lead of ["", "x"]) {
    const shown = String(problem(`${lead}${"😀".repeat(60)}\\|${lead}${"😀".repeat(60)}`)?.["regexp"]);
    expect(shown.replace(/😀/gu, "")).toBe(`"…\\\\|${lead}…"`);
  }
});

test("a regexp over the byte budget is refused before it is parsed", () => {
  const limits = limitsWith({ "max-regexp-bytes": 4 });
  expect(regexpProblem("ééa\\|", limits)).toMatchObject({
    code: "E450",
    kind: "atomic-work",
    args: { allowed: 4, amount: 7 },
  });
  expect(regexpProblem("éé", limits)).toBeUndefined();
});

describe("quantifiers that Emacs reads in its own way", () => {
  test.each([
    ["\\b*a", 1, "an optional assertion asks nothing"],
    ["\\b+a", 2, "a repeated assertion asks once"],
    ["xa\\{0\\}", 1, "an atom repeated no times is not there"],
    ["\\`*a", 3, "after \\` a quantifier is itself"],
    ["\\`\\{2\\}", 4, "after \\` an interval is itself"],
  ])("%s has %i elements: %s", (pattern, count) => {
    expect(parsePattern(pattern).elements).toHaveLength(count);
    expect(parsePattern(pattern).quantifiers).toBe(1);
  });
});
