import { expect, test } from "vitest";
import { isWord, syntaxClass } from "../../../src/dialect/text/syntax.ts";

const ASCII = Array.from({ length: 128 }, (_, code) => code);

function codesOf(wanted: string): string {
  return String.fromCharCode(...ASCII.filter((code) => syntaxClass(code) === wanted));
}

test.each([
  [" ", "\t\n\f\r "],
  ["w", "$%0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"],
  ["_", "&*+-/<=>_|"],
  ["(", "([{"],
  [")", ")]}"],
  ['"', '"'],
  ["\\", "\\"],
])("the ASCII characters of class %s are %j", (code, characters) => {
  expect(codesOf(code)).toBe(characters);
});

test("every other ASCII character is punctuation", () => {
  expect(codesOf(".").replace(/[\0-\x1f\x7f]/gu, "")).toBe("!#',.:;?@^`~");
  expect(
    ASCII.filter((code) => code < 32 || code === 127)
      .map(syntaxClass)
      .join(""),
  ).toBe(".".repeat(9) + "  .  " + ".".repeat(18) + ".");
});

test.each([
  ["éßÀжΣאلก日あカ한😀\u0301٣¥€²", "w"],
  ["¡§«»¿–—‘’“”…†‰、。・！？，．：；№፡༄", "."],
  ["©®°±×÷¼¤←→∀∑≤■★○♥℃™①", "_"],
  ["\u00a0\u2003\u200b\u202f\u3000", " "],
  ["（［｛「『【《〈⟨❨⁅", "("],
  ["）］｝」』】》〉⟩❩⁆", ")"],
])("all of %s have class %s", (characters, code) => {
  expect(Array.from(characters, (char) => syntaxClass(char.codePointAt(0)!))).toEqual(
    Array.from(characters, () => code),
  );
});

test("raw bytes are word characters", () => {
  expect(isWord(0x3fff80)).toBe(true);
  expect(isWord(0x3fffff)).toBe(true);
});
