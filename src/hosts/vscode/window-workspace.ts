import type { Disposable, Uri } from "vscode";
import { workspace } from "vscode";
import type { Workspace } from "../../ports/host.ts";
import type { PathOf } from "./files/documents.ts";

/** The folders of a window. */
export interface WindowFolders {
  readonly roots: readonly [string, ...string[]];
  readonly names: readonly string[];
}

/** The folders of this window as paths, in the order in which the person sees them; `fallback` where there is none. */
export function foldersOf(pathOf: PathOf, fallback: string): WindowFolders {
  const folders = (workspace.workspaceFolders ?? []).flatMap(({ uri, name }) => {
    const root = pathOf(uri);
    return root === undefined ? [] : [{ root, name }];
  });
  const [first, ...others] = folders.map(({ root }) => root);
  if (first === undefined) return { roots: [fallback], names: [] };
  return { roots: [first, ...others], names: folders.map(({ name }) => name) };
}

/** Settings of a person that say how text files are written. */
export function textSettings(scope: Uri | undefined): Pick<Workspace, "legacyEncoding" | "newFileEol"> {
  const encoding = legacyEncodingAt(scope);
  const eol = workspace.getConfiguration("files", scope).get<string>("eol");
  return {
    ...(encoding !== undefined && { legacyEncoding: encoding }),
    ...((eol === "\n" || eol === "\r\n") && { newFileEol: eol }),
  };
}

/** `files.encoding` where it is no Unicode: those are found by what a file holds. */
export function legacyEncodingAt(scope: Uri | undefined): string | undefined {
  return legacyEncoding(workspace.getConfiguration("files", scope).get<string>("encoding"));
}

/** An encoding by VS Code's name, unless it is one of Unicode's. */
export function legacyEncoding(name: string | undefined): string | undefined {
  return name === undefined || name.startsWith("utf") ? undefined : name;
}

/** What changed about a window while a session may be running in it. */
export type WindowChange =
  | { readonly change: "folders"; readonly roots: readonly string[]; readonly names: readonly string[] }
  | { readonly change: "trusted" };

/** Tells of changed folders and of trust that was given. */
export function watchWindow(folders: () => WindowFolders, tell: (change: WindowChange) => void): Disposable[] {
  return [
    workspace.onDidChangeWorkspaceFolders(() => {
      tell({ change: "folders", ...folders() });
    }),
    workspace.onDidGrantWorkspaceTrust(() => {
      tell({ change: "trusted" });
    }),
  ];
}
