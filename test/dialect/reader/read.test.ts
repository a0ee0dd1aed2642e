import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DIAGNOSTICS } from "../../../src/dialect/diagnostics.ts";
import { DEFAULT_LIMITS, limitsWith } from "../../../src/dialect/limits.ts";
import { print } from "../../../src/dialect/print.ts";
import { read } from "../../../src/dialect/reader/read.ts";
import { MAX_DIAGNOSTICS } from "../../../src/dialect/reader/reports.ts";
import { listItems, Pair } from "../../../src/dialect/values.ts";
import { casesOf, limitsOf } from "../../support/cases.ts";
import { RUNS } from "../../support/property.ts";
import { anyText } from "../../support/text-arbitrary.ts";

/** The forms of a text, printed, or the code of its first error. */
function outcome(source: string, limits = DEFAULT_LIMITS): string {
  const { diagnostics, forms } = read(source, limits);
  const error = diagnostics.find(({ kind }) => kind !== "warning");
  return error === undefined ? (listItems(forms) ?? []).map((form) => print(form)).join(" ") : error.code;
}

describe("read", () => {
  // The kind of a text error; cases that fail later, or not at all, have no text error.
  const cases = casesOf(
    "reader",
    "print",
    "budget/input",
    "budget/nodes",
    "budget/depth",
    "budget/number",
    "conv/backquote",
  );

  it.each(cases.map((one) => [one.id, one.script.slice(0, 60), one] as const))(
    "finds no error in %s that Emacs does not: %j",
    (_id, _script, { script, expected, ...rest }) => {
      const { diagnostics } = read(script, limitsOf({ script, expected, ...rest }));
      const kinds = diagnostics.map(({ kind }) => kind).filter((kind) => kind !== "warning");
      expect(kinds.slice(0, 1)).toEqual(kinds.length === 0 ? [] : [expected.kind]);
    },
  );

  it.each([
    ["'a", "'a"],
    ["(a . (b c))", "(a b c)"],
    ["(a . (b . (c)))", "(a b c)"],
    ["(a . nil)", "(a)"],
    ["(a . 'b)", "(a quote b)"],
    ["(a .b)", "(a \\.b)"],
    ["(a .)", "(a \\.)"],
    ["(#1=(a) #1# #2=x #2#)", "((a) (a) x x)"],
    ["#'f", "'f"],
    ["#x-1F #o17 #b101 #24r1k #X10 #x00ff", "-31 15 5 44 16 255"],
    ["#xffffffffffffffffffffffff", "79228162514264337593543950335"],
    ["## #_foo #_123 #_ x", "## foo \\123 ## x"],
    ["#!/usr/bin/toolcall\n1", "1"],
    ["'\\123 \\a\\ b \\nil", "'\\123 a\\ b nil"],
    [
      "?a ?\\C-a ?\\C-% ?\\M-a ?\\^? ?\\S-a ?\\H-a ?\\A-a ?\\s-a",
      "97 1 67108901 134217825 127 33554529 16777313 4194401 8388705",
    ],
    ["?\\M-\\C-a ?\\C-\\M-a ?\\^A ?\\C-\\C-a ?\\C-\\s", "134217729 134217729 1 67108865 67108896"],
    ["?\\s ?  ?\t ?\\d ?\\e ?\\a ?\\0 ?\\101 ?\\x41 ?\\xe9 ?\\u00e9", "32 32 9 127 27 7 0 65 65 233 233"],
    ["?\\N{LATIN SMALL LETTER E WITH ACUTE} ?\\N{U+1F600} ?é ?😀", "233 128512 233 128512"],
    ["(?a?b) (?a.5) ?\\(", "(97 98) (97 0.5) 40"],
    ['"\\x41\\ z" "a\\\nb" "\\q\\z" "\\s|" "\\t"', '"Az" "ab" "qz" " |" "\t"'],
    [
      '"\\200\\xe9" "\\400" "\\u00e9" "\\x00e9" "\\M-a" "\\C-a" "\\C-\\ "',
      '"\\200\\351" "Ā" "é" "é" "\\341" "\u0001" "\0"',
    ],
    ['"\\S-a\\S-A" "\\^?" "\\N{EM  DASH}" "\\N{GREEK SMALL LETTER LAMDA}"', '"AA" "\u007f" "—" "λ"'],
    ["{ } | a|b @x", "{ } | a|b @x"],
    ["a\u00a0b\fc\0d", "a b c d"],
    ["[] () [()]", "[] nil [nil]"],
    ["-1. .5 +.5 1.5.2 1_000", "-1 0.5 0.5 1.5.2 1_000"],
    ["nil t :k :", "nil t :k :"],
    ["“a”b", "E100"],
    ["\\“a”", "\\“a”"],
    ["a”", "a”"],
  ])("reads %j as %s", (source, printed) => {
    expect(outcome(source)).toBe(printed);
  });

  it.each([
    ["LATIN CAPITAL LETTER A", "A"],
    ["LATIN CAPITAL LETTER A WITH CIRCUMFLEX AND ACUTE", "Ấ"],
    ["LATIN SMALL LETTER A WITH CIRCUMFLEX AND DOT BELOW", "ậ"],
    ["LATIN SMALL LETTER O WITH STROKE", "ø"],
    ["LATIN SMALL LETTER SHARP S", "ß"],
    ["GREEK CAPITAL LETTER OMEGA", "Ω"],
    ["GREEK SMALL LETTER FINAL SIGMA", "ς"],
    ["GREEK SMALL LETTER ALPHA WITH TONOS", "ά"],
    ["CYRILLIC SMALL LETTER SHORT I", "й"],
    ["CYRILLIC CAPITAL LETTER YA", "Я"],
    ["NO-BREAK SPACE", "\u00a0"],
    ["RIGHTWARDS ARROW", "→"],
    ["U+e9", "é"],
  ])("knows the character named %s", (name, character) => {
    expect(outcome(`"\\N{${name}}"`)).toBe(`"${character}"`);
  });

  it.each(["", "NO SUCH NAME", "LATIN SMALL LETTER Q WITH NOTHING", "U+D800", "U+110000", "latin small letter a"])(
    "knows no character named %j",
    (name) => {
      expect(outcome(`"\\N{${name}}"`)).toBe("E150");
    },
  );

  it("keeps symbols in a table of the script, nil and t in their own", () => {
    const first = read("(foo foo nil t)");
    const [a, b, none, truth] = listItems((first.forms as Pair).car) ?? [];
    expect(a).toBe(b);
    expect(a).toBe(first.symbols.intern("foo"));
    expect(a).not.toBe(read("foo").symbols.intern("foo"));
    expect([none, truth]).toEqual([first.symbols.intern("nil"), first.symbols.intern("t")]);
  });

  it("gives every cell the place of its element", () => {
    const source = "(a 'b\n [c])  d";
    const { forms, places } = read(source);
    const found = [...places].map(([cell, offset]) => `${print(cell.car)}@${offset}`).sort();
    expect(found).toEqual(["'b@3", "(a 'b [c])@0", "[c]@7", "a@1", "b@4", "d@13", "quote@3"]);
    expect(places.get(forms as Pair)).toBe(0);
    expect(places.size).toBe(7);
  });

  it("gives a shared part the place of each mention", () => {
    const source = "(#1=(a) #1#)";
    const { forms, places } = read(source);
    const cell = (forms as Pair).car as Pair;
    expect([places.get(cell), places.get(cell.cdr as Pair)]).toEqual([1, 8]);
    expect(cell.car).toBe((cell.cdr as Pair).car);
  });

  it("counts nodes as value nodes of one progn: 11 for (list 1 2)", () => {
    expect(outcome("(list 1 2)", limitsWith({ "max-nodes": 11 }))).toBe("(list 1 2)");
    expect(outcome("(list 1 2)", limitsWith({ "max-nodes": 10 }))).toBe("E401");
    // Comments are no nodes.
    expect(outcome("; c\n".repeat(50) + "1", limitsWith({ "max-nodes": 5 }))).toBe("1");
  });

  it("counts labelled parts every time they are mentioned, in constant time", () => {
    const doubled = Array.from({ length: 60 }, (_, i) => `#${i + 1}=(#${i}# #${i}#)`).join(" ");
    expect(outcome(`'(#0=a ${doubled})`)).toBe("E401");
  });

  it.each([
    ["lists", "(", ")"],
    ["vectors", "[", "]"],
    ["quotes", "'", ""],
    ["elements of rests, which count once", "(x . (", "))"],
  ])("allows as many levels as the budget says, the progn among them: %s", (_what, open, close) => {
    const nested = (depth: number): string => open.repeat(depth) + "x" + close.repeat(depth);
    const limits = limitsWith({ "max-depth": 10 });
    expect(outcome(nested(9), limits)).not.toBe("E402");
    expect(outcome(nested(10), limits)).toBe("E402");
  });

  it("follows labels when it counts levels", () => {
    const limits = limitsWith({ "max-depth": 5 });
    expect(outcome("(#1=((a)) (#1#))", limits)).toBe("(((a)) (((a))))");
    expect(outcome("(#1=((a)) ((#1#)))", limits)).toBe("E402");
  });

  it.each([
    ["255", 8, "255"],
    ["-255", 8, "-255"],
    ["256", 8, "E432"],
    ["#x100", 8, "E432"],
    ["(quote [256])", 8, "E432"],
    ["?a", 6, "E432"],
    ["0", 0, "0"],
    ["00000000000000000000000000001", 8, "1"],
    ["256.0", 8, "256.0"],
    ["18446744073709551616", 64, "E432"],
    ["18446744073709551615", 64, "18446744073709551615"],
  ])("checks that %s has no more than %i bits", (source, bits, result) => {
    expect(outcome(source, limitsWith({ "max-number-bits": bits }))).toBe(result);
  });

  it.each([
    ["bytes before anything else", "(((", { "max-input-bytes": 2 }, "E400"],
    ["bytes, not characters", "(é)", { "max-input-bytes": 3 }, "E400"],
    ["text errors before emptiness", ")", {}, "E102"],
    ["emptiness before nodes", "; x", { "max-nodes": 1 }, "E104"],
    ["text errors before nodes", "(1 2 3 4", { "max-nodes": 3 }, "E101"],
    ["nodes before depth", "((((1))))", { "max-nodes": 3, "max-depth": 1 }, "E401"],
    ["depth before dotted pairs", "((((1 . 2))))", { "max-depth": 2 }, "E402"],
    ["dotted pairs and widths in order", "'(256 (1 . 2))", { "max-number-bits": 8 }, "E432"],
  ])("looks for %s", (_what, source, limits, code) => {
    expect(outcome(source, limitsWith(limits))).toBe(code);
  });

  it("answers a program for any text, with diagnostics that point into it", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const { diagnostics, source: kept } = read(source);
        expect(kept).toBe(source);
        expect(diagnostics.length).toBeLessThanOrEqual(MAX_DIAGNOSTICS);
        for (const { code, kind, span, fix } of diagnostics) {
          expect(kind === "warning").toBe(DIAGNOSTICS[code].severity === "warning");
          for (const one of [span, ...(fix?.edits.map((edit) => edit.span) ?? [])]) {
            if (one === undefined) continue;
            expect(one.start).toBeGreaterThanOrEqual(0);
            expect(one.end).toBeGreaterThanOrEqual(one.start);
            expect(one.end).toBeLessThanOrEqual(source.length);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
