import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import type { SearchEnd, TextQuery } from "../../src/ports/search.ts";
import type { ContractFiles, ContractHost, MakeHost } from "./contract-host.ts";
import { withHost } from "./contract-host.ts";

const TREE: ContractFiles = {
  "a.txt": "one needle\ntwo\nthree\nfour\nfive needle\nsix\n",
  "src/b.ts": "const needle = 1;\n",
  "src/c.js": "no such thing\n",
  ".hidden/d.txt": "a hidden needle\n",
  ".git/e.txt": "a needle of version control\n",
  "deep/.svn/f.txt": "a needle of version control\n",
  "deep/g.txt": "a NEEDLE\nin a haystack\n",
  outside: { linkTo: "src" },
};

const QUERY: Omit<TextQuery, "path"> = {
  pattern: "needle",
  mode: "content",
  globs: [],
  ignoreCase: false,
  multiline: false,
  lineNumbers: true,
  before: 0,
  after: 0,
  includeIgnored: false,
  timeoutMs: 60_000,
};

/** Lines of a content search by path, so that the order of files does not matter. */
function blocksOf(lines: readonly string[]): Record<string, string[]> {
  const blocks: Record<string, string[]> = {};
  let block: string[] | undefined;
  for (const line of lines) {
    if (line === "") block = undefined;
    else if (block) block.push(line);
    else blocks[line] = block = [];
  }
  return blocks;
}

/** What every host's search promises. */
export function searchContract(make: MakeHost): void {
  const text = async ({ host, root }: ContractHost, query: Partial<TextQuery>) => {
    const lines: string[] = [];
    const end = await host.search.text({ ...QUERY, path: root, ...query }, (line) => lines.push(line) > 0, NEVER);
    return { end, lines };
  };
  const rule = (title: string, work: (made: ContractHost) => Promise<void>) =>
    it(title, () => withHost(make, TREE, work));

  describe("text", () => {
    rule(
      "the files that match are absolute paths; hidden ones count, version control and links do not",
      async (made) => {
        const { end, lines } = await text(made, { mode: "files_with_matches" });
        expect(end.end).toBe("complete");
        expect(lines.sort()).toEqual([".hidden/d.txt", "a.txt", "src/b.ts"].map((name) => `${made.root}/${name}`));
      },
    );

    rule("content is a path, then its numbered lines, with an empty line between files", async (made) => {
      const { lines } = await text(made, {});
      expect(blocksOf(lines)).toEqual({
        [`${made.root}/a.txt`]: ["1:one needle", "5:five needle"],
        [`${made.root}/src/b.ts`]: ["1:const needle = 1;"],
        [`${made.root}/.hidden/d.txt`]: ["1:a hidden needle"],
      });
      expect(lines.filter((line) => line === "")).toHaveLength(2);
    });

    rule("context has a hyphen after its number, and two hyphens stand between groups", async (made) => {
      const path = `${made.root}/a.txt`;
      const { lines } = await text(made, { path, before: 1, after: 1 });
      expect(lines).toEqual([path, "1:one needle", "2-two", "--", "4-four", "5:five needle", "6-six"]);
      const all = await text(made, { path, before: 2, after: 2 });
      expect(all.lines.slice(1)).toEqual(["1:one needle", "2-two", "3-three", "4-four", "5:five needle", "6-six"]);
    });

    rule("without numbers a line is the line alone", async (made) => {
      const path = `${made.root}/a.txt`;
      const { lines } = await text(made, { path, lineNumbers: false, after: 1 });
      expect(lines).toEqual([path, "one needle", "two", "--", "five needle", "six"]);
    });

    rule("a count is the path and the number of lines, for a single file as well", async (made) => {
      const path = `${made.root}/a.txt`;
      expect((await text(made, { path, mode: "count" })).lines).toEqual([`${path}:2`]);
    });

    rule("case counts unless it is to be ignored", async (made) => {
      const { lines } = await text(made, { mode: "files_with_matches", ignoreCase: true });
      expect(lines).toContain(`${made.root}/deep/g.txt`);
    });

    it.each([
      [["*.ts"], ["src/b.ts"]],
      [["src/**"], ["src/b.ts"]],
      [["!*.ts"], [".hidden/d.txt", "a.txt"]],
      [
        ["*.{ts,txt}", "!a.*"],
        [".hidden/d.txt", "src/b.ts"],
      ],
    ])("globs say which files are searched: %j", (globs, expected) =>
      withHost(make, TREE, async (made) => {
        const { lines } = await text(made, { mode: "files_with_matches", globs });
        expect(lines.sort()).toEqual(expected.map((name) => `${made.root}/${name}`));
      }),
    );

    rule("a type says which files are searched", async (made) => {
      expect((await text(made, { mode: "files_with_matches", type: "ts" })).lines).toEqual([`${made.root}/src/b.ts`]);
    });

    rule("only a multiline search sees several lines as one text", async (made) => {
      const pattern = "NEEDLE.in";
      expect((await text(made, { pattern, multiline: false })).lines).toEqual([]);
      const { lines } = await text(made, { pattern, multiline: true });
      expect(lines).toEqual([`${made.root}/deep/g.txt`, "1:a NEEDLE", "2:in a haystack"]);
    });

    rule("nothing found is a complete search without lines", async (made) => {
      expect(await text(made, { pattern: "nowhere to be found" })).toMatchObject({
        end: { end: "complete" },
        lines: [],
      });
    });

    rule("a sink that has enough stops the search", async ({ host, root }) => {
      const lines: string[] = [];
      const query: TextQuery = { ...QUERY, path: root };
      const end = await host.search.text(query, (line) => lines.push(line) < 2, NEVER);
      expect(end.end).toBe("stopped");
      expect(lines).toHaveLength(2);
    });

    it.each<[string, Partial<TextQuery>]>([
      ["a pattern that is none", { pattern: "(" }],
      ["a path that is not there", { path: "/not/there" }],
    ])("%s is a failure with an exit code and a message", (_title, query) =>
      withHost(make, TREE, async (made) => {
        const { end, lines } = await text(made, query);
        expect(lines).toEqual([]);
        const failed = end as Extract<SearchEnd, { end: "failed" }>;
        expect(failed).toMatchObject({ end: "failed", exitCode: 2 });
        expect(failed.message).not.toBe("");
      }),
    );

    rule("a search that was cancelled before it began finds nothing", async ({ host, root }) => {
      const source = createCancelSource();
      source.cancel("enough");
      const query: TextQuery = { ...QUERY, path: root };
      const sink = () => expect.unreachable("nothing is found once cancelled");
      expect((await host.search.text(query, sink, source.token)).end).toBe("cancelled");
    });
  });

  describe("files", () => {
    it.each([
      ["*.txt", [".hidden/d.txt", "a.txt", "deep/g.txt"]],
      ["**/*.TXT", [".hidden/d.txt", "a.txt", "deep/g.txt"]],
      ["src/*", ["src/b.ts", "src/c.js"]],
      ["src/*.{ts,js}", ["src/b.ts", "src/c.js"]],
      ["deep/**", ["deep/g.txt"]],
      ["*.none", []],
    ])("a glob is matched without case below the folder: %s", (pattern, expected) =>
      withHost(make, TREE, async ({ host, root }) => {
        const paths: string[] = [];
        const end = await host.search.files(
          { pattern, path: root, timeoutMs: 60_000 },
          (path) => paths.push(path) > 0,
          NEVER,
        );
        expect(end.end).toBe("complete");
        expect(paths.sort()).toEqual(expected.map((name) => `${root}/${name}`));
      }),
    );

    rule("a sink that has enough stops the search", async ({ host, root }) => {
      const end = await host.search.files({ pattern: "*", path: root, timeoutMs: 60_000 }, () => false, NEVER);
      expect(end.end).toBe("stopped");
    });
  });
}
