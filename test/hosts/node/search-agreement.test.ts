import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TextQuery } from "../../../src/ports/search.ts";
import type { ContractFiles } from "../../contracts/contract-host.ts";
import { filesBy, QUERY, textBy } from "./engines.ts";
import { inTempFolder, putFiles } from "./temp-folder.ts";

/** The blocks of a content search in order of their paths: files come in no particular order. */
function inOrder(lines: readonly string[]): string {
  return lines.join("\n").split("\n\n").sort().join("\n\n");
}

async function expectSame(query: TextQuery): Promise<{ end: string; lines: string[] }> {
  const [one, other] = [await textBy("ripgrep", query), await textBy("javascript", query)];
  expect(other.end).toBe(one.end);
  const order = query.mode === "content" ? inOrder : (lines: readonly string[]) => lines.toSorted().join("\n");
  expect(order(other.lines)).toBe(order(one.lines));
  return one;
}

describe("both engines", () => {
  const IGNORED: ContractFiles = {
    ".gitignore":
      "*.log\n!keep.log\nbuild/\n/top.txt\ndoc/*.tmp\n**/cache\nspace\\ \n# comment\n\\#hash\nsub/**\n[ab].dat\n",
    ".ignore": "!build/\n*.ign\n",
    ".rgignore": "!special.ign\nrg-only.txt\n",
    "inner/.gitignore": "!*.log\nx.txt\n",
    "inner/.git/info/exclude": "excluded.txt\n",
  };
  const NAMES = [
    "a.log",
    "keep.log",
    "build/x.txt",
    "top.txt",
    "inner/top.txt",
    "doc/a.tmp",
    "doc/deep/a.tmp",
    "cache/y.txt",
    "deep/cache/y.txt",
    "space ",
    "#hash",
    "sub/z.txt",
    "sub/w/z.txt",
    "a.dat",
    "c.dat",
    "a.ign",
    "special.ign",
    "rg-only.txt",
    "inner/b.log",
    "inner/x.txt",
    "inner/y/x.txt",
    "inner/excluded.txt",
    "inner/build/q.txt",
    "src/m.ts",
    "src/m.js",
    "Src/M.TS",
    "{x}.txt",
    "a-b_c.txt",
    ".hidden/.h.txt",
    "node_modules/p/index.js",
  ];
  const tree: ContractFiles = { ...IGNORED, ...Object.fromEntries(NAMES.map((name) => [name, "needle\n"])) };

  const GLOBS = [
    "*.ts",
    "!*.ts",
    "*.{js,ts}",
    "src/**",
    "/src",
    "src/",
    "**/cache/**",
    "a.log",
    "*.log",
    "!build",
    "inner/*.txt",
    "[!a]*.dat",
    "?.dat",
    "**",
    "*",
    "!*",
    "s*/m.?s",
    "\\{x\\}.txt",
    "inner",
    "!inner/",
    "deep/**/y.txt",
  ];

  it("agree about ignore files and globs", async () => {
    await inTempFolder(async (path) => {
      await putFiles(path, tree);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...GLOBS), { maxLength: 3 }),
          fc.constantFrom("", "inner", "src", "sub/w"),
          fc.boolean(),
          fc.constantFrom(undefined, "ts", "js", "txt"),
          async (globs, below, includeIgnored, type) => {
            const query: TextQuery = {
              ...QUERY,
              path: join(path, below),
              mode: "files_with_matches",
              globs,
              includeIgnored,
            };
            await expectSame(type === undefined ? query : { ...query, type });
          },
        ),
        { numRuns: 150 },
      );
    });
  });

  it("agree about names", async () => {
    await inTempFolder(async (path) => {
      await putFiles(path, tree);
      for (const glob of GLOBS) {
        expect(await filesBy("javascript", path, glob), glob).toEqual(await filesBy("ripgrep", path, glob));
      }
    });
  });

  const WORDS =
    "alpha beta\nBeta GAMMA_1\n\n  indent\nÄpfel und Öl 42\nдом house\na.b*c [x] {y} (z) ^$ \\ |\n-- --\ntab\there\n日本語 文字\nend";
  const PATTERNS = [
    "beta",
    "^beta",
    "beta$",
    "^$",
    "^",
    "$",
    "",
    "\\bund\\b",
    "\\w+",
    "^\\w+$",
    "\\d+",
    "[[:upper:]]+",
    "[^a-z\\s]",
    "\\p{Greek}",
    "\\p{Cyrillic}",
    "\\p{Lu}\\p{Ll}",
    "a\\.b",
    "\\[x\\]",
    "[x\\]]",
    "[]x]",
    "[^]x]",
    "\\{y\\}",
    "(?i)BETA",
    "(alpha|дом)",
    "(?:a|b)+c?",
    "x{1,3}",
    "e{2}",
    "\\x41",
    "\\u{41}",
    ".*",
    ".",
    "\\S+\\t\\S+",
    "[\\w--a]",
    "[a-z&&[^aeiou]]{3}",
    "(?P<n>d)",
    "\\Aalpha",
    "end\\z",
    "\\<house\\>",
    "ä",
    "文.",
    "\\|",
    "\\\\",
    "[-a]",
    "[a-]",
    "}",
    "]",
    "^\\s*$",
    "--",
    "\\D",
    "\\W",
  ];

  it.each(PATTERNS)("agree about the pattern %j", (pattern) =>
    inTempFolder(async (path) => {
      await putFiles(path, { "words.txt": WORDS, "more.txt": `${WORDS}\n`, "dos.txt": WORDS.replaceAll("\n", "\r\n") });
      for (const ignoreCase of [false, true]) {
        await expectSame({ ...QUERY, path, pattern, ignoreCase, after: 1 });
        await expectSame({ ...QUERY, path, pattern, ignoreCase, mode: "count" });
      }
    }),
  );

  it.each(["a\\nB", "a.*G", "\\n\\n", "beta$\\n^Beta", "(?s)alpha.*house", "42\\s+\\S", "end", "\\n$"])(
    "agree about the multiline pattern %j",
    (pattern) =>
      inTempFolder(async (path) => {
        await putFiles(path, { "words.txt": WORDS, "more.txt": `${WORDS}\n`, "twice.txt": `${WORDS}\n${WORDS}\n` });
        await expectSame({ ...QUERY, path, pattern, multiline: true, before: 1 });
        await expectSame({ ...QUERY, path, pattern, multiline: true, mode: "files_with_matches" });
      }),
  );

  it("agree about context of every size", async () => {
    await inTempFolder(async (path) => {
      const text = fc.array(fc.constantFrom("needle", "hay", ""), { maxLength: 25 }).map((lines) => lines.join("\n"));
      const size = fc.integer({ min: 0, max: 4 });
      await fc.assert(
        fc.asyncProperty(text, text, size, size, async (one, other, before, after) => {
          await putFiles(path, { "one.txt": one, "other.txt": other });
          await expectSame({ ...QUERY, path, before, after });
        }),
        { numRuns: 100 },
      );
    });
  });
});
