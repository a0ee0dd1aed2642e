import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlacedEdit } from "../../../src/hosts/vscode/files/minimal-edits.ts";
import { minimalEdits } from "../../../src/hosts/vscode/files/minimal-edits.ts";
import { RUNS } from "../../support/property.ts";

/** Makes the edits, which must neither overlap nor leave the text. */
function apply(text: string, edits: readonly PlacedEdit[]): string {
  const lines = text.split("\n");
  const offset = ({ line, character }: PlacedEdit["from"]): number => {
    expect(line).toBeLessThan(lines.length);
    expect(character).toBeLessThanOrEqual(lines[line]!.length);
    return lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, character);
  };
  let [out, at] = ["", 0];
  for (const edit of edits) {
    const [from, to] = [offset(edit.from), offset(edit.to)];
    expect(from).toBeGreaterThanOrEqual(at);
    expect(to).toBeGreaterThanOrEqual(from);
    out += text.slice(at, from) + edit.text;
    at = to;
  }
  return out + text.slice(at);
}

const line = fc.constantFrom("", "a", "b", "c", "{", "}", "one", "two", "\u{1f600}", "\u{1f601}x", "  indented");
const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.join("\n"));

describe("the edits from one text to another", () => {
  it("make the one out of the other", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(apply(before, minimalEdits(before, after))).toBe(after);
      }),
      { numRuns: RUNS },
    );
  });

  it("are none for the same text", () => {
    fc.assert(
      fc.property(text, (same) => {
        expect(minimalEdits(same, same)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("leave alone what stays between two changes", () => {
    const before = "one\nkept\ntwo\nalso kept\nthree\n";
    expect(minimalEdits(before, "ONE\nkept\ntwo\nalso kept\nthree!\n")).toEqual([
      { from: { line: 0, character: 0 }, to: { line: 0, character: 3 }, text: "ONE" },
      { from: { line: 4, character: 5 }, to: { line: 4, character: 5 }, text: "!" },
    ]);
  });

  it("take no character apart", () => {
    expect(minimalEdits("\u{1f600}", "\u{1f601}")).toEqual([
      { from: { line: 0, character: 0 }, to: { line: 0, character: 2 }, text: "\u{1f601}" },
    ]);
  });

  it("add and take away whole lines, at the end as well", () => {
    expect(minimalEdits("a\nb", "a\nb\nc")).toEqual([
      { from: { line: 1, character: 1 }, to: { line: 1, character: 1 }, text: "\nc" },
    ]);
    expect(minimalEdits("a\nb\nc", "a\nc")).toEqual([
      { from: { line: 1, character: 0 }, to: { line: 2, character: 0 }, text: "" },
    ]);
    expect(minimalEdits("a\nb", "a")).toEqual([
      { from: { line: 0, character: 1 }, to: { line: 1, character: 1 }, text: "" },
    ]);
  });
});
