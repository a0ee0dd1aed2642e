import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withPlainEnds } from "../../../src/tools/edit/lines.ts";
import { isRefusal } from "../../../src/tools/edit/refusal.ts";
import { MAX_REPLACED, replaceText } from "../../../src/tools/edit/replace-text.ts";
import { RUNS } from "../../support/property.ts";

const END = fc.constantFrom("\n", "\r\n", "\r");
const WORDS = fc.array(fc.constantFrom("a", "b", "é", " ", "\t", "𝒳"), { maxLength: 3 }).map((parts) => parts.join(""));

/** Texts of few different lines with ends of every kind, with and without an end of the last one. */
const TEXT = fc
  .tuple(fc.array(fc.tuple(WORDS, END), { maxLength: 8 }), WORDS)
  .map(([lines, last]) => lines.map(([text, end]) => text + end).join("") + last);

/** A text, a range of it as a model would send it, and what replaces it. */
const CASE = fc.tuple(TEXT, fc.nat(), fc.nat(), TEXT).map(([text, first, second, fresh]) => {
  const plain = withPlainEnds(text);
  const [from, to] = [first % (plain.length + 1), second % (plain.length + 1)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return { text, old: plain.slice(from, to), fresh };
});

/** Every place of a text in another one, without overlaps. */
function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Characters at the front, and then at the end, that two texts have in common and that lie outside the first place of `old`. */
function outside(text: string, old: string): readonly [string, string] {
  const plain = withPlainEnds(text);
  const start = plain.indexOf(old);
  return [plain.slice(0, start), plain.slice(start + old.length)];
}

/** The length of the beginning of a text whose plain form is `plain`; it never ends inside a line end. */
function beginning(text: string, plain: string): number {
  return [...plain.matchAll(/[^]/g)].reduce((end, _) => end + (text.startsWith("\r\n", end) ? 2 : 1), 0);
}

describe("replacing text", () => {
  it("changes all of very many places or none", () => {
    const change = { old: "a", new: "b", all: true };
    expect(replaceText("a".repeat(MAX_REPLACED), change)).toMatchObject({ text: "b".repeat(MAX_REPLACED) });
    expect(replaceText("a".repeat(MAX_REPLACED + 1), change)).toEqual({
      refused: expect.stringContaining("more than") as string,
    });
  });

  it("changes no character outside the place, whatever the line ends", () => {
    fc.assert(
      fc.property(CASE, ({ text, old, fresh }) => {
        fc.pre(old !== "" && old !== withPlainEnds(fresh) && count(withPlainEnds(text), old) === 1);
        const replaced = replaceText(text, { old, new: fresh, all: false });
        if (isRefusal(replaced)) throw new Error(replaced.refused);
        const [before, after] = outside(text, old);
        const head = text.slice(0, beginning(text, before));
        const tail = text.slice(beginning(text, before + old));
        expect(withPlainEnds(tail)).toBe(after);
        expect(replaced.text.startsWith(head)).toBe(true);
        expect(replaced.text.endsWith(tail)).toBe(true);
        expect(withPlainEnds(replaced.text)).toBe(before + withPlainEnds(fresh) + after);
      }),
      { numRuns: RUNS },
    );
  });

  it("refuses more than one place and changes every place when asked to, in agreement with the plain text", () => {
    fc.assert(
      fc.property(CASE, ({ text, old, fresh }) => {
        const plain = withPlainEnds(text);
        const [wanted, places] = [withPlainEnds(fresh), old === "" ? 0 : count(plain, old)];
        fc.pre(places > 1 && old !== wanted);
        expect(isRefusal(replaceText(text, { old, new: fresh, all: false }))).toBe(true);
        const replaced = replaceText(text, { old, new: fresh, all: true });
        if (isRefusal(replaced)) throw new Error(replaced.refused);
        expect(replaced.places).toHaveLength(places);
        expect(withPlainEnds(replaced.text)).toBe(plain.split(old).join(wanted));
      }),
      { numRuns: RUNS },
    );
  });

  it("is undone by the opposite replacement, line ends included", () => {
    fc.assert(
      fc.property(CASE, ({ text, old }) => {
        const unique = "<only here>";
        fc.pre(old !== "" && !old.includes("\n") && count(withPlainEnds(text), old) === 1);
        const there = replaceText(text, { old, new: unique, all: false });
        if (isRefusal(there)) throw new Error(there.refused);
        const back = replaceText(there.text, { old: unique, new: old, all: false });
        expect(isRefusal(back) ? back.refused : back.text).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});
