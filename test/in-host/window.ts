import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { VscodeHost } from "../../src/hosts/vscode/host.ts";
import { createVscodeHost } from "../../src/hosts/vscode/host.ts";
import type { FileProblem, FileStat } from "../../src/ports/files.ts";
import { isProblem } from "../../src/ports/files.ts";
import { removeFolderSync } from "../support/remove-folder.ts";

/** How long VS Code may take to notice something. */
const PATIENCE_MS = 10_000;

/** A host of the real window, and a folder of its own in the first root. */
export interface RealWindow {
  readonly host: VscodeHost;
  readonly folder: string;
  readonly put: (name: string, content: string | Uint8Array) => vscode.Uri;
  readonly bytes: (name: string) => Buffer;
  readonly dispose: () => Promise<void>;
}

/** Opens a host of the window that the tests run in. */
export function openWindow(): RealWindow {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(root !== undefined, "these tests run in a window with a folder");
  const folder = realpathSync(mkdtempSync(join(root, "host-")));
  const storage = mkdtempSync(join(tmpdir(), "toolcall-in-host-"));
  const host = createVscodeHost({
    storage,
    approval: { available: false, ask: () => Promise.resolve({ answer: "withdrawn" }) },
  });
  return {
    host,
    folder,
    put: (name, content) => {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), content);
      return vscode.Uri.file(join(folder, name));
    },
    bytes: (name) => readFileSync(join(folder, name)),
    dispose: async () => {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await host.dispose();
      removeFolderSync(folder);
      removeFolderSync(storage);
    },
  };
}

/** What is at an address; fails the test when it cannot be said. */
export async function statOf({ host }: RealWindow, uri: vscode.Uri): Promise<FileStat> {
  const stat = await host.files.stat(uri.fsPath);
  assert.ok(!isProblem(stat), JSON.stringify(stat));
  return stat;
}

/** Writes a file on the condition that it is as it is now. */
export async function write(
  window: RealWindow,
  uri: vscode.Uri,
  content: string | Uint8Array,
): Promise<FileStat | FileProblem> {
  const { fingerprint } = await statOf(window, uri);
  return window.host.files.write(uri.fsPath, Buffer.from(content), { fingerprint });
}

/** Types into a document as a person does: at its beginning. */
export async function type(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), text);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}

/** Saves a document; a busy VS Code gives up a save at times, and those who take part in it. */
export async function save(document: vscode.TextDocument): Promise<void> {
  for (let tries = 0; tries < 5 && document.isDirty; tries += 1) await document.save();
  assert.equal(document.isDirty, false);
}

/** Waits until something holds. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds(); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (Date.now() > end) assert.fail(`it never came to this: ${what}`);
  }
}
