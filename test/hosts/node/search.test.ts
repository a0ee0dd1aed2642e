import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../../src/base/cancel.ts";
import { fileTypes } from "../../../src/hosts/node/search/file-types.ts";
import { findRipgrep } from "../../../src/hosts/node/search/find-ripgrep.ts";
import type { TextQuery } from "../../../src/ports/search.ts";
import type { ContractFiles } from "../../contracts/contract-host.ts";
import { asNobody } from "./as-nobody.ts";
import { ENGINES, filesBy, QUERY, textBy } from "./engines.ts";
import { inTempFolder, putFiles } from "./temp-folder.ts";

describe("the engine", () => {
  it("is the ripgrep that comes with the package", async () => {
    expect(await findRipgrep()).toMatch(/ripgrep/);
  });

  it("is JavaScript where a ripgrep is not wanted, and says so", async () => {
    await inTempFolder(async (path) => {
      const ends = [ENGINES.ripgrep, ENGINES.javascript].map((search) =>
        search.text({ ...QUERY, path }, () => true, NEVER),
      );
      expect((await Promise.all(ends)).map(({ engine }) => engine)).toEqual(["ripgrep", "javascript"]);
    });
  });

  it("passes over a program that is no ripgrep", async () => {
    expect(await findRipgrep({ preferred: "/bin/true" })).not.toBe("/bin/true");
    expect(await findRipgrep({ preferred: "/no/such/program" })).not.toBe("/no/such/program");
  });

  it("knows the same file types in JavaScript as in ripgrep", async () => {
    const program = (await findRipgrep()) ?? "rg";
    const list = execFileSync(program, ["--no-config", "--type-list"], { encoding: "utf8" });
    const rows = list
      .trim()
      .split("\n")
      .map((row) => row.split(": ") as [string, string]);
    expect([...fileTypes()]).toEqual(rows.map(([name, globs]) => [name, globs.split(", ")]));
  });
});

describe.each(["ripgrep", "javascript"] as const)("searching by %s", (engine) => {
  const inTree = (files: ContractFiles, work: (root: string) => Promise<void>) =>
    inTempFolder(async (root) => {
      await putFiles(root, files);
      await work(root);
    });

  it("shows a name with a line break on one line", () =>
    inTree({ "new\nline.txt": "needle\n", "re\rturn.txt": "needle\n" }, async (path) => {
      for (const mode of ["content", "count", "files_with_matches"] as const) {
        const { lines } = await textBy(engine, { ...QUERY, path, mode });
        expect(lines.join("\n")).toContain(`${path}/new\\nline.txt`);
        expect(lines.every((line) => !/[\n\r]/.test(line))).toBe(true);
      }
      expect((await filesBy(engine, path, "*.txt")).paths).toEqual([`${path}/new\nline.txt`, `${path}/re\rturn.txt`]);
    }));

  it("searches files whose names are no text, and shows U+FFFD for what cannot be shown", () =>
    inTempFolder(async (path) => {
      await writeFile(
        Buffer.concat([Buffer.from(`${path}/caf`), Buffer.from([0xe9]), Buffer.from(".txt")]),
        "needle\n",
      );
      expect((await textBy(engine, { ...QUERY, path })).lines).toEqual([`${path}/caf\ufffd.txt`, "1:needle"]);
      expect((await filesBy(engine, path, "*.txt")).paths).toEqual([`${path}/caf\ufffd.txt`]);
    }));

  it("shows what is no text in a line as U+FFFD", () =>
    inTree({ "latin.txt": Uint8Array.from([...Buffer.from("needle caf"), 0xe9, 10]) }, async (path) => {
      expect((await textBy(engine, { ...QUERY, path })).lines).toEqual([`${path}/latin.txt`, "1:needle caf\ufffd"]);
    }));

  it("cuts a line after 2,000 characters with a note", () =>
    inTree(
      { "long.txt": `needle${"x".repeat(5_000_000)}\n`, "wide.txt": `needle${"é".repeat(3_000)}\n` },
      async (path) => {
        const long = await textBy(engine, { ...QUERY, path: `${path}/long.txt` });
        expect(long.lines[1]).toBe(`1:needle${"x".repeat(1_994)} [... omitted end of long line]`);
        const wide = await textBy(engine, { ...QUERY, path: `${path}/wide.txt` });
        expect(wide.lines[1]).toBe(`1:needle${"é".repeat(1_994)} [... omitted end of long line]`);
      },
    ));

  it("shows at most 1,000 matches of a file, and counts them all", () =>
    inTree({ "many.txt": "needle\n".repeat(1_500) }, async (path) => {
      expect((await textBy(engine, { ...QUERY, path })).lines).toHaveLength(1_001);
      expect((await textBy(engine, { ...QUERY, path, mode: "count" })).lines).toEqual([`${path}/many.txt:1500`]);
    }));

  it("does not show the carriage returns of line ends", () =>
    inTree({ "dos.txt": "one\r\nneedle\r\n" }, async (path) => {
      expect((await textBy(engine, { ...QUERY, path, before: 1 })).lines.slice(1)).toEqual(["1-one", "2:needle"]);
    }));

  it("passes binary files over, and names one that was asked for", () =>
    inTree({ "b.bin": "needle\0\nneedle\n", "a.txt": "needle\n" }, async (path) => {
      expect((await textBy(engine, { ...QUERY, path })).lines).toEqual([`${path}/a.txt`, "1:needle"]);
      const asked = await textBy(engine, { ...QUERY, path: `${path}/b.bin` });
      expect(asked.lines).toEqual([`${path}/b.bin: binary file matches`]);
    }));

  it("reads UTF-16 and UTF-8 with their marks", () =>
    inTree({ "16.txt": Buffer.from("\ufeffneedle é\n", "utf16le"), "8.txt": "\ufeffneedle é\n" }, async (path) => {
      const { lines } = await textBy(engine, { ...QUERY, path, pattern: "^needle é$" });
      expect(lines.filter((line) => line.startsWith("1:"))).toEqual(["1:needle é", "1:needle é"]);
    }));

  it("never enters a circle of links, a pipe, or what lies behind a link (report 100)", () =>
    inTree(
      { "a/b.txt": "needle\n", "a/up": { linkTo: ".." }, "a/self": { linkTo: "." }, "c.txt": { linkTo: "a/b.txt" } },
      async (path) => {
        execFileSync("mkfifo", [join(path, "pipe.txt")]);
        expect((await filesBy(engine, path, "**/*.txt")).paths).toEqual([`${path}/a/b.txt`]);
        expect((await textBy(engine, { ...QUERY, path })).lines).toEqual([`${path}/a/b.txt`, "1:needle"]);
      },
    ));

  it("begins at a link that was asked for, in its own spelling", () =>
    inTree(
      { "real/a.txt": "needle\n", link: { linkTo: "real" }, "one.txt": { linkTo: "real/a.txt" } },
      async (path) => {
        const through = await textBy(engine, { ...QUERY, path: `${path}/link`, globs: ["/a.txt"] });
        expect(through.lines).toEqual([`${path}/link/a.txt`, "1:needle"]);
        expect((await textBy(engine, { ...QUERY, path: `${path}/one.txt` })).lines).toEqual([
          `${path}/one.txt`,
          "1:needle",
        ]);
        expect((await filesBy(engine, `${path}/link`, "*")).paths).toEqual([`${path}/link/a.txt`]);
      },
    ));

  it("is complete although some folders and files may not be read", () =>
    inTree(
      { "open/a.txt": "needle\n", "shut/b.txt": "needle\n", "c.txt": { unreadable: "needle\n" } },
      async (path) => {
        await asNobody(path, ["shut"], async () => {
          expect(await textBy(engine, { ...QUERY, path, mode: "files_with_matches" })).toEqual({
            end: "complete",
            lines: [`${path}/open/a.txt`],
          });
          expect(await filesBy(engine, path, "**/a.txt")).toEqual({ end: "complete", paths: [`${path}/open/a.txt`] });
        });
      },
    ));

  it("never searches version control, not even when asked to", () =>
    inTree({ ".git/config": "needle\n", ".hg/x/y": "needle\n", ".GIT/z": "needle\n" }, async (path) => {
      const globs = ["**/.git/**", "**/.hg/**"];
      expect((await textBy(engine, { ...QUERY, path, globs, includeIgnored: true })).lines).toEqual([]);
      expect((await textBy(engine, { ...QUERY, path: `${path}/.git` })).lines).toEqual([]);
      expect((await textBy(engine, { ...QUERY, path: `${path}/.git/config` })).lines).toEqual([]);
      expect((await filesBy(engine, path, ".git/**")).paths).toEqual([]);
    }));

  it("honours ignore files unless told not to, and always for names", () =>
    inTree(
      { ".gitignore": "*.log\nout/\n", "a.log": "needle\n", "out/b.txt": "needle\n", "c.txt": "needle\n" },
      async (path) => {
        const found = async (includeIgnored: boolean) =>
          (await textBy(engine, { ...QUERY, path, mode: "files_with_matches", includeIgnored })).lines.sort();
        expect(await found(false)).toEqual([`${path}/c.txt`]);
        expect(await found(true)).toEqual(["a.log", "c.txt", "out/b.txt"].map((name) => `${path}/${name}`));
        expect((await filesBy(engine, path, "*")).paths).toHaveLength(4);
      },
    ));

  it("takes a pattern that begins with ! or # as it is", () =>
    inTree({ "!a.txt": "", "#b.txt": "", "c.txt": "" }, async (path) => {
      expect((await filesBy(engine, path, "!a.txt")).paths).toEqual([`${path}/!a.txt`]);
      expect((await filesBy(engine, path, "#b.txt")).paths).toEqual([`${path}/#b.txt`]);
    }));

  it.each<[string, Partial<TextQuery>]>([
    ["an unknown file type", { type: "no-such-type" }],
    ["a glob that is not closed", { globs: ["{a,b"] }],
    ["a look-around", { pattern: "(?=needle)" }],
    ["a line feed in a pattern for single lines", { pattern: "a\nb" }],
    ["a NUL in a path", { path: "/tmp/a\0b" }],
    ["a relative path", { path: "src" }],
  ])("%s fails in words", (_title, query) =>
    inTree({ "a.txt": "needle\n" }, async (path) => {
      expect(await textBy(engine, { ...QUERY, path, ...query })).toEqual({ end: "failed", lines: [] });
    }),
  );

  it("does not search for names in a file", () =>
    inTree({ "a.txt": "" }, async (path) => {
      expect((await filesBy(engine, `${path}/a.txt`, "*")).end).toBe("failed");
    }));

  it("ends with what it has when time is up", () =>
    inTree({ "a.txt": "needle\n" }, async (path) => {
      expect((await textBy(engine, { ...QUERY, path, timeoutMs: 0 })).end).toBe("timed-out");
    }));

  it("ends when it is cancelled from within", () =>
    inTree(
      Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`${number}.txt`, "needle\n".repeat(900)])),
      async (path) => {
        const source = createCancelSource();
        let lines = 0;
        const sink = () => {
          lines += 1;
          if (lines === 1) source.cancel("enough");
          return true;
        };
        expect((await ENGINES[engine].text({ ...QUERY, path }, sink, source.token)).end).toBe("cancelled");
        expect(lines).toBeLessThan(300 * 901);
      },
    ));
});

describe("a pattern that backtracks without end", () => {
  it("ends as a search that ran out of time, in JavaScript as well", () =>
    inTempFolder(async (path) => {
      await writeFile(join(path, "a.txt"), `${"a".repeat(60)}b\n`);
      await writeFile(join(path, "b.txt"), "xx\n");
      expect((await textBy("javascript", { ...QUERY, path, pattern: "(x+x+)+y|(a+)+$|xx" })).end).toBe("timed-out");
    }));
});

describe("large trees", () => {
  it("end soon for a sink that has enough", () =>
    inTempFolder(async (path) => {
      for (let folder = 0; folder < 50; folder += 1) {
        await mkdir(join(path, `${folder}`));
        await Promise.all(
          Array.from({ length: 40 }, (_, file) => writeFile(join(path, `${folder}`, `${file}.txt`), "")),
        );
        await symlink("..", join(path, `${folder}`, "up"));
      }
      for (const engine of ["ripgrep", "javascript"] as const) {
        let seen = 0;
        const query = { pattern: "**/*.txt", path, timeoutMs: 60_000 };
        const end = await ENGINES[engine].files(query, () => (seen += 1) < 100, NEVER);
        expect([end.end, seen]).toEqual(["stopped", 100]);
        expect((await filesBy(engine, path, "**/*.txt")).paths).toHaveLength(2_000);
      }
    }));
});
