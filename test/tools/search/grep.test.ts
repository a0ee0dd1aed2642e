import { execFileSync } from "node:child_process";
import { readdirSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCancelSource } from "../../../src/base/cancel.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { Search, SearchEnd, TextQuery } from "../../../src/ports/search.ts";
import { Grep } from "../../../src/tools/grep.ts";
import type { RunOptions, Workshop } from "../../support/workshop.ts";
import { createWorkshop } from "../../support/workshop.ts";

let shop: Workshop;
beforeAll(() => {
  shop = createWorkshop();
  shop.put("src/a.ts", "one\ntwo needle\nthree\nfour\nfive Needle\nsix\n");
  shop.put("src/b.ts", "needle needle\n");
  shop.put("src/c.js", "no\nneedle();\n");
  shop.put(".hidden/d.txt", "needle\n");
  shop.put(".gitignore", "out/\n*.log\nbuild\n");
  shop.put("out/e.ts", "needle\n");
  shop.put("build/deep/f.ts", "needle\n");
  shop.put("run.log", "needle\n");
  shop.put(".git/config", "needle\n");
  shop.put("packages/p/.gitignore", "gen\n");
  shop.put("packages/p/gen/g.ts", "needle\n");
  symlinkSync(shop.folder, shop.path("src/loop"));
});
afterAll(() => shop.dispose());

const grep = async (input: JsonObject, options: RunOptions = {}): Promise<string> => {
  const outcome = await shop.run(Grep, input, options);
  return `${outcome.status === "error" ? "error: " : ""}${outcome.text.replaceAll(`${shop.folder}/`, "/")}`;
};

describe("each output mode has its format, sorted by path", () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ["paths by default", {}, ["/.hidden/d.txt", "/src/a.ts", "/src/b.ts", "/src/c.js"]],
    ["paths", { output_mode: "files_with_matches", glob: "*.ts" }, ["/src/a.ts", "/src/b.ts"]],
    [
      "numbered lines under their file",
      { output_mode: "content", glob: "*.{ts,js}" },
      ["/src/a.ts", "2:two needle", "", "/src/b.ts", "1:needle needle", "", "/src/c.js", "2:needle();"],
    ],
    ["lines without numbers", { output_mode: "content", type: "js", "-n": false }, ["/src/c.js", "needle();"]],
    [
      "context, its lines marked, its groups parted",
      { output_mode: "content", path: "src/a.ts", "-i": true, context: 1 },
      ["/src/a.ts", "1-one", "2:two needle", "3-three", "4-four", "5:five Needle", "6-six"],
    ],
    [
      "groups",
      { output_mode: "content", path: "src/a.ts", "-i": true, "-A": 1 },
      ["/src/a.ts", "2:two needle", "3-three", "--", "5:five Needle", "6-six"],
    ],
    [
      "context before",
      { output_mode: "content", path: "src/a.ts", "-B": 1, "-C": 9, "-A": 0 },
      ["/src/a.ts", "1-one", "2:two needle"],
    ],
    [
      "counts, with the absolute path of a single file too",
      { output_mode: "count", path: "src/a.ts", "-i": true },
      ["/src/a.ts:2"],
    ],
    ["counts of several files", { output_mode: "count", glob: "*.ts" }, ["/src/a.ts:1", "/src/b.ts:1"]],
    [
      "patterns across lines",
      { pattern: "one.*three", multiline: true, output_mode: "content", path: "src" },
      ["/src/a.ts", "1:one", "2:two needle", "3:three"],
    ],
  ])("%s", async (_, input, expected) => {
    expect(await grep({ pattern: "needle", ...input })).toBe(expected.join("\n"));
  });

  test("no match is a success that says so", async () => {
    expect(await shop.run(Grep, { pattern: "absent-here" })).toEqual({
      status: "success",
      text: "No matches found",
      renderData: { kind: "grep", mode: "files_with_matches", matches: 0, truncated: false },
    });
  });

  test.each([
    ["files_with_matches", 4],
    ["content", 4],
    ["count", 4],
  ])("the row of a search in mode %s tells its matches", async (output_mode, matches) => {
    expect((await shop.run(Grep, { pattern: "needle", output_mode })).renderData).toMatchObject({
      matches,
      truncated: false,
    });
  });
});

describe("ignored content is searched only where path or glob names it", () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ["nowhere by default", { glob: "*.ts" }, ["/src/a.ts", "/src/b.ts"]],
    ["by its folder", { path: "out" }, ["/out/e.ts"]],
    ["by a folder below it", { path: "build/deep" }, ["/build/deep/f.ts"]],
    ["by its file", { path: "run.log" }, ["/run.log"]],
    ["by a glob of its folder", { glob: "out/**" }, ["/out/e.ts"]],
    ["by a glob of its folder anywhere", { glob: "**/build/**/*.ts" }, ["/build/deep/f.ts"]],
    ["by a glob of its ending", { glob: "*.log" }, ["/run.log"]],
    ["by one alternative of a glob", { glob: "*.{log,js}" }, ["/run.log", "/src/c.js"]],
    ["by a nested ignore file", { path: "packages/p/gen" }, ["/packages/p/gen/g.ts"]],
    ["by a glob that leads past a nested ignore file", { glob: "packages/p/gen/*.ts" }, ["/packages/p/gen/g.ts"]],
    ["not by a glob that excludes", { glob: "!out/**", path: "src" }, ["/src/a.ts", "/src/b.ts", "/src/c.js"]],
    ["not in a folder beside it", { path: "packages/p" }, []],
  ])("%s", async (_, input, expected) => {
    expect(await grep({ pattern: "needle", ...input })).toBe(
      expected.length === 0 ? "No matches found" : expected.join("\n"),
    );
  });

  test("version-control folders are never searched, and the answer says what to do", async () => {
    expect(await grep({ pattern: "needle", path: ".git" })).toMatch(
      /^error: \/\.git lies in \.git, which is never searched/,
    );
    expect(await grep({ pattern: "needle", glob: ".git/**" })).toBe("No matches found");
  });
});

describe("a search that cannot be made is explained", () => {
  test("a missing path comes with what it may have meant", async () => {
    expect(await grep({ pattern: "x", path: "src/aa.ts" })).toBe(
      "error: /src/aa.ts does not exist. Did you mean:\n- /src/a.ts",
    );
    expect(await grep({ pattern: "x", path: "scr" })).toBe("error: /scr does not exist. Did you mean:\n- /src");
  });

  test("a bad pattern gives the engine's words behind its exit code, and the remedy", async () => {
    const text = await grep({ pattern: "f(" });
    expect(text).toMatch(/^error: exit code 2 from ripgrep: /);
    expect(text).toContain("Escape what is meant literally");
  });

  test("an unknown type gives the engine's words", async () => {
    expect(await grep({ pattern: "x", type: "klingon" })).toMatch(/^error: exit code 2 from ripgrep: .*klingon/s);
  });
});

describe("the answer is a window of the output", () => {
  test("250 lines by default, with a notice", async () => {
    shop.put("many/lines.txt", "hit\n".repeat(600));
    const text = await grep({ pattern: "hit", path: "many", output_mode: "content" });
    expect(text.split("\n").slice(0, 2)).toEqual(["/many/lines.txt", "1:hit"]);
    expect(text).toMatch(/\n249:hit\n\n\.\.\. Results truncated \(limit: 250, offset: 0\)$/);
  });

  test.each<[JsonObject, string]>([
    [{ head_limit: 2 }, "/w/1\n/w/2\n\n... Results truncated (limit: 2, offset: 0)"],
    [{ head_limit: 2, offset: 2 }, "/w/3\n/w/4\n\n... Results truncated (limit: 2, offset: 2)"],
    [{ head_limit: 2, offset: 4 }, "/w/5"],
    [{ head_limit: 5 }, "/w/1\n/w/2\n/w/3\n/w/4\n/w/5"],
    [{ head_limit: 0, offset: 3 }, "/w/4\n/w/5"],
    [{ offset: 5 }, "error: offset 5 is past the last of the 5 lines of output"],
  ])("%j", async (input, expected) => {
    for (const name of ["5", "1", "4", "2", "3"]) shop.put(`w/${name}`, "window\n");
    expect(await grep({ pattern: "window", path: "w", ...input })).toBe(expected);
  });

  test("200 KiB at a full line, with where to go on", async () => {
    shop.put("wide/lines.txt", `hit ${"é".repeat(900)}\n`.repeat(300));
    const text = await grep({ pattern: "hit", path: "wide", output_mode: "content", head_limit: 0 });
    const next = Number(
      /\n\n\.\.\. Results truncated at the limit of 204800 bytes: continue with offset (\d+), or narrow the search$/.exec(
        text,
      )?.[1],
    );
    const body = text.slice(0, text.indexOf("\n\n..."));
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(204_800);
    expect(body.split("\n")).toHaveLength(next);
    const rest = await grep({ pattern: "hit", path: "wide", output_mode: "content", head_limit: 1, offset: next });
    expect(rest).toMatch(new RegExp(`^${next}:hit`));
  });

  test("lines are cut at 2,000 columns, and a file shows 1,000 matching lines", async () => {
    shop.put("cut/one-line.json", `{"needle":"${"x".repeat(5 * 1_024 * 1_024)}"}`);
    const text = await grep({ pattern: "needle", path: "cut", output_mode: "content" });
    expect(text.length).toBeLessThan(2_200);
    shop.put("cut/lines.txt", "much\n".repeat(1_500));
    const lines = (await grep({ pattern: "much", path: "cut", output_mode: "content", head_limit: 0 })).split("\n");
    expect(lines.filter((line) => line.endsWith(":much"))).toHaveLength(1_000);
  });

  test.each([
    [{ head_limit: 0 }, 1_000, true, false],
    [{ head_limit: 0, "-n": false }, 1_000, true, false],
    [{ head_limit: 0, offset: 1_000 }, 1, true, false],
    [{ head_limit: 500 }, 499, false, true],
    [{ head_limit: 0, glob: "few*" }, 999, false, false],
  ])(
    "%j: that a file may have more than 1,000 matching lines is told where they end",
    async (input, shown, full, short) => {
      shop.put("full/few.txt", "lots\n".repeat(999));
      shop.put("full/many.txt", "lots\n".repeat(1_001));
      const glob = "glob" in input ? {} : { glob: "many*" };
      const text = await grep({ pattern: "lots", path: "full", output_mode: "content", ...glob, ...input });
      expect(text.split("\n").filter((line) => line.endsWith("lots"))).toHaveLength(shown);
      expect(
        text.includes(
          "\n\n... At most 1000 matching lines of one file are shown; more may be in /full/many.txt: narrow",
        ),
      ).toBe(full);
      expect(text.endsWith(`\n\n... Results truncated (limit: 500, offset: 0)`)).toBe(short);
    },
  );

  test.skipIf(process.platform === "win32")("a pipe is refused at once", async () => {
    execFileSync("mkfifo", [shop.path("pipe")]);
    expect(await grep({ pattern: "x", path: "pipe" })).toBe(
      "error: /pipe is a device, pipe or socket: reading it could block or never end",
    );
  });
});

describe("names and contents of every kind", () => {
  test("a name with a line break stays on one line", async () => {
    shop.put("odd/a\nb.txt", "odd\n");
    expect(await grep({ pattern: "odd", path: "odd" })).toBe("/odd/a\\nb.txt");
    expect(await grep({ pattern: "odd", path: "odd", output_mode: "count" })).toBe("/odd/a\\nb.txt:1");
    expect(await grep({ pattern: "odd", path: "odd", output_mode: "content" })).toBe("/odd/a\\nb.txt\n1:odd");
  });

  test("a name that looks like a numbered line is still a name", async () => {
    shop.put("names/7:x-y", "names\n");
    expect(await grep({ pattern: "names", path: "names", output_mode: "content", "-n": false })).toBe(
      "/names/7:x-y\nnames",
    );
  });

  test("a file that no rule lets be read is left out of every mode (report 54)", async () => {
    shop.put("secret/.env", "KEY=1\n");
    shop.put("secret/app.ts", "KEY\n");
    const mayRead = (path: string): boolean => !path.endsWith(".env");
    const ask = (output_mode: string): Promise<string> =>
      grep({ pattern: "KEY", path: "secret", output_mode }, { mayRead });
    expect(await Promise.all(["files_with_matches", "count", "content"].map(ask))).toEqual([
      "/secret/app.ts",
      "/secret/app.ts:1",
      "/secret/app.ts\n1:KEY",
    ]);
  });

  test("the path of a single file is what permission is asked for", () => {
    expect(Grep.resources({ pattern: "KEY", path: ".env" }, shop.host)).toEqual([
      { kind: "path", path: shop.path(".env"), access: "read" },
    ]);
    expect(Grep.resources({ pattern: "KEY" }, shop.host)).toEqual([
      { kind: "path", path: shop.folder, access: "read" },
    ]);
  });
});

test("a stored result is searched under its address, and no copy is left", async () => {
  const address = (await shop.host.store.putArtifact(Uint8Array.from(Buffer.from("a\nneedle\nb\n")))) as string;
  const ask = (output_mode: string): Promise<string> => grep({ pattern: "needle", path: address, output_mode });
  expect(await Promise.all(["files_with_matches", "content", "count"].map(ask))).toEqual([
    address,
    `${address}\n2:needle`,
    `${address}:1`,
  ]);
  expect(readdirSync(shop.host.workspace.temp)).toEqual([]);
  expect(Grep.resources({ pattern: "x", path: address }, shop.host)).toEqual([]);
  expect(await grep({ pattern: "x", path: `artifact://${"1".repeat(32)}` })).toContain("is not kept any more");
});

describe("a search ends", () => {
  const ending = (lines: readonly string[], end: SearchEnd, seen: TextQuery[] = []): Workshop => {
    const search: Search = {
      text: (query, sink) => {
        seen.push(query);
        lines.every(sink);
        return Promise.resolve(end);
      },
      files: () => Promise.resolve(end),
    };
    return createWorkshop({ search });
  };

  test.each<[string, readonly string[], SearchEnd, string]>([
    [
      "partial results of a timeout come with a warning",
      ["/b", "/a"],
      { end: "timed-out", engine: "ripgrep" },
      "Warning: search timed out; results are partial. It was stopped after 20 s: name a smaller path, or a glob or type.\n\n/a\n/b",
    ],
    [
      "a timeout without results is an error",
      [],
      { end: "timed-out", engine: "ripgrep" },
      "error: The search was stopped after 20 s and had found nothing: name a smaller path, or a glob or type",
    ],
    [
      "a cancelled search is an error",
      ["/a"],
      { end: "cancelled", engine: "ripgrep" },
      "error: The search was cancelled",
    ],
    [
      "a failing engine is an error with its exit code first",
      ["/a"],
      { end: "failed", engine: "ripgrep", exitCode: 137, message: "killed\n" },
      "error: exit code 137 from ripgrep: killed",
    ],
    [
      "an engine that does not run is an error",
      [],
      { end: "failed", engine: "ripgrep", exitCode: undefined, message: "ENOENT" },
      "error: ripgrep could not run: ENOENT",
    ],
  ])("%s", async (_, lines, end, expected) => {
    const ended = ending(lines, end);
    const outcome = await ended.run(Grep, { pattern: "x" });
    expect(`${outcome.status === "error" ? "error: " : ""}${outcome.text}`).toBe(expected);
    await ended.dispose();
  });

  test("the engine gets 20 seconds and the pattern as it is", async () => {
    const seen: TextQuery[] = [];
    const ended = ending([], { end: "complete", engine: "ripgrep" }, seen);
    await ended.run(Grep, { pattern: "a|b", "-i": true });
    expect(seen).toMatchObject([
      { pattern: "a|b", ignoreCase: true, multiline: false, globs: [], includeIgnored: false },
    ]);
    expect(seen[0]?.timeoutMs).toBeGreaterThan(19_000);
    expect(seen[0]?.timeoutMs).toBeLessThanOrEqual(20_000);
    await ended.dispose();
  });

  test("a search that finds without end is stopped, and memory holds its window only", async () => {
    let given = 0;
    const search: Search = {
      text: (_, sink) => {
        while (sink(`/${given}`)) given++;
        return Promise.resolve({ end: "stopped", engine: "ripgrep" });
      },
      files: () => Promise.resolve({ end: "complete", engine: "ripgrep" }),
    };
    const endless = createWorkshop({ search });
    const { text } = await endless.run(Grep, { pattern: "x", head_limit: 2 });
    expect([text, given]).toEqual(["/0\n/1\n\n... Results truncated (limit: 2, offset: 0)", 200_000]);
    await endless.dispose();
  });

  test("cancelling ends the real engine", async () => {
    const source = createCancelSource();
    source.cancel("stop");
    expect(await grep({ pattern: "needle" }, { cancel: source.token })).toBe("error: The search was cancelled");
  });
});

test("several workspace folders are searched one after the other", async () => {
  const other = createWorkshop();
  other.put("z.txt", "needle\n");
  const both = createWorkshop({}, { roots: [shop.path("src"), other.folder] });
  const { text } = await both.run(Grep, { pattern: "needle" });
  expect(text.split("\n").sort()).toEqual(
    [...["a.ts", "b.ts", "c.js"].map((name) => shop.path(`src/${name}`)), other.path("z.txt")].sort(),
  );
  await Promise.all([other.dispose(), both.dispose()]);
});

test("content mode agrees with ripgrep itself", async () => {
  const { rgPath } = await import("@vscode/ripgrep");
  const direct = execFileSync(rgPath, ["--heading", "-n", "--sort=path", "needle", shop.path("src")], {
    encoding: "utf8",
  });
  expect(await grep({ pattern: "needle", path: "src", output_mode: "content" })).toBe(
    direct.trimEnd().replaceAll(`${shop.folder}/`, "/"),
  );
});
