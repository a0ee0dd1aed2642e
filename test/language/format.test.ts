import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { print } from "../../src/dialect/print.ts";
import { parse } from "../../src/dialect/reader/parse.ts";
import { read } from "../../src/dialect/reader/read.ts";
import type { SyntaxNode } from "../../src/dialect/reader/syntax.ts";
import { limitsWith } from "../../src/dialect/limits.ts";
import { format } from "../../src/language/format.ts";
import { programArbitrary } from "../support/program-arbitrary.ts";
import { RUNS } from "../support/property.ts";
import { sourceArbitrary } from "../support/source-arbitrary.ts";
import { LAYOUTS } from "./layouts.ts";

const LIMITS = limitsWith({ "max-input-bytes": 1_000_000, "max-nodes": 1_000_000, "max-depth": 1_000 });

function formatted(source: string, width = 100): string {
  const result = format(source, { width });
  if (!result.ok) throw new Error(`not formatted: ${JSON.stringify(result.diagnostics)}`);
  return result.text;
}

/** The forms as data, printed. */
function formsOf(source: string): string {
  return print(read(source, LIMITS).forms);
}

/** Every leaf and comment in order, white space left out. */
function tokensOf(source: string): string[] {
  const tokens: string[] = [];
  const pending: SyntaxNode[] = [...parse(source).nodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === "prefixed") tokens.push(node.prefix ?? "");
    else if (node.children.length > 0) tokens.push(node.kind);
    else tokens.push(source.slice(node.start, node.end).trimEnd());
    pending.push(...[...node.children].reverse());
  }
  return tokens;
}

function expectFaithful(source: string, width: number): void {
  const text = formatted(source, width);
  expect(formatted(text, width)).toBe(text);
  expect(formsOf(text)).toBe(formsOf(source));
  // An empty list with white space in it is the one token that is written differently.
  const normal = (tokens: readonly string[]) => tokens.map((token) => token.replace(/^([([])\s+([)\]])$/u, "$1$2"));
  expect(normal(tokensOf(text))).toEqual(normal(tokensOf(source)));
}

describe("format lays out", () => {
  test.each(LAYOUTS)("$rule", ({ before, after }) => {
    expect(formatted(before)).toBe(after);
    expect(formatted(after)).toBe(after);
  });
});

describe("format leaves a text that cannot be read as it is and says why", () => {
  test.each([
    ["an open list", "(let ((a 1)) a", "E101"],
    ["a stray closer", "(a))", "E102"],
    ["a bracket for a parenthesis", "(a]", "E103"],
    ["a string without an end", '(concat "a', "E101"],
    ["read syntax of another Lisp", "#s(a)", "E106"],
    ["a byte order mark", "\uFEFF(list 1)", "E100"],
  ])("%s", (_what, source, code) => {
    const result = format(source);
    expect(result.ok).toBe(false);
    expect(result.ok ? [] : result.diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  });

  test("lists nested deeper than any limit allows", () => {
    const result = format("(".repeat(1_001) + ")".repeat(1_001));
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: "E402", kind: "input" }] });
  });

  test("prefixes nested deeper than any limit allows", () => {
    expect(format(`${"'".repeat(5_000)}a`)).toMatchObject({ ok: false, diagnostics: [{ code: "E402" }] });
  });
});

describe("format takes", () => {
  test("lists nested a thousand deep", () => {
    expectFaithful(`${"(a ".repeat(999)}1${")".repeat(999)}`, 100);
  });

  test("nesting without indenting further than leaves room for text", () => {
    const deep = `${"(progn\n".repeat(900)}1${")".repeat(900)}`;
    const lines = formatted(deep).split("\n");
    expect(Math.max(...lines.slice(0, -2).map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test("a hundred thousand elements in one list", () => {
    expectFaithful(`'(${"12345 ".repeat(100_000)})`, 100);
  });

  test("an empty text, which stays empty", () => {
    expect(formatted("")).toBe("");
    expect(formatted("  \n\n ")).toBe("");
  });
});

describe("for any text that reads, format", () => {
  test("is idempotent, keeps the forms and every token and comment in order", () => {
    let readable = 0;
    fc.assert(
      fc.property(sourceArbitrary, fc.constantFrom(100, 60, 30, 8), (source, width) => {
        if (!format(source).ok) return;
        readable++;
        expectFaithful(source, width);
      }),
      { numRuns: RUNS },
    );
    expect(readable).toBeGreaterThan(RUNS * 0.9);
  });

  test("does the same to whole programs, at any width", () => {
    fc.assert(fc.property(programArbitrary, fc.integer({ min: 20, max: 120 }), expectFaithful), { numRuns: RUNS });
  });

  test("puts every line within the width, save where one word, a string or closing brackets do not fit", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(99_999), { maxLength: 200 }), fc.integer({ min: 20, max: 100 }), (numbers, width) => {
        const lines = formatted(
          `(list '(${numbers.join(" ")}) [${numbers.join(" ")}] ${numbers.join(" ")})`,
          width,
        ).split("\n");
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
      }),
      { numRuns: RUNS },
    );
  });
});

function scriptsOfCases(): string[] {
  const text = readFileSync(new URL("../fixtures/conformance.jsonl", import.meta.url), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { script: string }).script);
}

test.each([100, 40, 10])("format is faithful to the scripts of the conformance cases at width %i", (width) => {
  const scripts = scriptsOfCases().filter((script) => format(script).ok);
  expect(scripts.length).toBeGreaterThan(1_000);
  for (const script of scripts) expectFaithful(script, width);
});

test("format changes nothing in the programs of the benchmark", () => {
  const folder = join(import.meta.dirname, "..", "bench", "programs");
  const files = readdirSync(folder).filter((name) => name.endsWith(".tcl"));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const source = readFileSync(join(folder, file), "utf8");
    expect(formatted(source)).toBe(source);
    for (const width of [60, 20]) expectFaithful(source, width);
  }
});
