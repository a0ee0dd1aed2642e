import * as vscode from "vscode";
import type { FindablePath } from "./rank-paths.ts";
import { findable } from "./rank-paths.ts";

/** Files that are known at a time; in larger workspaces those that VS Code finds first. */
const MAX_FILES = 20_000;
/** Milliseconds after which the files are looked for again. */
const FRESH_MS = 10_000;

/** The files and folders of the workspace, as scripts name them: seen from the first folder, else absolute. */
export interface FileFinder extends vscode.Disposable {
  /** What is known; only the first time anybody waits, later the list is made anew behind what it answers. */
  readonly paths: () => Promise<readonly FindablePath[]>;
}

/** A finder of this window's files. */
export function createFileFinder(): FileFinder {
  let known: Promise<readonly FindablePath[]> | undefined;
  let madeAt = 0;
  const look = (): Promise<readonly FindablePath[]> => {
    madeAt = Date.now();
    return findAll();
  };
  const forget = (): void => {
    madeAt = 0;
  };
  const disposable = vscode.Disposable.from(
    vscode.workspace.onDidCreateFiles(forget),
    vscode.workspace.onDidDeleteFiles(forget),
    vscode.workspace.onDidRenameFiles(forget),
  );
  return {
    async paths() {
      if (known === undefined) known = look();
      else if (Date.now() - madeAt > FRESH_MS) {
        const next = look();
        void next.then((found) => (known = Promise.resolve(found))).catch(() => undefined);
      }
      return known;
    },
    dispose: () => void disposable.dispose(),
  };
}

async function findAll(): Promise<readonly FindablePath[]> {
  const files = await vscode.workspace.findFiles("**/*", excluded(), MAX_FILES);
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const uri of files) {
    const path = scriptPath(uri);
    paths.add(path);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...paths, ...folders].map(findable);
}

/** What searches leave out, as one pattern. */
function excluded(): string | undefined {
  const patterns = Object.entries({
    ...vscode.workspace.getConfiguration("files", null).get<Record<string, unknown>>("exclude"),
    ...vscode.workspace.getConfiguration("search", null).get<Record<string, unknown>>("exclude"),
  }).flatMap(([pattern, isOut]) => (isOut === true ? [pattern] : []));
  return patterns.length === 0 ? undefined : `{${patterns.join(",")}}`;
}

/** A file as scripts name it. */
export function scriptPath(uri: vscode.Uri): string {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const root = first === undefined ? undefined : `${first.uri.path.replace(/\/$/, "")}/`;
  if (root !== undefined && uri.scheme === first?.uri.scheme && uri.path.startsWith(root)) {
    return uri.path.slice(root.length);
  }
  return uri.scheme === "file" ? uri.fsPath : uri.toString();
}
