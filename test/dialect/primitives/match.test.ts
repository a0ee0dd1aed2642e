import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limitsWith } from "../../../src/dialect/limits.ts";
import { CELL_BYTES, Meter } from "../../../src/dialect/meter.ts";
import { print } from "../../../src/dialect/print.ts";
import type { Str } from "../../../src/dialect/values.ts";
import { Big, Flo, NIL, READER_QUOTE, str, T } from "../../../src/dialect/values.ts";
import { RUNS } from "../../support/property.ts";
import { call, callWith, check, faultOf, outcome, shown } from "./match-calls.ts";
import type { Operand, Row } from "./match-calls.ts";

const MATCHES: readonly Row[] = [
  ["b", "abc", "1"],
  ["z", "abc", "nil"],
  ["a", "A", "0"],
  ["a", "banana", 2, "3"],
  ["a", "banana", -1, "5"],
  ["a", "abc", 4, "!script"],
  ["", "abc", "0"],
  ["$", "abc", "3"],
  [5, "a", "!script"],
  ["a", NIL, "!script"],
  ["a\\'", "a\nb", "nil"],
  [".", "\n", "nil"],
  [".\n", "a\n", "0"],
  ["a", "ba", NIL, "1"],
  ["^[0-9]+$", "12345", "0"],
  ["a\\{2\\}", "caab", "1"],
  ["[[:alpha:]]+", "12ab", "2"],
  ["[[:upper:]]", "abC", "0"],
  ["[[:lower:]]", "ABC", "0"],
  ["[[:alnum:]]+", "--é1", "2"],
  ["[[:xdigit:]]+$", "0aFf", "0"],
  ["[[:blank:]]", "a b", "1"],
  ["[[:nonascii:]]", "aé", "1"],
  ["[[:multibyte:]]", "aé", "1"],
  ["[]a]", "x]", "1"],
  ["[^]a]", "]ab", "2"],
  ["[^a-c]", "abcd", "3"],
  ["[.*+?]", "a+", "1"],
  ["\\W", "ab%c-", "4"],
  ["\\bfoo\\b", "a foo b", "2"],
  ["\\bb", "a_b", "2"],
  ["\\Bb", "abb", "1"],
  ["\\_<foo\\_>", "a-foo foo", "6"],
  ["a\\>", "a_b", "0"],
  ["\\sw+", "-ab", "1"],
  ["\\s.", "a,b", "1"],
  ["\\`a", "a\nb", "0"],
  ["a$b", "a$b", "0"],
  ["a^b", "a^b", "0"],
  ["x\\(foo\\)y", "axfooy", "1"],
  ["\\(a\\)\\(b\\)", "xab", "1"],
  ["^(defcustom", "(defcustom x", "0"],
  ["a|b", "a|b", "0"],
  ["(a)", "(a)", "0"],
  ["a.c", "a\nc", "nil"],
  ["a.c", "abc", "0"],
  ["é+", "caféé", "3"],
  ["😀?x", "😀x", "0"],
  ["[日本]+", "a本日", "1"],
  ["\\.", "a.b", "1"],
  ["a\\*b", "a*b", "0"],
  ["\\\\", "a\\b", "1"],
  ["^$", "a\n\nb", "2"],
  ["[^\n]+", "\nab", "1"],
  ["\\=a", "a", "nil"],
  ["a?b?c?d?e?f?g?h?", "x", "0"],
  ["", "abc", "0"],
  ["[a-z]", "Q", "0"],
  ["k", "K", "0"],
  ["\\ca", "é a", "1"],
  ["[0-9]\\{3\\}-[0-9]\\{4\\}", "call 555-1234", "5"],
  ['\\s"', 'a"b', "1"],
  ["[z-a]", "b", "nil"],
  ["a\\{0\\}b", "ab", "1"],
  ["a\\{3,2\\}", "aaa", "!atomic-work"],
  ["a\\{65536\\}", "a", "!atomic-work"],
  ["\\)", ")", "!atomic-work"],
  ["\\(a", "a", "!atomic-work"],
  ["[a", "a", "!atomic-work"],
  ["\\z", "z", "0"],
  ["[[:alpha:]", "a", "!atomic-work"],
  ["\\(a\\)+", "aa", "!atomic-work"],
  ["\\(a\\)\\{2\\}", "aa", "!atomic-work"],
  ["\\(a\\)?", "a", "!atomic-work"],
  ["a**", "a", "!atomic-work"],
  ["a+?", "aa", "!atomic-work"],
  ["a??", "a", "!atomic-work"],
  ["a\\{2\\}*", "aa", "!atomic-work"],
  ["\\(a\\|b\\)", "b", "!atomic-work"],
  ["\\(a\\)\\1", "aa", "!atomic-work"],
  ["\\(?:a\\)", "a", "!atomic-work"],
  ["\\(?1:a\\)", "a", "!atomic-work"],
  ["*a", "*a", "!atomic-work"],
  ["?a", "?a", "!atomic-work"],
  ["\\(*a\\)", "*a", "!atomic-work"],
  ["a\\{2", "aa", "!atomic-work"],
  ["a\\{x\\}", "a", "!atomic-work"],
  ["a*b*c*d*e*f*g*h*i*", "a", "!atomic-work"],
  ["$*", "$", "!atomic-work"],
  ["\\9", "9", "!atomic-work"],
  ["a\\{1,2,3\\}", "a", "!atomic-work"],
  ["\\(a\\)*?", "a", "!atomic-work"],
  ["a*b*c*d*e*f*g*h*", "aaaaaaaaaaaaaaaaaaaa", "!atomic-work"],
];

const MORE_MATCHES: readonly Row[] = [
  ["b", "abc", 0, "1"],
  ["a", "abc", -3, "0"],
  ["a", "abc", -4, "!script"],
  ["$", "abc", 3, "3"],
  ["a", "", 1, "!script"],
  ["x", "😀ax", "2"],
  ["😀", "a😀b😀", 2, "3"],
  ["b", "😀😀b", -1, "2"],
  ["^b", "ab", 1, "nil"],
  ["^b", "a\nb", 1, "2"],
  ["\\`b", "ab", 1, "nil"],
  ["\\bb", "ab b", 1, "3"],
  ["a", "abc", T, "!script"],
  ["a", "abc", new Flo(1), "!script"],
  ["a", "abc", new Big(10n ** 20n), "!script"],
  [T, "a", "!script"],
  [NIL, "a", "!script"],
  ["\\(a\\)*", 5, "!atomic-work"],
];

const TRIMS: readonly Row[] = [
  ["xxaxx", "x+", "x+", '"a"'],
  ["  a", "[ ]+", '"a"'],
  ["", '""'],
  [5, "!script"],
  [" a ", "\\(x\\)*", "!atomic-work"],
  ["--a--", "-", "-", '"-a-"'],
  [" a ", NIL, NIL, '"a"'],
  ["XXa", "x+", '"a"'],
];

const MORE_TRIMS: readonly Row[] = [
  [" \t\n\ra b\r\n\t ", '"a b"'],
  ["\u00a0a\f", '"\u00a0a\f"'],
  [" \n ", '""'],
  ["aab", "a", '"ab"'],
  ["baa", NIL, "a", '"ba"'],
  ["baa", NIL, "a+", '"b"'],
  ["aXa", "A", "A", '"X"'],
  ["xax", "x*", "x*", '"a"'],
  ["xax", "y*", "y*", '"xax"'],
  ["a\nb", "^b", '"a\nb"'],
  ["ab\n", NIL, "b$", '"ab\n"'],
  ["ab", NIL, "b$", '"a"'],
  ["😀a😀", "😀", "😀", '"a"'],
  ["é", ".", '""'],
  ["a", "b\\|c", "!atomic-work"],
  ["a", NIL, 5, "!script"],
  [T, "!script"],
];

const QUOTES: readonly Row[] = [
  ["a.b*c[d]^$", '"a\\\\.b\\\\*c\\\\[d]\\\\^\\\\$"'],
  ["", '""'],
  ["a\\b", '"a\\\\\\\\b"'],
  ["(){}|-]é", '"(){}|-]é"'],
  ["1+1?", '"1\\\\+1\\\\?"'],
  [5, "!script"],
];

describe("string-match-p finds what Emacs finds", () => {
  check("string-match-p", MATCHES);
  check("string-match-p", MORE_MATCHES);
});
describe("string-trim trims as Emacs does", () => {
  check("string-trim", TRIMS);
  check("string-trim", MORE_TRIMS);
});
describe("regexp-quote escapes what is special", () => {
  check("regexp-quote", QUOTES);
});

/** Rows with the call written out, for the titles. */
function titled<T>(rows: readonly (readonly [name: string, operands: Operand[], expected: T])[]) {
  return rows.map(([name, operands, expected]) => ({ title: shown(name, operands), name, operands, expected }));
}

describe("budgets", () => {
  test("a pattern may have as many bytes as the budget and not one more", () => {
    expect(outcome("string-match-p", ["a".repeat(2_048), "a"])).toBe("nil");
    expect(faultOf("string-match-p", ["a".repeat(2_049), "a"])).toMatchObject({
      code: "E450",
      kind: "atomic-work",
      operand: 0,
    });
  });

  test.each(
    titled([
      ["string-match-p", ["ab", "aaaaaaaaaa"], 20],
      ["string-match-p", ["a*b*", "aaaaaaaaaa"], 400],
      ["string-match-p", ["é", ""], 2],
      ["split-string", ["aaaaaaaaaa", "b*c*d*"], 6_000],
      ["split-string", ["aaa", ",", NIL, "b*c*"], 36],
      ["string-trim", ["aaaaaaaaaa", "b*c*d*"], 6_000],
      ["string-trim", ["éé", NIL, "b"], 4],
    ]),
  )("$title takes $expected units of the regexp budget", ({ expected: work, name, operands }) => {
    expect(outcome(name, operands, { "max-regexp-work": work })).not.toContain("!");
    expect(faultOf(name, operands, { "max-regexp-work": work - 1 })).toMatchObject({
      code: "E451",
      args: { allowed: work - 1, amount: work },
    });
  });

  test("eight repeated atoms on a short text are already too much work", () => {
    expect(outcome("string-match-p", ["a*b*c*d*e*f*g*h*", "a".repeat(20)])).toBe("!atomic-work");
    expect(outcome("string-match-p", ["a*b*c*d*e*f*g*h*", "aa"])).toBe("0");
  });

  test("a string that stays as it is costs nothing", () => {
    const meter = new Meter(limitsWith({}));
    const whole = str("abc");
    expect(callWith(meter, "string-trim", [whole, "x*"])).toBe(whole);
    expect(callWith(meter, "string-trim", [whole])).toBe(whole);
    expect(callWith(meter, "regexp-quote", [whole])).toBe(whole);
    expect(meter.retained).toBe(0);
    callWith(meter, "string-trim", [" é"]);
    expect(meter.retained).toBe(CELL_BYTES + 2);
  });
});

describe("faults", () => {
  test.each(
    titled([
      ["string-match-p", [5, "a"], "E312 0"],
      ["string-match-p", ["a", 5], "E312 1"],
      ["string-match-p", ["a", "a", "x"], "E312 2"],
      ["string-match-p", ["a", "a", 2], "E311 2"],
      ["split-string", [5], "E312 0"],
      ["split-string", ["a", 5], "E312 1"],
      ["split-string", ["a", ",", NIL, "a+?"], "E160 3"],
      ["string-trim", ["a", "["], "E161 1"],
      ["string-trim", ["a", NIL, READER_QUOTE], "E312 2"],
      ["regexp-quote", [NIL], "E312 0"],
    ]),
  )("$title ends with the code and blames the operand $expected", ({ expected, name, operands }) => {
    const fault = faultOf(name, operands);
    expect(`${fault.code} ${fault.operand}`).toBe(expected);
  });
});

describe("properties", () => {
  test("a quoted text matches at its first place in any case, and nowhere before", () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from(".*+?[]^$\\aAé-")), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (needle, haystack) => {
        const quoted = call("regexp-quote", [needle]) as Str;
        const expected = haystack.toLowerCase().indexOf(needle.toLowerCase());
        expect(print(call("string-match-p", [quoted, haystack]))).toBe(expected < 0 ? "nil" : String(expected));
      }),
      { numRuns: RUNS },
    );
  });

  test("trimming by default leaves no blank at either end and trims nothing twice", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r", "\f", "a", "é"), maxLength: 10 }),
        (text) => {
          const once = call("string-trim", [text]) as Str;
          expect(once.text).toBe(text.replace(/^[ \t\n\r]+|[ \t\n\r]+$/gu, ""));
          expect(call("string-trim", [once])).toBe(once);
          const given = call("string-trim", [text, "[ \t\n\r]+", "[ \t\n\r]+"]) as Str;
          expect(given.text).toBe(once.text);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
