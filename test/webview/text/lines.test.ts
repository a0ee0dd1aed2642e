import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundLines, LINE_CHARS } from "../../../webview/text/bounded-lines.ts";
import { diffLines } from "../../../webview/text/diff.ts";
import { numberedText } from "../../../webview/text/numbered.ts";
import { RUNS } from "../../support/property.ts";
import { DIFF } from "../sample-session.ts";

const texts = (text: string, most: number, columns?: number) => {
  const { lines, total } = boundLines(text, { most, ...(columns !== undefined && { columns }) });
  return [lines.map((line) => line.text), total] as const;
};

describe("the lines of a body", () => {
  it.each<readonly [string, number, number | undefined, readonly [readonly string[], number]]>([
    ["", 3, undefined, [[], 0]],
    ["a", 3, undefined, [["a"], 1]],
    ["a\n", 3, undefined, [["a"], 1]],
    ["a\r\nb", 3, undefined, [["a", "b"], 2]],
    ["a\n\n", 3, undefined, [["a", ""], 2]],
    ["a\nb\nc\nd\n", 2, undefined, [["a", "b"], 4]],
    // A line of 25 characters is seen as three of ten.
    [`${"x".repeat(25)}\nb\nc`, 4, 10, [["x".repeat(25), "b"], 3]],
    ["x".repeat(100), 4, 10, [["x".repeat(40)], 1]],
  ])("%j within %d, broken at %s", (text, most, columns, expected) => {
    expect(texts(text, most, columns)).toEqual(expected);
  });

  it("are cut, and tell how much is missing, without half a character", () => {
    const { lines } = boundLines(`${"x".repeat(LINE_CHARS - 1)}😀tail`, { most: 1 });
    expect(lines[0]).toEqual({ text: "x".repeat(LINE_CHARS - 1), missing: 6 });
  });

  it("never take more room than there is, and are the head of the text", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 2, max: 20 }),
        (text, most, columns) => {
          const { lines, total } = boundLines(text, { most, columns });
          const seen = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.text.length / columns)), 0);
          expect(seen).toBeLessThanOrEqual(most);
          expect(lines.length).toBeLessThanOrEqual(total);
          const source = text.split("\n").map((line) => line.replace(/\r$/, ""));
          for (const [at, line] of lines.entries()) {
            expect(source[at]!.startsWith(line.text)).toBe(true);
            expect(line.text.length + line.missing).toBe(source[at]!.length);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe("a text with line numbers", () => {
  it("is taken apart into numbers, text and what follows", () => {
    expect(numberedText("     9\tconst a = 1;\n    10\t\n\n... more")).toEqual({
      numbers: [9, 10],
      text: "const a = 1;\n",
      rest: "... more",
    });
  });

  it("is one only when its first line has a number", () => {
    expect(numberedText("const a = 1;\n     2\tb")).toBeUndefined();
  });
});

describe("a diff", () => {
  it("has a heading for each file, signs, and the numbers that it says", () => {
    expect(diffLines(DIFF)).toEqual([
      { kind: "file", text: "src/pipeline/run.ts", path: "src/pipeline/run.ts" },
      { kind: "hunk", text: 'import { receive } from "./receive.ts";' },
      { kind: "same", text: "/** The order of the stages. */", before: 12, after: 12 },
      { kind: "removed", text: "export function runCall(call: Received) {", before: 13 },
      { kind: "added", text: "export function settleCall(call: Received) {", after: 13 },
      { kind: "same", text: "  return stages(call);", before: 14, after: 14 },
      { kind: "same", text: "}", before: 15, after: 15 },
    ]);
  });

  it.each([
    ["--- /dev/null\n+++ a.ts\n", { kind: "file", text: "a.ts · new", path: "a.ts" }],
    ["--- a.ts\n+++ /dev/null\n", { kind: "file", text: "a.ts · removed" }],
    ["--- a.ts\n+++ b.ts\n", { kind: "file", text: "a.ts → b.ts", path: "b.ts" }],
    ["(binary)\n", { kind: "note", text: "(binary)" }],
  ])("%j begins with %o", (text, expected) => {
    expect(diffLines(text)[0]).toEqual(expected);
  });

  it("takes lines of a hunk that look like headings for what they are", () => {
    const lines = diffLines("--- a\n+++ a\n@@ -1,2 +1,2 @@\n--- x\n+++ y\n same\n--- b\n+++ b\n");
    expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
      ["file", "a"],
      ["hunk", ""],
      ["removed", "-- x"],
      ["added", "++ y"],
      ["same", "same"],
      ["file", "b"],
    ]);
  });

  it("shows every line of anything, so that nothing is hidden by looking like a diff", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("+a", "-b", " c", "@@ -1 +1,3 @@", "\\ No newline", "x", "")), (lines) => {
        const text = lines.join("\n");
        expect(diffLines(text)).toHaveLength(text.replace(/\n$/, "").split("\n").length);
      }),
      { numRuns: RUNS },
    );
  });
});
