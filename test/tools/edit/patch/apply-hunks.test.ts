import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines } from "../../../../src/tools/edit/lines.ts";
import { applyHunks } from "../../../../src/tools/edit/patch/apply-hunks.ts";
import { parsePatch } from "../../../../src/tools/edit/patch/parse-patch.ts";
import { isRefusal } from "../../../../src/tools/edit/refusal.ts";
import { RUNS } from "../../../support/property.ts";

/** Applies the hunks of an update to a text; a refusal is answered as its message. */
function apply(text: string, hunks: string): { text: string; notes: readonly string[] } | string {
  const sections = parsePatch(`*** Begin Patch\n*** Update File: a\n${hunks}\n*** End Patch`);
  if (isRefusal(sections)) return sections.refused;
  const [section] = sections;
  if (section?.kind !== "update") return "no update";
  const patched = applyHunks(text, section.hunks);
  return isRefusal(patched) ? patched.refused : patched;
}

/** A text, hunks, and the text after them. */
const APPLIED = [
  { name: "one line changed", text: "a\nb\nc\n", hunks: "@@\n a\n-b\n+B\n c", after: "a\nB\nc\n" },
  { name: "a line added after context", text: "a\nb\n", hunks: "@@\n a\n+x", after: "a\nx\nb\n" },
  { name: "a line added before context", text: "a\nb\n", hunks: "@@\n+x\n a", after: "x\na\nb\n" },
  { name: "lines removed", text: "a\nb\nc\n", hunks: "@@\n-b\n-c", after: "a\n" },
  { name: "everything removed", text: "a\nb\n", hunks: "@@\n-a\n-b", after: "" },
  { name: "two hunks", text: "a\nb\nc\nd\ne\n", hunks: "@@\n-a\n+A\n@@\n-e\n+E", after: "A\nb\nc\nd\nE\n" },
  { name: "two hunks that touch", text: "a\nb\n", hunks: "@@\n-a\n+A\n@@\n-b\n+B", after: "A\nB\n" },
  {
    name: "an anchor chooses the place below it",
    text: "f:\n x\ng:\n x\n",
    hunks: "@@ g:\n- x\n+ y",
    after: "f:\n x\ng:\n y\n",
  },
  {
    name: "an anchor may be the beginning of a line",
    text: "class A(B):\n x\nclass C(D):\n x\n",
    hunks: "@@ class C\n- x\n+ y",
    after: "class A(B):\n x\nclass C(D):\n y\n",
  },
  {
    name: "anchors below each other",
    text: "A\n f\n  x\nB\n f\n  x\n",
    hunks: "@@ B\n@@ f\n-  x\n+  y",
    after: "A\n f\n  x\nB\n f\n  y\n",
  },
  {
    name: "an anchor may be repeated as context",
    text: "f\nx\ng\nx\n",
    hunks: "@@ g\n g\n-x\n+y",
    after: "f\nx\ng\ny\n",
  },
  {
    name: "an anchor that is there twice, with one fitting place",
    text: "f\n a\nf\n b\n",
    hunks: "@@ f\n- b\n+ c",
    after: "f\n a\nf\n c\n",
  },
  { name: "lines added below an anchor", text: "f\nx\n", hunks: "@@ f\n+y", after: "f\ny\nx\n" },
  { name: "lines added at the end", text: "a\n", hunks: "@@\n+b\n*** End of File", after: "a\nb\n" },
  { name: "the last of equal places", text: "x\ny\nx\n", hunks: "@@\n-x\n+z\n*** End of File", after: "x\ny\nz\n" },
  { name: "an empty file", text: "", hunks: "@@\n+a", after: "a\n" },
  {
    name: "a line number decides between equal places",
    text: "x\nx\nx\n",
    hunks: "@@ -2,1 +2,1 @@\n-x\n+y",
    after: "x\ny\nx\n",
  },
  {
    name: "a wrong line number does no harm where one place fits",
    text: "a\nb\n",
    hunks: "@@ -40,1 +40,1 @@\n-b\n+c",
    after: "a\nc\n",
  },
  { name: "a blank line of the layout at the end", text: "a\nb\n", hunks: "@@\n-a\n+A\n", after: "A\nb\n" },
  { name: "an empty line that stays", text: "a\n\nb\n", hunks: "@@\n a\n\n-b\n+c", after: "a\n\nc\n" },
  { name: "CRLF", text: "a\r\nb\r\nc\r\n", hunks: "@@\n a\n-b\n+B\n+new\n c", after: "a\r\nB\r\nnew\r\nc\r\n" },
  { name: "mixed ends", text: "a\r\nb\nc\r\nd\n", hunks: "@@\n a\n-b\n+B\n c\n+new", after: "a\r\nB\nc\r\nnew\r\nd\n" },
  { name: "no final end, last line changed", text: "a\nb", hunks: "@@\n-b\n+B", after: "a\nB" },
  { name: "no final end, line added after it", text: "a\r\nb", hunks: "@@\n b\n+c", after: "a\r\nb\r\nc" },
  { name: "no final end, line added at the end", text: "a\nb", hunks: "@@\n+c\n*** End of File", after: "a\nb\nc" },
  { name: "no final end, last line removed", text: "a\nb", hunks: "@@\n a\n-b", after: "a\n" },
  { name: "no final end, first line changed", text: "a\nb", hunks: "@@\n-a\n+A", after: "A\nb" },
  {
    name: "no final end, hunk below a hunk that ends with the last line",
    text: "a\nb",
    hunks: "@@\n-b\n+B\n@@\n+c\n*** End of File",
    after: "a\nB\nc",
  },
];

/** Hunks placed without regard to white space, and how they are told. */
const TOLERANT = [
  {
    name: "white space at line ends",
    text: "a  \nb\n",
    hunks: "@@\n a\n-b\n+B",
    after: "a  \nB\n",
    note: "white space at line ends",
  },
  {
    name: "tabs for blanks",
    text: "if x:\n\ta()\n\tb()\n",
    hunks: "@@\n if x:\n-    a()\n+    c()\n     b()",
    after: "if x:\n\tc()\n\tb()\n",
    note: "white space",
  },
  {
    name: "less indentation, added deeper",
    text: "  f {\n    x\n  }\n",
    hunks: "@@\n f {\n-  x\n+  if {\n+    x\n+  }\n }",
    after: "  f {\n    if {\n      x\n    }\n  }\n",
    note: "white space",
  },
  {
    name: "typographic quotes and dashes",
    text: "say “a – b”\nx\n",
    hunks: '@@\n say "a - b"\n-x\n+y',
    after: "say “a – b”\ny\n",
    note: "white space and punctuation",
  },
];

/** Hunks that are refused, and words of the reason. */
const REFUSED = [
  {
    name: "two places",
    text: "x\na\nx\n",
    hunks: "@@\n-x\n+y",
    words: ["Hunk 1 of 1 (line 3 of the patch)", "it fits 2 places", "- line 1", "- line 3", "context"],
  },
  { name: "two places, white space set aside", text: " x\na\n  x\n", hunks: "@@\n-x\n+y", words: ["it fits 2 places"] },
  {
    name: "two places below an anchor that is there twice",
    text: "f\nx\nf\nx\n",
    hunks: "@@ f\n-x\n+y",
    words: ["it fits 2 places"],
  },
  {
    name: "an anchor that is there twice, nothing but additions",
    text: "f\nf\n",
    hunks: "@@ f\n+y",
    words: ["its anchor fits 2 places"],
  },
  { name: "no anchor", text: "f\n", hunks: "@@ g\n-x\n+y", words: ['anchor "@@ g"'] },
  {
    name: "no place",
    text: "a\nb\n",
    hunks: "@@\n a\n-c\n+d",
    words: ["the text it expects was not found", "line 2 differs", "expected: c", "the file: b"],
  },
  { name: "no place at all", text: "a\n", hunks: "@@\n-z\n+y", words: ["was not found"] },
  {
    name: "wrong order",
    text: "a\nb\n",
    hunks: "@@\n-b\n+B\n@@\n-a\n+A",
    words: ["Hunk 2 of 2", "line 1, before the end of the hunk above it"],
  },
  { name: "overlap", text: "a\nb\nc\n", hunks: "@@\n a\n-b\n+B\n@@\n-b\n+x", words: ["hunks go from top to bottom"] },
  {
    name: "not at the end",
    text: "a\nb\n",
    hunks: "@@\n-a\n+A\n*** End of File",
    words: ["not the last ones of the file"],
  },
  { name: "additions without a place", text: "a\n", hunks: "@@\n+b", words: ["does not say where"] },
  {
    name: "indentation that cannot be told",
    text: "\tif x:\n\t    y\n",
    hunks: "@@\n if x:\n-  y\n+   z",
    words: ["indented otherwise"],
  },
];

describe("hunks", () => {
  it.each(APPLIED)("are applied: $name", ({ text, hunks, after }) => {
    expect(apply(text, hunks)).toEqual({ text: after, notes: [] });
  });

  it.each(TOLERANT)("are placed without regard to $name, which is told", ({ text, hunks, after, note }) => {
    expect(apply(text, hunks)).toEqual({
      text: after,
      notes: [expect.stringContaining(`without regard to ${note}`) as string],
    });
  });

  it.each(REFUSED)("are refused, and the reason says where: $name", ({ text, hunks, words }) => {
    const refused = apply(text, hunks);
    for (const word of words) expect(refused).toEqual(expect.stringContaining(word));
  });
});

const LINE = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom("\n", "\r\n"));

describe("a hunk with all lines around it", () => {
  it("changes the lines it names and no other character", () => {
    const cases = fc.tuple(
      fc.array(LINE, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.nat(),
      fc.nat(),
      fc.array(fc.constantFrom("n", "m"), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(cases, ([parts, open, first, second, added]) => {
        const lines = parts.map(([word, end], index) => ({
          text: `${word}`,
          end: open && index === parts.length - 1 ? "" : end,
        }));
        const text = lines.map((line) => line.text + line.end).join("");
        const [from, to] = [first % lines.length, second % (lines.length + 1)].sort((a, b) => a - b) as [
          number,
          number,
        ];
        fc.pre(to > from || added.length > 0);
        const body = [
          ...lines.slice(0, from).map((line) => ` ${line.text}`),
          ...lines.slice(from, to).map((line) => `-${line.text}`),
          ...added.map((line) => `+${line}`),
          ...lines.slice(to).map((line) => ` ${line.text}`),
        ];
        const patched = apply(text, `@@\n${body.join("\n")}`);
        if (typeof patched === "string") throw new Error(patched);
        const after = splitLines(patched.text);
        expect(after.map((line) => line.text)).toEqual([
          ...lines.slice(0, from).map((line) => line.text),
          ...added,
          ...lines.slice(to).map((line) => line.text),
        ]);
        // A line without end that no longer is the last one has to get an end.
        const kept = [...lines.slice(0, from), ...added.map(() => undefined), ...lines.slice(to)];
        kept.forEach((line, index) => {
          if (line !== undefined && (line.end !== "" || index === kept.length - 1))
            expect(after[index]?.end).toBe(line.end);
        });
      }),
      { numRuns: RUNS },
    );
  });
});
