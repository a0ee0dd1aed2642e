import { eastAsianWidth } from "get-east-asian-width";
import { describe, expect, it } from "vitest";
import { WIDE_RANGES } from "../../../src/dialect/text/width-table.generated.ts";

/** The table as its doc comment says to read it: first and last code point of each run. */
function decoded(): (readonly [first: number, last: number])[] {
  const numbers = WIDE_RANGES.split(" ").map((word) => Number.parseInt(word, 36));
  const runs: [number, number][] = [];
  for (let i = 0, end = 0; i < numbers.length; i += 2) {
    const start = end + numbers[i]!;
    end = start + numbers[i + 1]!;
    runs.push([start, end - 1]);
  }
  return runs;
}

describe("the table of wide characters", () => {
  it("lists runs in order, none empty, none touching the next", () => {
    const runs = decoded();
    expect(runs.filter(([first, last]) => last < first)).toEqual([]);
    expect(runs.filter(([first], i) => i > 0 && first <= runs[i - 1]![1] + 1)).toEqual([]);
  });

  it("has exactly the characters from U+0080 up that Unicode calls wide or fullwidth", () => {
    const wide = new Set(
      decoded().flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
    );
    const wrong: number[] = [];
    for (let point = 0x80; point <= 0x10ffff; point++) {
      if (wide.has(point) !== (eastAsianWidth(point) === 2)) wrong.push(point);
    }
    expect(wrong).toEqual([]);
  });
});
