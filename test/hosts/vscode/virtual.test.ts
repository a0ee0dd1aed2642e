import { realpath } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { NEVER } from "../../../src/base/cancel.ts";
import type { VscodeHost } from "../../../src/hosts/vscode/host.ts";
import { createVirtualPaths } from "../../../src/hosts/vscode/virtual/virtual-paths.ts";
import type { SessionFacts, Tool, ToolContext } from "../../../src/pipeline/tool.ts";
import type { FileStat } from "../../../src/ports/files.ts";
import { absolutePath, pathInside } from "../../../src/ports/paths.ts";
import type { TextQuery } from "../../../src/ports/search.ts";
import { Edit } from "../../../src/tools/edit.ts";
import { Glob } from "../../../src/tools/glob.ts";
import { Grep } from "../../../src/tools/grep.ts";
import { Read } from "../../../src/tools/read.ts";
import { bytesOf, textOf } from "../../contracts/contract-host.ts";
import { QUERY } from "../node/engines.ts";
import { inTempFolder } from "../node/temp-folder.ts";
import type { FakeFileSystem } from "./fake-file-system.ts";
import { fake, FileType, Uri } from "./fake-vscode.ts";
import { windowHost } from "./window-host.ts";

const ROOT = "/memfs:host/ws";

interface Virtual {
  readonly host: VscodeHost;
  readonly system: FakeFileSystem;
  readonly lines: (query: Partial<TextQuery>) => Promise<string[]>;
}

/** A window whose only folder is in the file system of an extension. */
const inVirtual = (files: Readonly<Record<string, string>>, work: (virtual: Virtual) => Promise<void>) =>
  inTempFolder(async (storage) => {
    fake.reset();
    const system = fake.addSystem("memfs");
    system.folder("/ws");
    for (const [name, text] of Object.entries(files)) system.put(`/ws/${name}`, text);
    fake.addFolder(Uri.parse("memfs://host/ws"), "ws");
    const host = windowHost(storage);
    const lines: Virtual["lines"] = async (query) => {
      const found: string[] = [];
      await host.search.text({ ...QUERY, path: ROOT, ...query }, (line) => found.push(line) > 0, NEVER);
      return found;
    };
    try {
      await work({ host, system, lines });
    } finally {
      await host.dispose();
    }
  });

const TREE = { "a.txt": "alpha\n", "src/b.ts": "const needle = 1;\n", "src/deep/c.ts": "no such thing\n" };

describe("paths of virtual file systems", () => {
  const folders = [Uri.parse("memfs:/ws"), Uri.parse("vscode-vfs://github%2Bx/owner/repo")];

  it.each([
    ["/", "memfs:/ws/a.txt", "/memfs:/ws/a.txt"],
    ["/", "vscode-vfs://github%2Bx/owner/repo/a b.ts", "/vscode-vfs:github%2Bx/owner/repo/a b.ts"],
    ["\\", "memfs:/ws/a.txt", "\\\\memfs:\\ws\\a.txt"],
    ["\\", "vscode-vfs://github%2Bx/owner/repo/a.ts", "\\\\vscode-vfs:github%2Bx\\owner\\repo\\a.ts"],
  ] as const)("are spelled with %s: %s is %s, and back", (separator, address, path) => {
    const paths = createVirtualPaths(folders as never, { separator });
    expect(paths.pathOf(Uri.parse(address) as never)).toBe(path);
    expect(paths.uriOf(path)).toEqual(Uri.parse(address));
  });

  it("stand for nothing but the file systems of the window's folders", () => {
    const paths = createVirtualPaths(folders as never, { separator: "/" });
    for (const path of ["/memfs:other/ws/a.txt", "/ssh:/ws/a.txt", "/home/memfs:/a.txt", "/memfs/a.txt"]) {
      expect(paths.uriOf(path)).toBeUndefined();
    }
    expect(paths.pathOf(Uri.parse("memfs://other/ws/a.txt") as never)).toBeUndefined();
  });
});

describe("a folder in a virtual file system", () => {
  it("is a root like any, and relative paths begin there", () =>
    inVirtual(TREE, async ({ host: { workspace, files } }) => {
      expect(workspace.roots).toEqual([ROOT]);
      expect(absolutePath("src/../a.txt", workspace)).toBe(`${ROOT}/a.txt`);
      expect(pathInside(ROOT, `${ROOT}/src/b.ts`, workspace)).toBe("src/b.ts");
      expect(textOf(await files.read(absolutePath("src/b.ts", workspace)))).toBe(TREE["src/b.ts"]);
    }));

  it("is listed, looked at and read", () =>
    inVirtual(TREE, async ({ host: { files } }) => {
      expect(await files.list(ROOT)).toEqual([
        { name: "a.txt", kind: "file" },
        { name: "src", kind: "directory" },
      ]);
      expect(await files.stat(`${ROOT}/a.txt`)).toMatchObject({ kind: "file", size: 6 });
      expect(textOf(await files.read(`${ROOT}/a.txt`, { start: 1, end: 3 }))).toBe("lp");
      expect(await files.resolve(`${ROOT}/src/../none/x`)).toEqual({ real: `${ROOT}/none/x`, exists: false });
    }));

  it.each([
    ["missing", "none.txt"],
    ["not-file", "src"],
    ["not-directory", "a.txt/b"],
  ])("answers problems as values: %s", (problem, name) =>
    inVirtual(TREE, async ({ host: { files } }) => {
      expect(await files.read(`${ROOT}/${name}`)).toMatchObject({ problem, path: `${ROOT}/${name}` });
    }),
  );

  it("is written on the condition that was named, and its fingerprints are those of content", () =>
    inVirtual(TREE, async ({ host: { files } }) => {
      const path = `${ROOT}/a.txt`;
      let { fingerprint } = (await files.stat(path)) as FileStat;
      expect(await files.write(path, bytesOf("x"), "missing")).toMatchObject({ problem: "exists" });
      for (const text of ["one\n", "two\n"]) {
        const made = (await files.write(path, bytesOf(text), { fingerprint })) as FileStat;
        expect(made.fingerprint).not.toBe(fingerprint);
        expect(await files.write(path, bytesOf("late"), { fingerprint })).toMatchObject({ problem: "changed" });
        fingerprint = made.fingerprint;
      }
      expect(await files.write(`${ROOT}/new/c.txt`, bytesOf("c"), "missing")).toMatchObject({ kind: "file", size: 1 });
      expect(await files.write(`${ROOT}/src`, bytesOf("c"), "anything")).toMatchObject({ problem: "not-file" });
    }));

  it("is removed from, and folders that came with a file go with it", () =>
    inVirtual(TREE, async ({ host: { files } }) => {
      await files.write(`${ROOT}/new/deep/c.txt`, bytesOf("c"), "missing");
      const folders = new Set([`${ROOT}/new`, `${ROOT}/new/deep`]);
      expect(await files.remove(`${ROOT}/new/deep/c.txt`, { fingerprint: "other" })).toMatchObject({
        problem: "changed",
      });
      expect(await files.remove(`${ROOT}/new/deep/c.txt`, "anything", folders)).toBeUndefined();
      expect(await files.stat(`${ROOT}/new`)).toMatchObject({ problem: "missing" });
      expect(await files.remove(`${ROOT}/none`, "anything")).toMatchObject({ problem: "missing" });
    }));

  it("is not written where it is read-only", () =>
    inVirtual(TREE, async ({ host: { files }, system }) => {
      system.isWritable = false;
      expect(await files.write(`${ROOT}/a.txt`, bytesOf("x"), "anything")).toMatchObject({ problem: "denied" });
      expect(await files.remove(`${ROOT}/a.txt`, "anything")).toMatchObject({ problem: "denied" });
    }));

  it("lets nothing be reached through a link, whose target nobody can know", () =>
    inVirtual(TREE, async ({ host: { files }, system }) => {
      system.put("/ws/link", "secret", FileType.File | FileType.SymbolicLink);
      const path = `${ROOT}/link`;
      expect(await files.resolve(path)).toMatchObject({ problem: "denied" });
      expect(await files.read(path)).toMatchObject({ problem: "denied" });
      expect(await files.write(path, bytesOf("x"), "anything")).toMatchObject({ problem: "denied" });
    }));

  it("is searched by the same rules as any folder", () =>
    inVirtual(
      { ...TREE, ".gitignore": "out/\n", "out/d.ts": "a needle\n", ".git/e": "a needle\n", ".hidden": "needle\n" },
      async ({ lines, host: { search } }) => {
        expect(await lines({ globs: ["*.ts"] })).toEqual([`${ROOT}/src/b.ts`, "1:const needle = 1;"]);
        expect((await lines({ mode: "files_with_matches" })).sort()).toEqual([`${ROOT}/.hidden`, `${ROOT}/src/b.ts`]);
        expect(await lines({ includeIgnored: true, mode: "count", globs: ["out/**"] })).toEqual([`${ROOT}/out/d.ts:1`]);
        expect(await lines({ path: `${ROOT}/src/b.ts`, mode: "count" })).toEqual([`${ROOT}/src/b.ts:1`]);
        const names: string[] = [];
        const sink = (path: string) => names.push(path) > 0;
        const end = await search.files({ pattern: "**/*.ts", path: ROOT, timeoutMs: 60_000 }, sink, NEVER);
        expect(end.end).toBe("complete");
        expect(names.sort()).toEqual([`${ROOT}/out/d.ts`, `${ROOT}/src/b.ts`, `${ROOT}/src/deep/c.ts`]);
      },
    ));

  it("is where tools work as anywhere", () =>
    inVirtual({ ...TREE, ".gitignore": "src/deep\n" }, async ({ host }) => {
      const session: SessionFacts = { seen: new Map(), conversationReads: new Map() };
      const run = async <Schema extends z.ZodType>(tool: Tool<Schema>, input: z.input<Schema>) => {
        const around = { host, session, callId: "c-1", source: "model", cancel: NEVER, progress: () => undefined };
        return (await tool.run(tool.input.parse(input), around as ToolContext)).text;
      };
      expect(await run(Glob, { pattern: "**/*.ts" })).toBe(`${ROOT}/src/b.ts\n${ROOT}/src/deep/c.ts`);
      expect(await run(Grep, { pattern: "needle", output_mode: "content" })).toBe(
        `${ROOT}/src/b.ts\n1:const needle = 1;`,
      );
      expect(await run(Grep, { pattern: "thing", path: "src/deep" })).toBe(`${ROOT}/src/deep/c.ts`);
      expect(await run(Read, { file_path: "src/b.ts" })).toBe("1\tconst needle = 1;");
      expect(await run(Read, { file_path: "src/d.ts" })).toContain(`Did you mean:\n- ${ROOT}/src/b.ts`);
      await run(Edit, { file_path: "src/b.ts", old_string: "1", new_string: "2" });
      expect(textOf(await host.files.read(`${ROOT}/src/b.ts`))).toBe("const needle = 2;\n");
    }));

  it("has hooks of the person's own run at home", () =>
    inVirtual(TREE, async ({ host }) => {
      const spec = { command: "pwd", cwd: ROOT, timeoutMs: 60_000, keepChars: 1_000, personal: true } as const;
      const started = host.processes.start(spec, NEVER);
      expect(await started.done).toEqual({ end: "exited", code: 0 });
      expect(started.output().head.trim()).toBe(await realpath(host.workspace.home));
    }));

  it("runs no command and says why", () =>
    inVirtual(TREE, async ({ host }) => {
      const spec = { command: "echo hi", cwd: ROOT, timeoutMs: 60_000, keepChars: 100 };
      const started = host.processes.start(spec, NEVER);
      expect(await started.done).toMatchObject({
        end: "failed",
        message: expect.stringContaining("virtual file system") as string,
      });
      expect(host.processes.running()).toEqual([]);
    }));
});
