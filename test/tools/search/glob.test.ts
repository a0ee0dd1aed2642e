import { symlinkSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCancelSource } from "../../../src/base/cancel.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { SearchEnd } from "../../../src/ports/search.ts";
import { Glob } from "../../../src/tools/glob.ts";
import { createSmallestPaths } from "../../../src/tools/search/smallest-paths.ts";
import { RUNS } from "../../support/property.ts";
import type { RunOptions, Workshop } from "../../support/workshop.ts";
import { createWorkshop } from "../../support/workshop.ts";

let shop: Workshop;
beforeAll(() => {
  shop = createWorkshop();
  for (const name of ["a.ts", "src/B.ts", "src/deep/c.TS", "src/deep/d.js", ".hidden/e.ts", ".git/f.ts", "out/g.ts"])
    shop.put(name, "");
  shop.put(".gitignore", "out/\n");
  symlinkSync(shop.folder, shop.path("src/loop"));
});
afterAll(() => shop.dispose());

const glob = async (input: JsonObject, options: RunOptions = {}): Promise<string> => {
  const outcome = await shop.run(Glob, input, options);
  return `${outcome.status === "error" ? "error: " : ""}${outcome.text.replaceAll(`${shop.folder}/`, "/")}`;
};

describe("files are found by name: absolute, sorted, without regard to case, ignored and hidden ones too", () => {
  test.each<[JsonObject, readonly string[]]>([
    [{ pattern: "*.ts" }, ["/.hidden/e.ts", "/a.ts", "/out/g.ts", "/src/B.ts", "/src/deep/c.TS"]],
    [{ pattern: "**/*.TS" }, ["/.hidden/e.ts", "/a.ts", "/out/g.ts", "/src/B.ts", "/src/deep/c.TS"]],
    [{ pattern: "src/*.ts" }, ["/src/B.ts"]],
    [{ pattern: "deep/*", path: "src" }, ["/src/deep/c.TS", "/src/deep/d.js"]],
    [{ pattern: "SRC/**/*.{js,md}" }, ["/src/deep/d.js"]],
    [{ pattern: "*.{a,b}" }, ["No files found matching pattern"]],
    [{ pattern: ".git/*" }, ["No files found matching pattern"]],
  ])("%j", async (input, expected) => {
    expect(await glob(input)).toBe(expected.join("\n"));
  });

  test("a name with a line break stays on one line", async () => {
    shop.put("odd/x\ny.odd", "");
    expect(await glob({ pattern: "*.odd" })).toBe("/odd/x\\ny.odd");
  });

  test("the row tells the number of files", async () => {
    expect((await shop.run(Glob, { pattern: "src/*.ts" })).renderData).toEqual({
      kind: "glob",
      files: 1,
      truncated: false,
    });
    expect((await shop.run(Glob, { pattern: "*.none" })).renderData).toEqual({
      kind: "glob",
      files: 0,
      truncated: false,
    });
  });
});

describe("patterns stay below their folder", () => {
  test.each([
    ["/etc/*", "error: pattern /etc/* is absolute: patterns are relative, pass the folder as path"],
    ["C:\\x\\*", "error: pattern C:\\x\\* is absolute: patterns are relative, pass the folder as path"],
    ["~/x", "error: pattern ~/x is absolute: patterns are relative, pass the folder as path"],
    ["../*", "error: pattern ../* has .. in it: patterns stay below path, pass another folder as path"],
    ["a/../*", "error: pattern a/../* has .. in it: patterns stay below path, pass another folder as path"],
    ["a..b/*", "No files found matching pattern"],
  ])("%s", async (pattern, expected) => {
    expect(await glob({ pattern })).toBe(expected);
  });

  test.each([
    ["a.ts", "error: /a.ts is a file: path names the folder to search"],
    ["nowhere-near", "error: /nowhere-near does not exist"],
  ])("path %s cannot be searched", async (path, expected) => {
    expect(await glob({ pattern: "*", path })).toBe(expected);
  });
});

describe("an answer is bounded", () => {
  test("100 paths, the first in order, and a notice", async () => {
    for (let index = 0; index < 130; index++) shop.put(`many/${1_000 + index}.many`, "");
    const lines = (await glob({ pattern: "*.many" })).split("\n");
    expect(lines.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, index) => `/many/${1_000 + index}.many`));
    expect(lines.slice(100).join("\n")).toMatch(/^\n\.\.\. Results truncated \(limit: 100\)\. /);
  });

  test("30 KiB of paths", async () => {
    const name = "long".repeat(50);
    for (let index = 0; index < 99; index++) shop.put(`${name}/${name}/${100 + index}${name.slice(10)}.long`, "");
    const text = await glob({ pattern: "*.long" });
    expect(text).toContain("... Results truncated (limit: 100)");
    expect(Buffer.byteLength(text.slice(0, text.indexOf("\n\n")))).toBeLessThanOrEqual(30 * 1_024);
  });

  test("of any paths in any order the first are kept", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 4 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (paths, limit) => {
          const kept = createSmallestPaths(limit);
          paths.forEach(kept.add);
          const sorted = paths.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
          expect(kept.finish()).toEqual({ paths: sorted.slice(0, limit), more: paths.length > limit });
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe("a search ends", () => {
  test.each<[readonly string[], SearchEnd, string]>([
    [
      ["/b", "/a"],
      { end: "timed-out", engine: "ripgrep" },
      "Warning: search timed out; results are partial. It was stopped after 20 s: name a smaller path, or a glob or type.\n\n/a\n/b",
    ],
    [
      [],
      { end: "timed-out", engine: "ripgrep" },
      "The search was stopped after 20 s and had found nothing: name a smaller path, or a glob or type",
    ],
    [
      [],
      { end: "failed", engine: "ripgrep", exitCode: 2, message: "error parsing glob" },
      "exit code 2 from ripgrep: error parsing glob",
    ],
  ])("%j as %j", async (paths, end, expected) => {
    const ended = createWorkshop({
      search: {
        text: () => Promise.resolve(end),
        files: (_, sink) => {
          paths.every(sink);
          return Promise.resolve(end);
        },
      },
    });
    expect((await ended.run(Glob, { pattern: "*" })).text).toBe(expected);
    await ended.dispose();
  });

  test("when it is cancelled", async () => {
    const source = createCancelSource();
    source.cancel("stop");
    expect(await glob({ pattern: "*" }, { cancel: source.token })).toBe("error: The search was cancelled");
  });
});
