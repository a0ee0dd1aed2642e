import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ansiSpans, hasEscapes, withoutEscapes } from "../../../webview/text/ansi.ts";
import { RUNS } from "../../support/property.ts";

const ESC = "\u001b";

describe("the output of a command", () => {
  it.each<readonly [string, readonly (readonly [string, string])[]]>([
    ["plain", [["plain", ""]]],
    [
      `${ESC}[32m✓${ESC}[39m ok`,
      [
        ["✓", "ansi-green"],
        [" ok", ""],
      ],
    ],
    [
      `${ESC}[1;31;44mx${ESC}[0my`,
      [
        ["x", "ansi-red ansi-on-blue ansi-bold"],
        ["y", ""],
      ],
    ],
    [`${ESC}[91mx`, [["x", "ansi-bright-red"]]],
    [
      `${ESC}[107mx${ESC}[49my`,
      [
        ["x", "ansi-on-bright-white"],
        ["y", ""],
      ],
    ],
    [
      `${ESC}[38;5;9mx${ESC}[38;5;200my`,
      [
        ["x", "ansi-bright-red"],
        ["y", "ansi-bright-red"],
      ],
    ],
    [`${ESC}[38;2;1;2;31mx`, [["x", ""]]],
    [
      `${ESC}[3;4mx${ESC}[23;24my`,
      [
        ["x", "ansi-italic ansi-underline"],
        ["y", ""],
      ],
    ],
    [`${ESC}[mx`, [["x", ""]]],
    [
      `a${ESC}[2J${ESC}[1;1Hb`,
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
    [`${ESC}]8;;https://evil.example${ESC}\\link${ESC}]8;;${ESC}\\`, [["link", ""]]],
    [`${ESC}]0;title\u0007x`, [["x", ""]]],
    ["\u009b31mx", [["x", "ansi-red"]]],
    [`cut ${ESC}[3`, [["cut ", ""]]],
    [`cut ${ESC}[3...`, [["cut ", ""]]],
  ])("%j becomes %j", (text, expected) => {
    expect(ansiSpans(text).map(({ text: shown, classes }) => [shown, classes])).toEqual(expected);
  });

  it("has no escape sequence left, and looks that are in the table only", () => {
    const part = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom(`${ESC}[`, ";", "m", "38;5;", `${ESC}]`, "\u0007", "31", `${ESC}[0m`, `${ESC}(B`),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        for (const { classes } of ansiSpans(text)) expect(classes).toMatch(/^(?:ansi-[a-z-]+(?: |$))*$/);
        const shown = ansiSpans(text).map((span) => span.text);
        expect(shown.join("")).toBe(withoutEscapes(text));
      }),
      { numRuns: RUNS },
    );
  });

  it("is looked at only where it has escape sequences", () => {
    expect(hasEscapes("plain [32m")).toBe(false);
    expect(withoutEscapes("plain [32m")).toBe("plain [32m");
  });
});
