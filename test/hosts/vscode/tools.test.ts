import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { describe, expect, it } from "vitest";
import type { ChangeSelection } from "../../../src/agent/recorded-changes.ts";
import { undo } from "../../../src/agent/undo.ts";
import { NEVER } from "../../../src/base/cancel.ts";
import type { CallSource, SessionFacts, Tool, ToolOutcome } from "../../../src/pipeline/tool.ts";
import { ApplyPatch } from "../../../src/tools/apply-patch.ts";
import { Bash } from "../../../src/tools/bash.ts";
import { Edit } from "../../../src/tools/edit.ts";
import { Read } from "../../../src/tools/read.ts";
import { Write } from "../../../src/tools/write.ts";
import type { ContractFiles, ContractHost } from "../../contracts/contract-host.ts";
import { bytesOf } from "../../contracts/contract-host.ts";
import { encode } from "./fake-document.ts";
import { fake, Uri } from "./fake-vscode.ts";
import { makeWindowHost, windowHost } from "./window-host.ts";

/** A window in which tools run. */
interface ToolWindow extends ContractHost {
  readonly run: <Schema extends z.ZodType>(
    tool: Tool<Schema>,
    input: z.input<Schema>,
    source?: CallSource,
  ) => Promise<ToolOutcome>;
  readonly onDisk: (name: string) => Promise<string>;
}

async function inWindow(
  files: ContractFiles,
  work: (window: ToolWindow) => Promise<void>,
  settings: Record<string, unknown> = {},
): Promise<void> {
  const made = await makeWindowHost(files);
  fake.window.settings = settings;
  const host = windowHost(`${made.root}-storage`);
  try {
    const session: SessionFacts = { seen: new Map(), conversationReads: new Map() };
    const run: ToolWindow["run"] = async (tool, input, source = "model") =>
      tool.run(tool.input.parse(input), {
        host,
        callId: "c-1",
        source,
        cancel: NEVER,
        progress: () => undefined,
        session,
      });
    const onDisk = (name: string) => readFile(`${made.root}/${name}`, "utf8");
    await work({ ...made, host, run, onDisk });
  } finally {
    await host.dispose();
    await made.dispose();
  }
}

const open = (root: string, name: string, encoding?: string) => fake.open(Uri.file(`${root}/${name}`), encoding);

describe("Read", () => {
  it("shows unsaved text and says that it is not on disk", () =>
    inWindow({ "a.txt": "one\n" }, async ({ run, root }) => {
      open(root, "a.txt").type("two\n");
      const { text, renderData } = await run(Read, { file_path: "a.txt" });
      expect(text).toMatch(
        /^1\ttwo\n\n<system-reminder>\n.*a\.txt has unsaved changes in an editor\..*\n<\/system-reminder>$/,
      );
      expect(renderData).toMatchObject({ unsaved: true });
    }));

  it("gives a script the text alone, and marks its row", () =>
    inWindow({ "a.txt": "one\n" }, async ({ run, root }) => {
      open(root, "a.txt").type("two\n");
      const { text, renderData } = await run(Read, { file_path: "a.txt" }, "script");
      expect(text).toBe("1\ttwo");
      expect(renderData).toMatchObject({ unsaved: true });
    }));

  it("says nothing of a file without unsaved changes", () =>
    inWindow({ "a.txt": "one\n" }, async ({ run, root }) => {
      open(root, "a.txt");
      const { text, renderData } = await run(Read, { file_path: "a.txt" });
      expect(text).toBe("1\tone");
      expect(renderData).not.toHaveProperty("unsaved");
    }));

  it.each([
    ["of the editor that shows it", "koi8r", {}],
    ["of the settings", undefined, { "files.encoding": "koi8r" }],
  ])("reads text in the encoding %s", (_title, encoding, settings) =>
    inWindow(
      { "a.txt": encode("привет\n", "koi8r") },
      async ({ run, root }) => {
        if (encoding !== undefined) open(root, "a.txt", encoding);
        expect((await run(Read, { file_path: "a.txt" })).text).toBe("1\tпривет");
      },
      settings,
    ),
  );
});

describe("Edit", () => {
  it("changes unsaved text in the editor and says that it is not on disk", () =>
    inWindow({ "a.txt": "one\ntwo\n" }, async ({ run, root, onDisk }) => {
      const document = open(root, "a.txt");
      document.type("typed\ntwo\n");
      const { status, text } = await run(Edit, { file_path: "a.txt", old_string: "two", new_string: "2" });
      expect(status).toBe("success");
      expect(text).toContain("a.txt is open in an editor with unsaved changes");
      expect(document.getText()).toBe("typed\n2\n");
      expect(await onDisk("a.txt")).toBe("one\ntwo\n");
    }));

  it("shows what saving changed beside what was asked for, and takes the next change all the same", () =>
    inWindow({ "a.txt": "one\ntwo  " }, async ({ run, root, onDisk }) => {
      fake.window.participants.push((text) => `${text.replaceAll(/ +$/gm, "")}\n`);
      open(root, "a.txt");
      await run(Read, { file_path: "a.txt" });
      const { text } = await run(Edit, { file_path: "a.txt", old_string: "one", new_string: "1" });
      expect(text).toMatch(/The editor changed .*a\.txt further/);
      expect(text).toContain("-two  \n");
      expect(text).toContain("+two");
      fake.window.participants.length = 0;
      const next = await run(Edit, { file_path: "a.txt", old_string: "two", new_string: "2" });
      expect(next).toMatchObject({ status: "success" });
      expect(await onDisk("a.txt")).toBe("1\n2\n");
    }));

  it("says nothing more of a file that is saved as it was asked", () =>
    inWindow({ "a.txt": "one\n" }, async ({ run, root, onDisk }) => {
      open(root, "a.txt");
      const { text } = await run(Edit, { file_path: "a.txt", old_string: "one", new_string: "1" });
      expect(text).not.toMatch(/editor/);
      expect(await onDisk("a.txt")).toBe("1\n");
    }));

  it("is refused with the difference when somebody typed since the file was read", () =>
    inWindow({ "a.txt": "one\ntwo\n" }, async ({ run, root }) => {
      const document = open(root, "a.txt");
      await run(Read, { file_path: "a.txt" });
      document.type("one\nzwei\n");
      const { status, text } = await run(Edit, { file_path: "a.txt", old_string: "one", new_string: "1" });
      expect(status).toBe("error");
      expect(text).toContain("+zwei");
    }));

  it("keeps the encoding that the editor was told to use", () =>
    inWindow({ "a.txt": encode("раз\nдва\n", "koi8r") }, async ({ run, root }) => {
      open(root, "a.txt", "koi8r");
      await run(Edit, { file_path: "a.txt", old_string: "два", new_string: "три" });
      expect(new Uint8Array(await readFile(`${root}/a.txt`))).toEqual(encode("раз\nтри\n", "koi8r"));
    }));
});

describe("a workspace that is not trusted", () => {
  it("is read, and whoever wants more is told why not and what to do", () =>
    inWindow({ "a.txt": "one\n" }, async ({ run }) => {
      fake.window.isTrusted = false;
      expect((await run(Read, { file_path: "a.txt" })).text).toBe("1\tone");
      for (const outcome of [
        await run(Edit, { file_path: "a.txt", old_string: "one", new_string: "two" }),
        await run(Write, { file_path: "b.txt", content: "b" }),
        await run(Bash, { command: "echo hi" }),
      ]) {
        expect(outcome.status).toBe("error");
        expect(outcome.text).toMatch(/not trusted.*Manage Workspace Trust/);
      }
    }));
});

describe("undo", () => {
  it("puts back a change of unsaved text, keeps what was typed since, and says that it is not on disk", () =>
    inWindow({ "a.txt": "one\ntwo\nthree\n" }, async ({ run, host, root, onDisk }) => {
      const document = open(root, "a.txt");
      document.type("typed\ntwo\nthree\n");
      const keep = async () => ({ content: (await host.store.putArtifact(bytesOf(document.getText()))) as string });
      const before = await keep();
      await run(Edit, { file_path: "a.txt", old_string: "two", new_string: "2" });
      const after = await keep();
      document.type("typed\n2\nthree\nand on\n");
      const change = { callId: "c-1", path: `${root}/a.txt`, before, after };
      const selection: ChangeSelection = { of: "c-1", changes: [change], untracked: [], folders: new Set() };
      const [file] = await undo(host, selection);
      expect(file).toMatchObject({ how: "merged", note: expect.stringContaining("not on disk") as string });
      expect(document.getText()).toBe("typed\ntwo\nthree\nand on\n");
      expect(await onDisk("a.txt")).toBe("one\ntwo\nthree\n");
    }));
});

describe("new files end their lines as the settings say", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["as they were given", { "files.eol": "auto" }, "a\nb\n"],
    ["with a line feed", { "files.eol": "\n" }, "a\nb\n"],
    ["with carriage return and line feed", { "files.eol": "\r\n" }, "a\r\nb\r\n"],
  ])("%s", (_title, settings, expected) =>
    inWindow(
      {},
      async ({ run, onDisk }) => {
        await run(Write, { file_path: "w.txt", content: "a\nb\n" });
        await run(ApplyPatch, { patch: "*** Begin Patch\n*** Add File: p.txt\n+a\n+b\n*** End Patch" });
        expect([await onDisk("w.txt"), await onDisk("p.txt")]).toEqual([expected, expected]);
      },
      settings,
    ),
  );

  it("but keep carriage returns that their content brings", () =>
    inWindow(
      {},
      async ({ run, onDisk }) => {
        await run(Write, { file_path: "w.txt", content: "a\r\nb\n" });
        expect(await onDisk("w.txt")).toBe("a\r\nb\n");
      },
      { "files.eol": "\r\n" },
    ));
});
