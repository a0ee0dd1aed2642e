import { expect, test } from "vitest";
import { charWidth, fitColumns, textWidth } from "../../../src/dialect/text/width.ts";
import { str } from "../../../src/dialect/values.ts";

test.each([
  ["a letter", 0x61, 1],
  ["an accented letter", 0xe9, 1],
  ["the soft hyphen", 0xad, 1],
  ["a tab", 9, 8],
  ["a newline", 10, 0],
  ["escape", 27, 2],
  ["delete", 127, 2],
  ["a control character of the second block", 0x85, 4],
  ["a raw byte", 0x3fff80, 4],
  ["a Chinese character", 0x65e5, 2],
  ["an emoji", 0x1f600, 2],
  ["a fullwidth letter", 0xff21, 2],
  ["a halfwidth letter", 0xff71, 1],
  ["a combining accent", 0x301, 0],
  ["a joiner", 0x200d, 0],
  ["a variation selector", 0xfe0f, 0],
  ["a medial vowel of Korean", 0x1161, 0],
  ["an initial consonant of Korean", 0x1100, 2],
  ["an ambiguous character", 0xb1, 1],
])("%s takes the columns it takes in Emacs", (_what, code, columns) => {
  expect(charWidth(code)).toBe(columns);
});

test("a text is cut before the first character that would not fit, after what takes no column", () => {
  expect(fitColumns(str("日本語"), 3)).toEqual({ end: 1, width: 2 });
  expect(fitColumns(str("ae\u0301b"), 2)).toEqual({ end: 3, width: 2 });
  expect(fitColumns(str("😀x"), 2)).toEqual({ end: 2, width: 2 });
});

test("the width of a text is the sum of its characters'", () => {
  expect(textWidth(str("é😀\tab\u0301\n"))).toBe(1 + 2 + 8 + 2);
});

test("a byte in a string of nothing but bytes counts like the character of its number", () => {
  expect(textWidth(str("\udce9\udc85"))).toBe(1 + 4);
  expect(textWidth(str("é\udce9"))).toBe(1 + 4);
});
