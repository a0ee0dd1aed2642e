import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../../src/dialect/fault.ts";
import { limitsWith } from "../../src/dialect/limits.ts";
import { Meter } from "../../src/dialect/meter.ts";
import { print, printPlain } from "../../src/dialect/print.ts";
import { read } from "../../src/dialect/reader/read.ts";
import type { Value } from "../../src/dialect/values.ts";
import {
  Closure,
  list,
  NIL,
  Pair,
  pair,
  READER_BACKQUOTE,
  READER_COMMA,
  READER_COMMA_AT,
  READER_QUOTE,
  str,
  Sym,
  utf8Length,
  vec,
} from "../../src/dialect/values.ts";
import { casesOf } from "../support/cases.ts";
import { RUNS } from "../support/property.ts";
import { sameData } from "../support/same-data.ts";
import { data } from "../support/value-arbitrary.ts";

const WIDE = limitsWith({ "max-input-bytes": 10_000_000, "max-depth": 1_000, "max-number-bits": 65_536 });

function only(source: string): Value {
  const { forms } = read(source, WIDE);
  return (forms as Pair).car;
}

/** A bound of what one print may make, in bytes. */
function metered(bytes: number): Meter {
  return new Meter(limitsWith({ "max-value-bytes": bytes }));
}

const symbol = (name: string): Sym => new Sym(name);

describe("print", () => {
  // Scripts that are one quoted datum need no evaluation: what follows the quote is the value.
  const quoted = casesOf("reader", "print/value", "conv/backquote", "form/quote")
    .filter(
      ({ script, expected }) =>
        expected.value !== undefined && /^'\S*(?:$|[( ])/.test(script) && !script.includes("\n"),
    )
    .map(({ id, script, expected }) => [id, script, expected.value] as const)
    .filter(([, script]) => read(script).forms instanceof Pair && (read(script).forms as Pair).cdr === NIL);

  it.each(quoted)("answers case %s as Emacs does: %s prints %s", (_id, script, value) => {
    expect(print(((only(script) as Pair).cdr as Pair).car)).toBe(value);
  });

  const literals = casesOf(
    "reader/number",
    "reader/char",
    "reader/string",
    "reader/keyword",
    "reader/vector",
    "print/value",
  )
    .filter(({ script, expected }) => expected.value !== undefined && !/^['(`]/.test(script))
    .map(({ id, script, expected }) => [id, script, expected.value] as const);

  it.each(literals)("answers case %s as Emacs does: %j prints %j", (_id, script, value) => {
    expect(print(only(script))).toBe(value);
  });

  it.each([
    ["a b", "a\\ b"],
    ["1", "\\1"],
    ["123", "\\123"],
    ["+1", "\\+1"],
    ["-1.5e3", "\\-1.5e3"],
    ["1.", "\\1."],
    [".5", "\\.5"],
    [".", "\\."],
    ["a.b", "a.b"],
    ["-", "-"],
    ["-a", "-a"],
    ["1+", "1+"],
    ["1e", "1e"],
    ["?a", "\\?a"],
    ["a?", "a?"],
    ["", "##"],
    ["a\"b'c;d#e(f)g,h`i[j]k\\l", "a\\\"b\\'c\\;d\\#e\\(f\\)g\\,h\\`i\\[j\\]k\\\\l"],
    ["a\tb\u00a0c", "a\\\tb\\\u00a0c"],
    ["‘x", "\\‘x"],
    ["x‘", "x‘"],
    ["”", "\\”"],
    ["{", "{"],
    ["a|b", "a|b"],
    [":k", ":k"],
    ["λ", "λ"],
  ])("writes the symbol %j as %s", (name, text) => {
    expect(print(symbol(name))).toBe(text);
  });

  it.each([
    ['a"b\\c', '"a\\"b\\\\c"'],
    ["line\nend\t\u001b", '"line\nend\t\u001b"'],
    ["\udcc0\udc80x", '"\\300\\200x"'],
    ['"', '"\\""'],
    ["é😀\u{1f480}", '"é😀\u{1f480}"'],
  ])("escapes only quotes, backslashes and raw bytes in the string %j", (text, printed) => {
    expect(print(str(text))).toBe(printed);
  });

  const x = symbol("x");
  it.each<[string, Value, string]>([
    ["a quote", list([READER_QUOTE, x]), "'x"],
    ["a quote of a quote", list([READER_QUOTE, list([READER_QUOTE, x])]), "''x"],
    ["the guest's own quote", list([symbol("quote"), x]), "(quote x)"],
    ["a quote of nothing", list([READER_QUOTE]), "(quote)"],
    ["a quote of two", list([READER_QUOTE, x, x]), "(quote x x)"],
    ["a dotted quote", pair(READER_QUOTE, x), "(quote . x)"],
    ["a quote as the rest of a list", pair(x, list([READER_QUOTE, x])), "(x quote x)"],
    ["a comma outside a backquote", list([READER_COMMA, x]), "(\\, x)"],
    ["a comma inside a backquote", list([READER_BACKQUOTE, list([x, list([READER_COMMA, x])])]), "`(x ,x)"],
    ["a splice inside a backquote", list([READER_BACKQUOTE, list([list([READER_COMMA_AT, x])])]), "`(,@x)"],
    ["a splice outside a backquote", list([READER_COMMA_AT, x]), "(\\,@ x)"],
    ["a comma in a vector in a backquote", list([READER_BACKQUOTE, vec([list([READER_COMMA, x])])]), "`[,x]"],
    [
      "a comma inside a comma",
      list([READER_BACKQUOTE, list([READER_COMMA, list([x, list([READER_COMMA, x])])])]),
      "`,(x (\\, x))",
    ],
    [
      "a comma inside a comma inside two backquotes",
      list([READER_BACKQUOTE, list([READER_BACKQUOTE, list([READER_COMMA, list([READER_COMMA, x])])])]),
      "``,,x",
    ],
    [
      "a comma after a backquote that has ended",
      list([list([READER_BACKQUOTE, x]), list([READER_COMMA, x])]),
      "(`x (\\, x))",
    ],
    ["a dotted pair", pair(1, 2), "(1 . 2)"],
    ["a list that ends in a vector", pair(1, vec([2, 3])), "(1 . [2 3])"],
    ["empty aggregates", list([NIL, vec([])]), "(nil [])"],
    ["a closure", list([new Closure(NIL, NIL, true, undefined)]), "(#<lambda>)"],
  ])("writes %s as Emacs does", (_what, value, text) => {
    expect(print(value)).toBe(text);
  });

  it("writes what reads back as the same data, as long as it is data", () => {
    fc.assert(
      fc.property(data, (value) => {
        // In a list, so that no text begins with a byte order mark.
        const program = read(`(${print(value)})`, WIDE);
        expect(program.diagnostics.filter(({ kind }) => kind !== "warning")).toEqual([]);
        expect(sameData((program.forms as Pair).car, list([value]))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it("goes as deep and as far as values do", () => {
    let deep: Value = NIL;
    for (let i = 0; i < 200_000; i++) deep = i % 2 === 0 ? list([deep]) : vec([deep]);
    expect(print(deep).length).toBe(400_003);
    let quotes: Value = symbol("x");
    for (let i = 0; i < 200_000; i++) quotes = list([READER_QUOTE, quotes]);
    expect(print(quotes).length).toBe(200_001);
  });

  it("fails before it makes more bytes than a value may have, and makes all that fit", () => {
    fc.assert(
      fc.property(data, (value) => {
        const bytes = utf8Length(print(value));
        expect(print(value, metered(bytes))).toBe(print(value));
        const short = metered(bytes - 1);
        expect(() => print(value, short)).toThrow(Fault);
      }),
      { numRuns: RUNS },
    );
  });

  it("stops at the budget when shared parts would make a huge text", () => {
    let value: Value = list([1]);
    for (let i = 0; i < 60; i++) value = list([value, value]);
    let caught: unknown;
    try {
      print(value, metered(100_000));
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: "E430", kind: "value", args: { limit: "max-value-bytes", allowed: 100_000 } });
  });
});

describe("printPlain", () => {
  it.each<[Value, string]>([
    [str('say "hi" \\'), 'say "hi" \\'],
    [list([symbol("a"), str('"b"'), 1]), '(a "b" 1)'],
    [symbol("a b"), "a b"],
    [symbol("1"), "1"],
    [symbol(""), "##"],
    [vec([symbol("a"), str("b")]), "[a b]"],
    [list([READER_QUOTE, symbol("x")]), "'x"],
    [NIL, "nil"],
  ])("writes strings and symbols as they are: %#", (value, text) => {
    expect(printPlain(value)).toBe(text);
  });

  it("keeps to the budget too", () => {
    expect(printPlain(str("abc"), metered(3))).toBe("abc");
    expect(() => printPlain(str("abcd"), metered(3))).toThrow(Fault);
  });
});
