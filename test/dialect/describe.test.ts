import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describe as text,
  expectedOf,
  fillTemplate,
  messageOf,
  positionOf,
  remedyOf,
} from "../../src/dialect/describe.ts";
import type { Diagnostic } from "../../src/dialect/diagnostics.ts";
import { lineTable, positionIn } from "../../src/dialect/line-table.ts";
import { read } from "../../src/dialect/reader/read.ts";
import { RUNS } from "../support/property.ts";
import { anyText } from "../support/text-arbitrary.ts";

function lines(source: string): readonly string[] {
  return text(read(source).diagnostics[0] as Diagnostic, source).split("\n");
}

function illegalAt(start: number, end: number): Diagnostic {
  return { code: "E100", kind: "script", span: { start, end }, args: { what: "wrong" } };
}

describe("describe", () => {
  it("writes code, place and message, the line with a caret line, the expected form, notes and what to do", () => {
    const source = '(list 1)\n{"a": 1}';
    const diagnostic: Diagnostic = {
      code: "E107",
      kind: "script",
      span: { start: 9, end: 10 },
      args: {},
      notes: ["A note."],
    };
    expect(text(diagnostic, source, { name: "a.tcl" })).toBe(
      [
        "E107 a.tcl:2:1 this is JSON, not a script",
        '  2 | {"a": 1}',
        "    | ^",
        "  expected: (TOOL :key value ...)",
        "  note: A note.",
        "  try: Write a call as a list and an object as a keyword plist: no braces, colons before the keys, no commas.",
      ].join("\n"),
    );
  });

  it("has no place and no source line without a span", () => {
    const diagnostic: Diagnostic = {
      code: "E400",
      kind: "input",
      span: undefined,
      args: { limit: "max-input-bytes", allowed: 1, amount: 2 },
    };
    expect(text(diagnostic, "ab")).toBe(
      "E400 script max-input-bytes: the script has 2 bytes, 1 are allowed\n  try: Shorten the script; put bulk data into a file and read it.",
    );
  });

  it.each([
    ["(a ?bc d)", "  1 | (a ?bc d)", "    |    ^~~"],
    ["(日本 ?bc)", "  1 | (日本 ?bc)", "    |       ^~~"],
    ["(e\u0301 ?bc)", "  1 | (e\u0301 ?bc)", "    |    ^~~"],
    ["\t?bc", "  1 |     ?bc", "    |     ^~~"],
    ["(a\u0001b ?bc)", "  1 | (a·b ?bc)", "    |      ^~~"],
    ["?bc\r\n", "  1 | ?bc", "    | ^~~"],
    ["'(a\n. \nb c)", "  2 | .", "    | ^"],
  ])("aligns the caret by columns: %j", (source, line, carets) => {
    expect(lines(source).slice(1, 3)).toEqual([line, carets]);
  });

  it("marks only the first line of a span of several", () => {
    expect(text(illegalAt(1, 8), "a bcd\nefg").split("\n").slice(1, 3)).toEqual(["  1 | a bcd", "    |  ^~~~"]);
  });

  it("cuts long lines around the caret", () => {
    const source = `${"a".repeat(500)} ?bc ${"d".repeat(500)}`;
    const [head, line = "", carets = ""] = lines(source);
    expect(head).toContain("script:1:502 ");
    expect(line.length).toBeLessThan(120);
    expect(line).toMatch(/\| …a+ \?bc d+…$/u);
    expect(line.slice(carets.indexOf("^"), carets.length)).toBe("?bc");
  });

  it("puts a caret behind the last character for what is missing at the end", () => {
    expect(text(illegalAt(3, 3), "abc").split("\n").slice(1, 3)).toEqual(["  1 | abc", "    |    ^"]);
    expect(text(illegalAt(9, 12), "abc")).toContain("script:1:4 wrong");
  });

  it("answers a bounded text for every diagnostic of every text, with a caret under what is marked", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        for (const diagnostic of read(source).diagnostics) {
          const [head = "", ...rest] = text(diagnostic, source).split("\n");
          expect(head.startsWith(`${diagnostic.code} script`)).toBe(true);
          expect(head).not.toMatch(/\{\w+\}/u);
          if (diagnostic.span === undefined) continue;
          const { line, column } = positionOf(source, diagnostic.span.start);
          expect(head.startsWith(`${diagnostic.code} script:${line}:${column} `)).toBe(true);
          expect(rest[1]).toMatch(/^ +\| *\^~*$/u);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("messages", () => {
  it("fill in arguments once and leave unknown names alone", () => {
    expect(fillTemplate("{a} {b} {toString}", { a: "{b}", b: 2 })).toBe("{b} 2 {toString}");
  });

  it("stay on one line and carry nothing that a terminal would act on", () => {
    expect(fillTemplate("{what}", { what: "a\nb\u001b[31m\r\u009bc" })).toBe("a\\nb·[31m··c");
  });

  it("take expected form and remedy from the catalogue", () => {
    const diagnostic: Diagnostic = {
      code: "E312",
      kind: "script",
      span: undefined,
      args: { name: "car", predicate: "listp", value: "1" },
    };
    expect(messageOf(diagnostic)).toBe("car: Wrong type argument: listp, 1");
    expect(expectedOf(diagnostic)).toBeUndefined();
    expect(remedyOf(diagnostic)).toBe("Give car a value for which listp is true.");
  });
});

describe("positionOf", () => {
  it.each([
    ["abc", 0, 1, 1],
    ["abc", 3, 1, 4],
    ["a\nb", 1, 1, 2],
    ["a\nb", 2, 2, 1],
    ["a\r\nb", 3, 2, 1],
    ["😀é\n😀x", 2, 1, 2],
    ["😀é\n😀x", 6, 2, 2],
    ["a", 99, 1, 2],
    ["", 0, 1, 1],
  ])("of offset in %j at %i is line %i, column %i", (source, offset, line, column) => {
    expect(positionOf(source, offset)).toEqual({ line, column });
  });

  it("agrees with counting line ends and characters", () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), (source, offset) => {
        const before = source.slice(0, offset).split("\n");
        expect(positionIn(lineTable(source), offset).line).toBe(before.length);
        expect(positionOf(source, offset).column).toBe(Array.from(before.at(-1) ?? "").length + 1);
      }),
      { numRuns: RUNS },
    );
  });
});
