import { describe, expect, it } from "vitest";
import { markedPieces } from "../../../webview/composer/marked-pieces.ts";

const TOKENS = [
  { text: "(", classes: "" },
  { text: "Grep", classes: "code-tool" },
  { text: "))", classes: "" },
];

describe("the colours under the composer", () => {
  it("are cut at brackets that stand out", () => {
    expect(markedPieces("(Grep))", TOKENS, { pair: [5, 0], extra: [6] })).toEqual([
      { text: "(", classes: "bracket-pair" },
      { text: "Grep", classes: "code-tool" },
      { text: ")", classes: "bracket-pair" },
      { text: ")", classes: "bracket-extra" },
    ]);
  });

  it.each([
    ["(Grep))", TOKENS],
    ["(Grep))x", TOKENS],
    ["(other text)", TOKENS],
    ["(a\n(b))", undefined],
  ])("never change the text %j", (text, tokens) => {
    const pieces = markedPieces(text, tokens, { pair: [0, text.length - 1], extra: [3] });
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  });
});
