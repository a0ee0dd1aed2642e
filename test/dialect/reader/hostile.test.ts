import { describe, expect, it } from "vitest";
import { limitsWith } from "../../../src/dialect/limits.ts";
import { parse } from "../../../src/dialect/reader/parse.ts";
import { read } from "../../../src/dialect/reader/read.ts";
import { MAX_DIAGNOSTICS } from "../../../src/dialect/reader/reports.ts";

const MILLION = 1_000_000;
const OPEN = limitsWith({ "max-input-bytes": 10_000_000, "max-nodes": 5_000_000, "max-depth": 1_000 });

/** Texts that would take forever, or the stack, if anything about reading were not linear and flat. */
const TEXTS: readonly (readonly [string, string, string])[] = [
  ["a million openers", "(".repeat(MILLION), "E101"],
  ["a million quotes", "'".repeat(MILLION), "E100"],
  ["a million nested templates", "`,".repeat(MILLION / 2) + "a", "E402"],
  ["a million closers", ")".repeat(MILLION), "E102"],
  ["deep lists and vectors closed crosswise", "[(".repeat(MILLION / 4) + "])".repeat(MILLION / 4), "E103"],
  ["a million wrong closers", "(]".repeat(MILLION / 2), "E103"],
  ["openers at the beginning of every line", "(\n".repeat(MILLION / 2), "E101"],
  ["labels of labels", "#1=".repeat(MILLION / 4), "E100"],
  ["nothing but refused syntax", "#z".repeat(MILLION / 2), "E106"],
  ["nothing but typographic quotation marks", "“ ".repeat(MILLION / 4), "E100"],
  ["lone surrogates", "\ud800 ".repeat(MILLION / 4), "E150"],
  ["strings with an escape each", '"\\q"'.repeat(MILLION / 8), ""],
  ["strings without end", '"'.repeat(MILLION + 1), "E101"],
  ["characters without end", "?\\".repeat(MILLION / 2), "E100"],
  ["a number of a million digits", "1".repeat(MILLION), "E432"],
  ["a number of a million digits in base 16", `#x${"f".repeat(MILLION)}`, "E432"],
  ["a symbol of a million backslashes", "\\".repeat(MILLION), ""],
  ["a line of ten million characters", "x".repeat(10 * MILLION), ""],
  ["ten million NUL bytes", "\0".repeat(10 * MILLION), "E104"],
  ["five million comments", ";\n".repeat(5 * MILLION), "E104"],
  ["ten million openers", "(".repeat(10 * MILLION), "E401"],
];

describe("reading hostile texts", () => {
  it.each(TEXTS)("ends with a program and few diagnostics: %s", (_what, source, code) => {
    const { diagnostics } = read(source, OPEN);
    expect(diagnostics[0]?.code ?? "").toBe(code);
    expect(diagnostics.length).toBeLessThanOrEqual(MAX_DIAGNOSTICS);
  });

  it.each(TEXTS)("makes a tree that ends where the text does: %s", (_what, source) => {
    const { nodes, diagnostics } = parse(source);
    expect(nodes.at(-1)?.end ?? source.length).toBeLessThanOrEqual(source.length);
    expect(diagnostics.length).toBeLessThanOrEqual(MAX_DIAGNOSTICS);
  });

  it("looks no further than the byte count when a text is too long", () => {
    const { diagnostics, forms, places } = read("(".repeat(10 * MILLION));
    expect(diagnostics).toMatchObject([{ code: "E400", kind: "input", args: { amount: 10 * MILLION } }]);
    expect([places.size, forms]).toEqual([0, read("").forms]);
  });

  it("makes symbols of names that host objects have", () => {
    const { forms, symbols, diagnostics } = read("(__proto__ constructor toString hasOwnProperty)");
    expect(diagnostics).toEqual([]);
    expect(symbols.intern("__proto__").name).toBe("__proto__");
    expect(forms).not.toBe(symbols.intern("nil"));
  });
});
