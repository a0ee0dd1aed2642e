import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isScript, pairAt, placeAt, scanScript } from "../../../webview/composer/scan-script.ts";
import { RUNS } from "../../support/property.ts";

describe("the brackets of a script", () => {
  it.each<[string, string, readonly number[], boolean]>([
    ["(list 1 2)", "", [], false],
    ["(list (a [b", "]))", [], false],
    ["(list 1))", "", [8], false],
    ["(list 1]", ")", [7], false],
    [")(", ")", [0], false],
    // What stands in strings, comments and characters is not counted.
    ['(f ")))")', "", [], false],
    ['(f "\\")")', "", [], false],
    ['(f "((', ")", [], true],
    ["(f ; ))\n)", "", [], false],
    ["(f ; (", ")", [], false],
    ["(f ?( ?\\) ?\\\\)", "", [], false],
    // A question mark within a name is part of it.
    ["(empty?(f))", "", [], false],
    ["(f a\\(b)", "", [], false],
    ["(f ?", ")", [], false],
    ["", "", [], false],
  ])("of %j: missing %j, too many at %j, in a string: %j", (text, missing, extra, inString) => {
    expect(scanScript(text)).toMatchObject({ missing, extra, inString });
  });

  it("are complete once what is missing is added, whatever was typed before", () => {
    const part = fc.constantFrom("(", ")", "[", "]", '"', "\\", ";", "\n", "?", "a", " ", "(f", '"x"');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        const { missing, inString, extra } = scanScript(text);
        fc.pre(!inString && placeAt(text, text.length) === "code" && !/[\\?]$/.test(text));
        expect(scanScript(`${text} ${missing}`)).toMatchObject({ missing: "", extra });
      }),
      { numRuns: RUNS },
    );
  });

  it("come in pairs, of which the one at the caret is shown: the one after it first", () => {
    const scan = scanScript("(a (b))");
    expect(pairAt(scan, 0)).toEqual([0, 6]);
    expect(pairAt(scan, 3)).toEqual([3, 5]);
    expect(pairAt(scan, 6)).toEqual([6, 0]);
    expect(pairAt(scan, 7)).toEqual([6, 0]);
    expect(pairAt(scan, 2)).toBeUndefined();
    expect(pairAt(scanScript("(a"), 0)).toBeUndefined();
  });
});

describe("a place in a script", () => {
  it.each([
    ['(f "ab")', 4, "string"],
    ['(f "ab")', 3, "code"],
    ['(f "ab")', 7, "code"],
    ['(f "ab', 6, "string"],
    ["(f ; note", 9, "comment"],
    ["(f ; note\n)", 9, "comment"],
    ["(f ; note\n)", 10, "code"],
    ['(f ?" a)', 7, "code"],
  ])("%j at %d is %s", (text, caret, place) => {
    expect(placeAt(text, caret)).toBe(place);
  });

  it.each([
    ["(list)", true],
    ["  \n (list)", true],
    ["hello (list)", false],
    ["", false],
  ])("%j begins a script: %s", (text, expected) => {
    expect(isScript(text)).toBe(expected);
  });
});
