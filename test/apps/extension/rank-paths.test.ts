import { describe, expect, it } from "vitest";
import { quoted } from "../../../src/apps/extension/quoted.ts";
import { findable, rankPaths } from "../../../src/apps/extension/rank-paths.ts";
import { printPlain, read } from "../../../src/dialect/index.ts";
import { Pair, Str } from "../../../src/dialect/values.ts";
import fc from "fast-check";
import { RUNS } from "../../support/property.ts";

const PATHS = ["src/read.ts", "src/tools/", "src/tools/read/page.ts", "README.md", "docs/thread.md", "src/r/e/a/d.ts"];

describe("paths that are looked for", () => {
  it.each([
    ["read", ["README.md", "src/read.ts", "docs/thread.md", "src/tools/read/page.ts", "src/r/e/a/d.ts"]],
    ["ReadMe", ["README.md"]],
    ["tools", ["src/tools/", "src/tools/read/page.ts"]],
    ["src\\tools", ["src/tools/", "src/tools/read/page.ts"]],
    ["nothing", []],
  ])("for %s come by name, then by place, then letter by letter, the shortest first", (query, found) => {
    expect(rankPaths(PATHS.map(findable), query, 10)).toEqual(found);
  });

  it("are at most as many as wanted", () => {
    expect(rankPaths(PATHS.map(findable), "", 2)).toHaveLength(2);
  });
});

describe("a text that is inserted", () => {
  it("reads back as the same string of a script", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const { forms, diagnostics } = read(quoted(text));
        expect(diagnostics).toEqual([]);
        expect(forms instanceof Pair && forms.car instanceof Str).toBe(true);
        expect(forms instanceof Pair && forms.car instanceof Str && printPlain(forms.car)).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});
