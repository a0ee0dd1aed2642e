import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleLine, visiblePieces } from "../../../webview/text/visible.ts";
import { RUNS } from "../../support/property.ts";

describe("a text that a person sees", () => {
  it.each([
    ["plain text\twith\ntabs and lines", "plain text with tabs and lines"],
    ["a\u202eb", "a⟨U+202E⟩b"],
    ["zero\u200bwidth", "zero⟨U+200B⟩width"],
    ["bell\u0007", "bell⟨U+0007⟩"],
    ["\ufeffmark", "⟨U+FEFF⟩mark"],
    ["half \ud83d", "half ⟨U+D83D⟩"],
    ["tags \u{e0041}", "tags ⟨U+E0041⟩"],
    ["filler \u3164", "filler ⟨U+3164⟩"],
    ["family 👨‍👩‍👧 and नी", "family 👨‍👩‍👧 and नी"],
    ["", ""],
  ])("%j reads %j", (text, expected) => {
    expect(visibleLine(text)).toBe(expected);
  });

  it("says what an odd character is", () => {
    expect(visiblePieces("\u2066x")).toEqual([{ code: "U+2066", name: "direction isolate" }, "x"]);
  });

  it("loses nothing and hides nothing, whatever is in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const pieces = visiblePieces(text);
        const back = pieces.map((piece) =>
          typeof piece === "string" ? piece : String.fromCodePoint(parseInt(piece.code.slice(2), 16)),
        );
        expect(back.join("")).toBe(text);
        const plain = pieces.filter((piece) => typeof piece === "string").join("");
        expect(plain).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
      }),
      { numRuns: RUNS },
    );
  });
});
