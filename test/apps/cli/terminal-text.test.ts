import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf, cutToColumns, oneSafeLine, safeLines, safeText } from "../../../src/apps/cli/terminal-text.ts";

describe("text on a terminal", () => {
  it.each([
    ["a\nb\tc", "a\\nb\\tc"],
    ["\u001b[2Jgone", "\\x1b[2Jgone"],
    ["abc\u202etxt.exe", "abc\\u202etxt.exe"],
    ["rm\u200b -rf", "rm\\u200b -rf"],
    ["\ud800", "\\ud800"],
    ["\u{e0041}", "\\u{e0041}"],
    ["é 漢 👩‍💻", "é 漢 👩‍💻"],
  ])("never moves the cursor, hides or turns anything: %j", (text, shown) => {
    expect(oneSafeLine(text)).toBe(shown);
  });

  it("keeps its lines and expands its tabs where lines are wanted", () => {
    expect(safeLines("a\tb\r\n\u0007c")).toEqual(["a       b", "\\x07c"]);
  });

  it.each([
    ["abc", 3],
    ["漢字", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["❤️", 2],
    ["👍", 2],
  ])("takes columns as it is drawn: %s", (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["漢字漢字", 6, "漢字…"],
    ["漢字漢字", 8, "漢字漢字"],
    ["a👩‍💻b", 3, "a…"],
    ["abc", 0, ""],
    ["abc", 1, "…"],
  ])("is cut between characters: %s to %i columns", (text, columns, cut) => {
    expect(cutToColumns(text, columns)).toBe(cut);
  });

  it("keeps ends of lines and tabs of a value, and steers nothing", () => {
    expect(safeText("a\tb\r\nc\r\x1b]0;x\x07\u202ed\u{1f600}")).toBe("a\tb\nc\\x0d\\x1b]0;x\\x07\\u202ed\u{1f600}");
  });

  it("never takes more columns than it is cut to", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, columns) => {
        expect(columnsOf(cutToColumns(oneSafeLine(text), columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
