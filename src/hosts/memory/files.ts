import type { Expected, FileEntry, FileKind, FileProblem, FileStat, Files } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import { baseName, childPath, parentPath } from "../../ports/paths.ts";
import type { FileTree, MemoryFile, MemoryNode } from "./file-tree.ts";

/** What can be made to go wrong. */
export interface FileFaults {
  /** Writes answer `full`. */
  full: boolean;
}

const STYLE = { separator: "/" } as const;

/** Files in a tree in memory. Everything happens within one turn, so operations are in order. */
export function createMemoryFiles(tree: FileTree, faults: FileFaults): Files {
  const settle = <Answer>(answer: Answer): Promise<Answer> => Promise.resolve(answer);
  return {
    stat: (path) => settle(stat(tree, path)),
    read: (path, range) => settle(read(tree, path, range)),
    write: (path, bytes, expected, mode) => settle(write({ tree, faults }, { path, bytes, mode }, expected)),
    remove: (path, expected, folders) => {
      const problem = remove(tree, path, expected);
      if (problem === undefined) removeEmpty(tree, parentPath(path, STYLE), folders);
      return settle(problem);
    },
    list: (path) => settle(list(tree, path)),
    resolve: (path) => {
      const end = tree.walk(path);
      return settle(isProblem(end) ? end : { real: end.real, exists: end.node !== undefined });
    },
  };
}

function fingerprintOf(file: MemoryFile): string {
  return `${file.version}:${file.bytes.length}`;
}

function stat(tree: FileTree, path: string): FileStat | FileProblem {
  const end = tree.walk(path);
  if (isProblem(end)) return end;
  const { node } = end;
  if (node !== undefined) return statOf(node);
  const link = tree.nodes.get(path)?.kind === "link";
  return link ? { kind: "link", size: 0, modified: 0, fingerprint: "dangling" } : missing(path);
}

function statOf(node: MemoryNode): FileStat {
  if (node.kind !== "file") return { kind: node.kind, size: 0, modified: 0, fingerprint: node.kind };
  const { bytes, modified, mode } = node;
  return { kind: "file", size: bytes.length, modified, fingerprint: fingerprintOf(node), mode };
}

function missing(path: string): FileProblem {
  return { problem: "missing", path, detail: "no such file or folder" };
}

/** The file at a path, or why there is none. */
function fileAt(tree: FileTree, path: string): { readonly real: string; readonly file: MemoryFile } | FileProblem {
  const end = tree.walk(path);
  if (isProblem(end)) return end;
  if (end.node === undefined) return missing(path);
  if (end.node.kind !== "file") return { problem: "not-file", path, detail: "this is a folder" };
  return { real: end.real, file: end.node };
}

function read(
  tree: FileTree,
  path: string,
  range?: { readonly start: number; readonly end: number },
): Uint8Array | FileProblem {
  const found = fileAt(tree, path);
  if (isProblem(found)) return found;
  if (found.file.unreadable) return { problem: "denied", path, detail: "permission denied" };
  return found.file.bytes.slice(range?.start ?? 0, range?.end);
}

function write(
  { tree, faults }: { readonly tree: FileTree; readonly faults: FileFaults },
  { path, bytes, mode }: { readonly path: string; readonly bytes: Uint8Array; readonly mode: number | undefined },
  expected: Expected,
): FileStat | FileProblem {
  const end = tree.walk(path);
  if (isProblem(end)) return end;
  const problem = unexpected(end.node, expected, path);
  if (problem !== undefined) return problem;
  if (faults.full) return { problem: "full", path, detail: "no space left" };
  const blocked = tree.makeFolders(parentPath(end.real, STYLE));
  const kept = end.node?.kind === "file" ? end.node.mode : mode;
  return blocked ?? statOf(tree.putFile(end.real, bytes, kept === undefined ? {} : { mode: kept & 0o777 }));
}

function unexpected(node: MemoryNode | undefined, expected: Expected, path: string): FileProblem | undefined {
  if (node !== undefined && node.kind !== "file") return { problem: "not-file", path, detail: "this is a folder" };
  if (expected === "anything") return undefined;
  if (expected === "missing") {
    return node === undefined ? undefined : { problem: "exists", path, detail: "the file exists by now" };
  }
  const same = node !== undefined && fingerprintOf(node) === expected.fingerprint;
  return same ? undefined : { problem: "changed", path, detail: "the file is not what it was" };
}

function remove(tree: FileTree, path: string, expected: Expected): FileProblem | undefined {
  const link = linkAt(tree, path);
  if (link !== undefined) {
    tree.nodes.delete(link);
    return undefined;
  }
  const found = fileAt(tree, path);
  if (isProblem(found)) return found;
  const problem = unexpected(found.file, expected, path);
  if (problem !== undefined) return problem;
  tree.nodes.delete(found.real);
  return undefined;
}

/** Removes a folder, and those above it, as long as they are among `folders` and hold nothing. */
function removeEmpty(tree: FileTree, folder: string, folders: ReadonlySet<string> = new Set()): void {
  for (let at = folder; folders.has(at); at = parentPath(at, STYLE)) {
    const entries = list(tree, at);
    if (isProblem(entries) || entries.length > 0 || tree.nodes.get(at)?.kind !== "directory") return;
    tree.nodes.delete(at);
  }
}

/** Where a link itself stands, when a path's last name is one. */
function linkAt(tree: FileTree, path: string): string | undefined {
  const folder = tree.walk(parentPath(path, STYLE));
  if (isProblem(folder)) return undefined;
  const place = childPath(folder.real, baseName(path, STYLE), STYLE);
  return tree.nodes.get(place)?.kind === "link" ? place : undefined;
}

function list(tree: FileTree, path: string): readonly FileEntry[] | FileProblem {
  const end = tree.walk(path);
  if (isProblem(end)) return end;
  if (end.node === undefined) return missing(path);
  if (end.node.kind !== "directory") return { problem: "not-directory", path, detail: "this is a file" };
  const entries: FileEntry[] = [];
  const prefix = end.real === "/" ? "/" : `${end.real}/`;
  for (const inner of tree.nodes.keys()) {
    if (inner === "/" || !inner.startsWith(prefix) || inner.includes("/", prefix.length)) continue;
    entries.push({ name: inner.slice(prefix.length), kind: kindOf(tree, inner) });
  }
  return entries;
}

/** Links are followed; `link` is said of one whose target is missing. */
function kindOf(tree: FileTree, path: string): FileKind {
  const end = tree.walk(path);
  return isProblem(end) || end.node === undefined ? "link" : end.node.kind;
}
