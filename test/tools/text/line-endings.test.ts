import { expect, test } from "vitest";
import { countLineEndings, endsWithNewline, eolOf, newlineOf } from "../../../src/tools/text/line-endings.ts";

test.each([
  ["", { lf: 0, crlf: 0, cr: 0 }, "none", "\n", false],
  ["a", { lf: 0, crlf: 0, cr: 0 }, "none", "\n", false],
  ["a\n", { lf: 1, crlf: 0, cr: 0 }, "lf", "\n", true],
  ["a\r\nb", { lf: 0, crlf: 1, cr: 0 }, "crlf", "\r\n", false],
  ["a\rb\r", { lf: 0, crlf: 0, cr: 2 }, "cr", "\r", true],
  ["a\r\r\n\n", { lf: 1, crlf: 1, cr: 1 }, "mixed", "\n", true],
  ["a\nb\r\nc\r\n", { lf: 1, crlf: 2, cr: 0 }, "mixed", "\r\n", true],
] as const)("the line endings of %j are counted and named", (text, counts, ...names) => {
  expect(countLineEndings(text)).toEqual(counts);
  expect([eolOf(counts), newlineOf(counts), endsWithNewline(text)]).toEqual(names);
});
