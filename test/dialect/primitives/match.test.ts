import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fault } from "../../../src/dialect/fault.ts";
import type { Limits } from "../../../src/dialect/limits.ts";
import { limitsWith } from "../../../src/dialect/limits.ts";
import { Meter } from "../../../src/dialect/meter.ts";
import { MATCH_PRIMITIVES } from "../../../src/dialect/primitives/match.ts";
import { print } from "../../../src/dialect/print.ts";
import { list, listItems, NIL, Str, str, T } from "../../../src/dialect/values.ts";
import type { Value } from "../../../src/dialect/values.ts";
import { RUNS } from "../../support/property.ts";

type Operand = string | number | Value;

function toValue(operand: Operand): Value {
  return typeof operand === "string" ? str(operand) : operand;
}

function call(name: string, operands: readonly Operand[], limits: Partial<Limits> = {}): Value {
  const primitive = MATCH_PRIMITIVES.find((candidate) => candidate.name === name);
  const values = operands.map(toValue);
  return primitive!.fixed!(new Meter(limitsWith(limits)), values[0]!, values[1] ?? NIL, values[2] ?? NIL, values[3] ?? NIL);
}

/** The printed value, or the error kind after an exclamation mark. */
function outcome(name: string, operands: readonly Operand[], limits: Partial<Limits> = {}): string {
  try {
    return print(call(name, operands, limits));
  } catch (problem) {
    if (problem instanceof Fault) return `!${problem.kind}`;
    throw problem;
  }
}

function faultOf(name: string, operands: readonly Operand[], limits: Partial<Limits> = {}): Fault {
  try {
    call(name, operands, limits);
  } catch (problem) {
    if (problem instanceof Fault) return problem;
    throw problem;
  }
  throw new Error("nothing was refused");
}

function pieces(value: Value): string[] {
  return listItems(value)!.map((item) => (item as Str).text);
}

type Row = readonly [...operands: Operand[], expected: string];

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
  ["\\s\"", "a\"b", "1"],
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

const SPLITS: readonly Row[] = [
  ["a b  c", "(\"a\" \"b\" \"c\")"],
  ["  a b ", "(\"\" \"a\" \"b\" \"\")"],
  ["  a b ", NIL, T, "(\"a\" \"b\")"],
  ["", "(\"\")"],
  ["a,b,,c", ",", "(\"a\" \"b\" \"\" \"c\")"],
  ["a, b ,c", ",", NIL, " +", "(\"a\" \"b\" \"c\")"],
  ["a.b", ".", "(\"\" \"\" \"\" \"\")"],
  ["a.b", "\\.", "(\"a\" \"b\")"],
  ["abc", "", "!atomic-work"],
  ["aXbxc", "x", "(\"a\" \"b\" \"c\")"],
  ["é😀é", "😀", "(\"é\" \"é\")"],
  ["a b", 5, "!script"],
  ["a-b_c", "[-_]", "(\"a\" \"b\" \"c\")"],
  [",a,", ",", "(\"\" \"a\" \"\")"],
  ["a,b", ",", T, "[ab]", "nil"],
  ["a||b", "\\|\\|", "!atomic-work"],
  ["a||b", "||", "(\"a\" \"b\")"],
  ["one  two", " ", "(\"one\" \"\" \"two\")"],
  ["abc", "^", "(\"\" \"abc\")"],
];

const TRIMS: readonly Row[] = [
  ["xxaxx", "x+", "x+", "\"a\""],
  ["  a", "[ ]+", "\"a\""],
  ["", "\"\""],
  [5, "!script"],
  [" a ", "\\(x\\)*", "!atomic-work"],
  ["--a--", "-", "-", "\"-a-\""],
  [" a ", NIL, NIL, "\"a\""],
  ["XXa", "x+", "\"a\""],
];

function check(name: string, rows: readonly Row[]): void {
  test.each(rows.map((row) => [row] as const))("%j", (row) => {
    expect(outcome(name, row.slice(0, -1) as Operand[])).toBe(row.at(-1));
  });
}

describe("string-match-p finds what Emacs finds", () => {
  check("string-match-p", MATCHES);
});
describe("split-string splits as Emacs does", () => {
  check("split-string", SPLITS);
});
describe("string-trim trims as Emacs does", () => {
  check("string-trim", TRIMS);
});
