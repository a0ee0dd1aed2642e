import { isAbsolute, join } from "node:path";
import * as vscode from "vscode";
import { EDITOR_PANEL_TYPE } from "./command-ids.ts";
import { panelSettings, SECTION, setDisplay } from "./configuration.ts";
import { documentUri } from "./document-uri.ts";
import type { DiffPair, Document, Editor } from "./editor.ts";
import type { Words } from "./words.ts";

/** Most bytes of a file that a session is imported from. */
const MAX_IMPORT_BYTES = 256 * 1024 * 1024;

/** What an editor is made with. */
export interface EditorOptions {
  readonly log: vscode.LogOutputChannel;
  readonly words: Words;
  readonly find: Editor["find"];
  readonly openInEditor: () => void;
  /** Tells VS Code that a document of the extension's own has another text now. */
  readonly documentChanged: (uri: vscode.Uri) => void;
  /** Shows the panel where it is. */
  readonly focus: () => void;
}

/** VS Code as the controller asks it. */
export function createVscodeEditor({ log, words, find, openInEditor, documentChanged, focus }: EditorOptions): Editor {
  const notify: Editor["notify"] = (level, text, choices = []) => {
    const show = {
      info: vscode.window.showInformationMessage,
      warning: vscode.window.showWarningMessage,
      error: vscode.window.showErrorMessage,
    }[level];
    void show(text, ...choices.map(({ label }) => label), words("show")).then((chosen) => {
      if (chosen === undefined) return;
      const choice = choices.find(({ label }) => label === chosen);
      if (choice === undefined) focus();
      else choice.take();
    });
  };
  const trying = async (what: string, work: () => Thenable<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      notify("warning", words("not-opened", what, error instanceof Error ? error.message : String(error)));
    }
  };
  return {
    notify,
    find,
    openInEditor,
    panelSettings,
    setDisplay,
    log: (level, text) => log[level](text),
    async confirm(question, detail, action) {
      return (await vscode.window.showWarningMessage(question, { modal: true, detail }, action)) === action;
    },
    openFile: (path, line) =>
      trying(path, async () => {
        const place = new vscode.Position(Math.max(0, (line ?? 1) - 1), 0);
        await vscode.window.showTextDocument(fileUri(path), {
          preview: true,
          ...(line !== undefined && { selection: new vscode.Range(place, place) }),
        });
      }),
    openScript: (text) =>
      trying("", async () => {
        const document = await vscode.workspace.openTextDocument({ language: "toolcall", content: text });
        await vscode.window.showTextDocument(document);
      }),
    openDocument: (document) =>
      trying(document.name, () => {
        const uri = documentUri(document);
        // One that is open already would keep the text it had.
        documentChanged(uri);
        return vscode.window.showTextDocument(uri, { preview: true });
      }),
    openDiff: (title, pairs) => trying(title, () => showDiff(title, pairs)),
    openLink: (href) => trying(href, () => vscode.env.openExternal(vscode.Uri.parse(href, true))),
    openSettings: () =>
      trying("", () => vscode.commands.executeCommand("workbench.action.openSettings", `${SECTION}.`)),
    copy: (text) => trying("", () => vscode.env.clipboard.writeText(text)),
    save,
    choose,
    isFocused: () => vscode.window.state.focused,
  };
}

/** The tab type of the panel beside the files. */
export const PANEL_TAB = EDITOR_PANEL_TYPE;

/** The address of a path as rows name it: absolute, or seen from the first folder. */
function fileUri(path: string): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  if (isAbsolute(path) || first === undefined) return vscode.Uri.file(path);
  return first.uri.scheme === "file"
    ? vscode.Uri.file(join(first.uri.fsPath, path))
    : vscode.Uri.joinPath(first.uri, path);
}

async function showDiff(title: string, pairs: readonly DiffPair[]): Promise<void> {
  const [only] = pairs;
  if (only === undefined) return;
  const [before, after] = [sideOf(only.before), sideOf(only.after)];
  if (pairs.length === 1) {
    await vscode.commands.executeCommand("vscode.diff", before, after, `${only.path} (${title})`, { preview: true });
    return;
  }
  const resources = pairs.map((pair) => [vscode.Uri.file(pair.path), sideOf(pair.before), sideOf(pair.after)]);
  await vscode.commands.executeCommand("vscode.changes", title, resources);
}

function sideOf(document: Document): vscode.Uri {
  return documentUri(document);
}

async function save(name: string, text: string): Promise<boolean> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder.uri, name) }),
    filters: { JSON: ["json"] },
  });
  if (uri === undefined) return false;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return true;
}

async function choose(): ReturnType<Editor["choose"]> {
  const [uri] = (await vscode.window.showOpenDialog({ canSelectMany: false, filters: { JSON: ["json"] } })) ?? [];
  if (uri === undefined) return undefined;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > MAX_IMPORT_BYTES) return { problem: `it has more than ${MAX_IMPORT_BYTES} bytes` };
    return { text: new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
