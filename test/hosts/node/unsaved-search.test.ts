import { describe, expect, it } from "vitest";
import { NEVER } from "../../../src/base/cancel.ts";
import { createSearch } from "../../../src/hosts/node/search.ts";
import type { TextQuery } from "../../../src/ports/search.ts";
import { QUERY } from "./engines.ts";
import { inTempFolder, putFiles } from "./temp-folder.ts";

const TREE = {
  "a.txt": "an old needle\n",
  "src/b.ts": "const old = 1;\n",
  "src/c.ts": "const needle = 3;\n",
  "ignored/d.txt": "nothing\n",
  ".gitignore": "ignored/\n",
  "odd [name]{1} *.txt": "an old needle\n",
  ".git/e.txt": "nothing\n",
};

/** What is typed into editors and not saved, by path in the tree. */
const UNSAVED = {
  "a.txt": "nothing any more\n",
  "src/b.ts": "first\r\nconst needle = 2;\r\nlast",
  "ignored/d.txt": "an ignored needle\n",
  "odd [name]{1} *.txt": "a new needle\n",
  ".git/e.txt": "a needle of version control\n",
};

const ENGINES = [undefined, "none"];

async function found(
  ripgrep: string | undefined,
  query: Partial<TextQuery>,
  unsaved: Readonly<Record<string, string>> = UNSAVED,
) {
  return inTempFolder(async (folder) => {
    await putFiles(folder, TREE);
    const texts = new Map(Object.entries(unsaved).map(([name, text]) => [`${folder}/${name}`, text]));
    const options = { unsaved: () => Promise.resolve(texts), ...(ripgrep !== undefined && { ripgrep }) };
    const lines: string[] = [];
    const path = query.path === undefined ? folder : `${folder}/${query.path}`;
    const end = await createSearch(options).text({ ...QUERY, ...query, path }, (line) => lines.push(line) > 0, NEVER);
    return { end, lines: lines.map((line) => line.replace(`${folder}/`, "")) };
  });
}

function blocks(lines: readonly string[]): string[] {
  return lines.join("\n").split("\n\n").sort();
}

describe.each(ENGINES)("text that is not saved is what a search finds (ripgrep: %s)", (ripgrep) => {
  it("instead of what is on disk, in the same form", async () => {
    const { end, lines } = await found(ripgrep, { after: 1 });
    expect(end.end).toBe("complete");
    expect(blocks(lines)).toEqual([
      "odd [name]{1} *.txt\n1:a new needle",
      "src/b.ts\n2:const needle = 2;\n3-last",
      "src/c.ts\n1:const needle = 3;",
    ]);
  });

  it.each<[string, Partial<TextQuery>, string[]]>([
    ["by globs", { globs: ["*.ts"] }, ["src/b.ts", "src/c.ts"]],
    ["by a glob that excludes", { globs: ["!src"] }, ["odd [name]{1} *.txt"]],
    ["by type", { type: "txt" }, ["odd [name]{1} *.txt"]],
    ["with what is ignored", { includeIgnored: true, globs: ["ignored/**"] }, ["ignored/d.txt"]],
    ["in one folder", { path: "src" }, ["src/b.ts", "src/c.ts"]],
    ["in one file", { path: "src/b.ts" }, ["src/b.ts"]],
    ["in one file that lost it", { path: "a.txt" }, []],
    ["in one file whose name has signs of globs", { path: "odd [name]{1} *.txt" }, ["odd [name]{1} *.txt"]],
  ])("%s, as the files themselves", async (_title, query, expected) => {
    const { lines } = await found(ripgrep, { mode: "files_with_matches", ...query });
    expect(lines.sort()).toEqual(expected);
  });

  it("and is counted", async () => {
    expect((await found(ripgrep, { mode: "count" })).lines.sort()).toEqual([
      "odd [name]{1} *.txt:1",
      "src/b.ts:1",
      "src/c.ts:1",
    ]);
  });

  it("and a sink that has enough stops both parts", async () => {
    await inTempFolder(async (folder) => {
      await putFiles(folder, TREE);
      const unsaved = new Map([[`${folder}/src/b.ts`, "needle\n"]]);
      const options = { unsaved: () => Promise.resolve(unsaved), ...(ripgrep !== undefined && { ripgrep }) };
      const lines: string[] = [];
      const end = await createSearch(options).text({ ...QUERY, path: folder }, (line) => lines.push(line) < 2, NEVER);
      expect(end.end).toBe("stopped");
      expect(lines).toHaveLength(2);
    });
  });
});

describe.each(ENGINES)("a file without its text on disk is no other file (ripgrep: %s)", (ripgrep) => {
  it.runIf(process.platform !== "win32")("whatever signs of globs are in its name", () =>
    inTempFolder(async (folder) => {
      const signs = ["*", "?", "[", "]", "{", "}", "!", "\\", "#", ",", "^", "-", " ", "a", "**"];
      const names = signs.flatMap((first) => signs.map((second) => `${first}${second}`));
      await putFiles(folder, Object.fromEntries(names.map((name) => [name, "needle\n"])));
      const [unsaved, others] = [
        names.filter((_, index) => index % 2 === 0),
        names.filter((_, index) => index % 2 === 1),
      ];
      const texts = new Map(unsaved.map((name) => [`${folder}/${name}`, "nothing\n"]));
      const options = { unsaved: () => Promise.resolve(texts), ...(ripgrep !== undefined && { ripgrep }) };
      const found: string[] = [];
      const query: TextQuery = { ...QUERY, path: folder, mode: "files_with_matches" };
      await createSearch(options).text(query, (path) => found.push(path.slice(folder.length + 1)) > 0, NEVER);
      expect(found.sort()).toEqual([...new Set(others)].filter((name) => !unsaved.includes(name)).sort());
    }),
  );
});

it("a pattern that only ripgrep knows is a failure that says so where text is not saved", async () => {
  const query = { pattern: "(?U)needle" };
  expect((await found(undefined, query, {})).end.end).toBe("complete");
  expect((await found(undefined, query)).end).toMatchObject({
    end: "failed",
    engine: "ripgrep",
    message: expect.stringContaining("unsaved changes") as string,
  });
});
