import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { NEVER } from "../../src/base/cancel.ts";
import { virtualFiles } from "../../src/hosts/vscode/virtual/virtual-files.ts";
import { createVirtualPaths } from "../../src/hosts/vscode/virtual/virtual-paths.ts";
import { isProblem } from "../../src/ports/files.ts";
import type { TextQuery } from "../../src/ports/search.ts";
import { MemoryFileSystem } from "./memory-file-system.ts";
import type { RealWindow } from "./window.ts";
import { openWindow, save, statOf, type, until, write } from "./window.ts";

let window: RealWindow;
// A window with several folders has none for a moment at its beginning.
before(() => until("the window has its folders", () => vscode.workspace.workspaceFolders !== undefined));
beforeEach(() => {
  window = openWindow();
});
afterEach(() => window.dispose());

/** A document that is shown, so that commands such as undo act on it. */
async function show(uri: vscode.Uri, encoding?: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri, ...(encoding === undefined ? [] : [{ encoding }]));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Changes a setting of files in the workspace for the time of some work. */
async function withSetting(name: string, value: unknown, work: () => Promise<void>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("files");
  await configuration.update(name, value, vscode.ConfigurationTarget.Global);
  try {
    await work();
  } finally {
    await configuration.update(name, undefined, vscode.ConfigurationTarget.Global);
  }
}

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

describe("unsaved text", () => {
  it("is what a file holds, with the bytes that a save writes", async () => {
    const uri = window.put("a.txt", "one\r\ntwo\r\n");
    const document = await show(uri);
    await type(document, "zero\n");
    const { size, fingerprint } = await statOf(window, uri);
    const shown = await window.host.files.read(uri.fsPath);
    assert.ok((await statOf(window, uri)).unsaved);
    assert.equal(String(window.bytes("a.txt")), "one\r\ntwo\r\n");
    await save(document);
    assert.deepEqual(Buffer.from(shown as Uint8Array), window.bytes("a.txt"));
    const saved = await statOf(window, uri);
    assert.deepEqual([saved.size, saved.fingerprint, saved.unsaved], [size, fingerprint, undefined]);
  });

  it("is found by a search, by VS Code's own ripgrep and beside it", async () => {
    const uri = window.put("src/a.ts", "const old = 1; // needle\n");
    window.put("src/b.ts", "const needle = 2;\n");
    await type(await show(uri), "first\nneedle\n");
    const lines: string[] = [];
    const query = { ...QUERY, path: join(window.folder, "src"), globs: ["*.ts"] };
    const end = await window.host.search.text(query, (line) => lines.push(line) > 0, NEVER);
    assert.deepEqual(end, { end: "complete", engine: "ripgrep" });
    const [a, b] = [uri.fsPath, join(window.folder, "src", "b.ts")];
    assert.deepEqual(lines, [a, "2:needle", "3:const old = 1; // needle", "", b, "1:const needle = 2;"]);
  });

  it("is found through a link as well", async () => {
    window.put("a.txt", "one\n");
    symlinkSync("a.txt", join(window.folder, "link.txt"));
    await type(await show(vscode.Uri.file(join(window.folder, "link.txt"))), "zero\n");
    const bytes = await window.host.files.read(join(window.folder, "a.txt"));
    assert.equal(String(Buffer.from(bytes as Uint8Array)), "zero\none\n");
  });

  it("keeps a write in the editor, undone by one step, and stays itself", async () => {
    const uri = window.put("a.txt", "one\ntwo\nthree\n");
    const document = await show(uri);
    await type(document, "typed\n");
    const made = await write(window, uri, "typed\none\ntwo\nTHREE\nfour\n");
    assert.ok(!isProblem(made) && made.unsaved === true, JSON.stringify(made));
    assert.equal(String(window.bytes("a.txt")), "one\ntwo\nthree\n");
    assert.equal(document.getText(), "typed\none\ntwo\nTHREE\nfour\n");
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), "typed\none\ntwo\nthree\n");
    await vscode.commands.executeCommand("redo");
    assert.equal(document.getText(), "typed\none\ntwo\nTHREE\nfour\n");
  });

  it("keeps its file from being removed", async () => {
    const uri = window.put("a.txt", "one\n");
    await type(await show(uri), "typed\n");
    const problem = await window.host.files.remove(uri.fsPath, "anything");
    assert.equal(problem?.problem, "denied");
    assert.equal(String(window.bytes("a.txt")), "one\n");
  });
});

describe("a write to an open file without unsaved changes", () => {
  it("is saved, and undone in the editor", async () => {
    const uri = window.put("a.txt", "one\ntwo\nthree\n");
    const document = await show(uri);
    const made = await write(window, uri, "ONE\ntwo\nTHREE\n");
    assert.ok(!isProblem(made) && made.unsaved === undefined && made.altered === undefined, JSON.stringify(made));
    assert.equal(String(window.bytes("a.txt")), "ONE\ntwo\nTHREE\n");
    assert.equal(document.isDirty, false);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), "one\ntwo\nthree\n");
  });

  it("leaves the place of the person where it is", async () => {
    const uri = window.put("a.txt", "one\ntwo\nthree\n");
    await show(uri);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor !== undefined);
    editor.selection = new vscode.Selection(1, 1, 1, 2);
    await write(window, uri, "zero\none\ntwo\nthree\nfour\n");
    await until("the selection moves with its line", () => editor.selection.start.line === 2);
    assert.deepEqual([editor.selection.start.character, editor.selection.end.character], [1, 2]);
  });

  for (const [title, before, after] of [
    ["line feeds", "one\ntwo\n", "one\nTWO\n"],
    ["carriage returns and line feeds", "one\r\ntwo\r\n", "one\r\nTWO\r\nmore\r\n"],
    ["other line ends", "one\ntwo\n", "one\r\nTWO\r\n"],
    ["mixed line ends", "one\r\ntwo\nthree\r\n", "one\r\nTWO\nthree\r\n"],
    ["lone carriage returns", "one\rtwo\n", "one\rTWO\n"],
    ["no line end at the end", "one\ntwo", "one\nTWO"],
    ["nothing", "one\n", ""],
    ["characters of two units", "a\u{1f600}b\n", "a\u{1f601}b\n"],
  ] as const) {
    it(`gives exactly the bytes asked for: ${title}`, async () => {
      const uri = window.put("a.txt", before);
      const document = await show(uri);
      const made = await write(window, uri, after);
      assert.ok(!isProblem(made) && made.altered === undefined, JSON.stringify(made));
      assert.equal(String(window.bytes("a.txt")), after);
      assert.equal(document.isDirty, false);
    });
  }

  it("keeps separators that are no line ends", async () => {
    const configuration = vscode.workspace.getConfiguration("editor");
    await configuration.update("unusualLineTerminators", "off", vscode.ConfigurationTarget.Global);
    const uri = window.put("a.txt", "one\u2028two\u0085\n");
    await show(uri);
    await write(window, uri, "one\u2028TWO\u0085\n");
    assert.equal(String(window.bytes("a.txt")), "one\u2028TWO\u0085\n");
    await configuration.update("unusualLineTerminators", undefined, vscode.ConfigurationTarget.Global);
  });

  for (const [encoding, text] of [
    ["utf8bom", "grün\n"],
    ["utf16le", "grün 日本\n"],
    ["utf16be", "grün 日本\n"],
    ["windows1252", "grün\n"],
    ["koi8r", "привет\n"],
    ["shiftjis", "日本\n"],
  ] as const) {
    it(`keeps encoding and byte order mark: ${encoding}`, async () => {
      const bytes = (content: string) => vscode.workspace.encode(content, { encoding });
      const uri = window.put("a.txt", await bytes(`one\n${text}`));
      const document = await show(uri, encoding);
      const made = await write(window, uri, await bytes(`ONE\n${text}`));
      assert.ok(!isProblem(made) && made.altered === undefined, JSON.stringify(made));
      assert.deepEqual(window.bytes("a.txt"), Buffer.from(await bytes(`ONE\n${text}`)));
      assert.equal(document.getText(), `ONE\n${text}`);
      const named = encoding.startsWith("utf") ? undefined : encoding;
      assert.equal((await statOf(window, uri)).encoding, named);
    });
  }

  it("goes to the disk where VS Code has yet to load what a command has written", async () => {
    const uri = window.put("a.txt", "one\n");
    const document = await show(uri);
    writeFileSync(uri.fsPath, "by a command\n");
    const made = await write(window, uri, "by a command\nand by us\n");
    assert.ok(!isProblem(made), JSON.stringify(made));
    assert.equal(String(window.bytes("a.txt")), "by a command\nand by us\n");
    await until("the editor shows it", () => document.getText() === "by a command\nand by us\n");
    assert.equal(document.isDirty, false);
  });

  it("changes nothing when somebody types while it is on its way", async () => {
    const uri = window.put("a.txt", "one\n");
    const document = await show(uri);
    const [made] = await Promise.all([write(window, uri, "ours\n"), type(document, "typed\n")]);
    const typed = document.getText();
    if (isProblem(made)) {
      assert.equal(made.problem, "changed");
      assert.equal(typed, "typed\none\n");
      assert.equal(String(window.bytes("a.txt")), "one\n");
    } else {
      assert.match(typed, /ours\n$/);
    }
  });

  it("tells what those who take part in a save made of it", async () => {
    const uri = window.put("a.txt", "one\n");
    await show(uri);
    const formatter = vscode.workspace.onWillSaveTextDocument((saving) => {
      if (saving.document.uri.toString() !== uri.toString()) return;
      saving.waitUntil(Promise.resolve([vscode.TextEdit.insert(new vscode.Position(0, 0), "// header\n")]));
    });
    try {
      const made = await write(window, uri, "two\n");
      assert.ok(!isProblem(made) && made.altered === true, JSON.stringify(made));
      assert.equal(String(window.bytes("a.txt")), "// header\ntwo\n");
      assert.equal((await statOf(window, uri)).fingerprint, made.fingerprint);
    } finally {
      formatter.dispose();
    }
  });

  it("tells of a final line end and of trimmed blanks that settings want", () =>
    withSetting("insertFinalNewline", true, () =>
      withSetting("trimTrailingWhitespace", true, async () => {
        const uri = window.put("a.txt", "one  \ntwo");
        await show(uri);
        const made = await write(window, uri, "one  \nTWO");
        assert.ok(!isProblem(made) && made.altered === true, JSON.stringify(made));
        assert.equal(String(window.bytes("a.txt")), "one\nTWO\n");
      }),
    ));
});

describe("a file that VS Code shows as read-only", () => {
  it("is not written, and its editor shows what is on disk", () =>
    withSetting("readonlyInclude", { "**/read-only.txt": true }, async () => {
      const uri = window.put("read-only.txt", "one\n");
      const document = await show(uri);
      const made = await write(window, uri, "two\n");
      assert.ok(isProblem(made) && made.problem === "denied", JSON.stringify(made));
      assert.equal(String(window.bytes("read-only.txt")), "one\n");
      assert.deepEqual([document.getText(), document.isDirty], ["one\n", false]);
    }));
});

describe("a file that is not open", () => {
  it("is written byte for byte, whatever settings say about saving", () =>
    withSetting("insertFinalNewline", true, async () => {
      const uri = window.put("a.txt", "one  \r\ntwo\n");
      const made = await write(window, uri, "one  \r\nTWO");
      assert.ok(!isProblem(made) && made.altered === undefined, JSON.stringify(made));
      assert.equal(String(window.bytes("a.txt")), "one  \r\nTWO");
    }));
});

describe("a virtual file system", () => {
  const scheme = "toolcall-memory";
  const root = vscode.Uri.parse(`${scheme}://somewhere/ws`);
  const paths = createVirtualPaths([root], { separator: "/" });
  const path = `/${scheme}:somewhere/ws`;

  it("is read, written, listed and removed from through VS Code", async () => {
    const system = new MemoryFileSystem();
    const registered = vscode.workspace.registerFileSystemProvider(scheme, system);
    try {
      system.folders.add("/ws");
      const files = virtualFiles({ uriOf: paths.uriOf, style: { separator: "/" } });
      const made = await files.write(`${path}/new/a.txt`, Buffer.from("one"), "missing");
      assert.ok(!isProblem(made), JSON.stringify(made));
      const missing = await files.read(`${path}/none.txt`);
      assert.ok(isProblem(missing) && missing.problem === "missing", JSON.stringify(missing));
      const again = await files.write(`${path}/new/a.txt`, Buffer.from("two"), { fingerprint: made.fingerprint });
      assert.ok(!isProblem(again) && again.fingerprint !== made.fingerprint, JSON.stringify(again));
      assert.deepEqual(await files.list(path), [{ name: "new", kind: "directory" }]);
      assert.equal(await files.remove(`${path}/new/a.txt`, "anything", new Set([`${path}/new`])), undefined);
      assert.deepEqual(await files.list(path), []);
    } finally {
      registered.dispose();
    }
  });
});

describe("the window's folders", () => {
  it("are the roots, by their names and in their order", () => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    assert.deepEqual(
      window.host.workspace.roots,
      folders.map(({ uri }) => uri.fsPath),
    );
    assert.deepEqual(
      window.host.workspace.rootNames,
      folders.map(({ name }) => name),
    );
    assert.equal(window.host.workspace.trusted, vscode.workspace.isTrusted);
  });

  it("each have settings of their own for encodings", async function () {
    const second = vscode.workspace.workspaceFolders?.[1];
    if (second === undefined) return this.skip();
    const configuration = vscode.workspace.getConfiguration("files", second.uri);
    await configuration.update("encoding", "koi8r", vscode.ConfigurationTarget.WorkspaceFolder);
    try {
      const uri = vscode.Uri.joinPath(second.uri, "in-second.txt");
      writeFileSync(uri.fsPath, await vscode.workspace.encode("привет\n", { encoding: "koi8r" }));
      assert.equal((await statOf(window, uri)).encoding, "koi8r");
      assert.equal((await statOf(window, window.put("a.txt", "a"))).encoding, undefined);
    } finally {
      await configuration.update("encoding", undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    }
  });
});

describe("commands", () => {
  it("run in the window's folder, and end with the host", async () => {
    const spec = { cwd: window.folder, timeoutMs: 60_000, keepChars: 100 };
    const quick = window.host.processes.start({ ...spec, command: "printf hi" }, NEVER);
    assert.deepEqual(await quick.done, { end: "exited", code: 0 });
    assert.equal(quick.output().head, "hi");
    const slow = window.host.processes.start({ ...spec, command: "sleep 600" }, NEVER);
    await window.host.dispose();
    assert.deepEqual(await slow.done, { end: "cancelled" });
  });
});
