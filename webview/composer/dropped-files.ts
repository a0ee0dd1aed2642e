import type { PanelRoot } from "../../src/protocol/panel-state.ts";
import { shortPath } from "../rows/describe.ts";

/** Files that one drop may mention. */
const MAX_DROPPED = 50;

/** The kinds of data that name files, in VS Code and elsewhere. */
export const FILE_LIST_TYPES = ["application/vnd.code.uri-list", "text/uri-list"] as const;

/** The files of a list of addresses as strings of a script, without the root that they are in; other addresses are left out. */
export function droppedFiles(list: string, roots: readonly PanelRoot[]): readonly string[] {
  return list
    .split(/\r?\n/)
    .map(pathOf)
    .filter((path) => path !== undefined)
    .slice(0, MAX_DROPPED)
    .map((path) => JSON.stringify(shortPath(path, roots)));
}

function pathOf(line: string): string | undefined {
  if (!/^(?:file|vscode-remote):\/\//i.test(line)) return undefined;
  try {
    const path = decodeURIComponent(new URL(line).pathname);
    // Drives: /c:/work becomes c:/work.
    return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path;
  } catch {
    return undefined;
  }
}
