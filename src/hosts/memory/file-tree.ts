import { encodeUtf8 } from "../../base/utf8.ts";
import type { FileProblem } from "../../ports/files.ts";
import { childPath, normalPath, parentPath } from "../../ports/paths.ts";

/** A file of the tree. `version` changes with every write; `unreadable` ones answer `denied`. */
export interface MemoryFile {
  readonly kind: "file";
  readonly bytes: Uint8Array;
  readonly modified: number;
  readonly version: number;
  readonly unreadable: boolean;
  /** Permission bits. */
  readonly mode: number;
}

/** What stands at a path. */
export type MemoryNode =
  MemoryFile | { readonly kind: "directory" } | { readonly kind: "link"; readonly target: string };

/** How a fixture writes a file: its text, its bytes, where a link leads, an empty folder, or a program's text. */
export type FixtureEntry =
  | string
  | Uint8Array
  | { readonly linkTo: string }
  | { readonly folder: true }
  | { readonly unreadable: string }
  | { readonly executable: string };

/** Links that are followed for one path. */
const MAX_LINKS = 40;
const STYLE = { separator: "/" } as const;

/** Folders, files and links by absolute path, each path spelled without links. */
export interface FileTree {
  readonly nodes: Map<string, MemoryNode>;
  readonly walk: (path: string) => WalkEnd | FileProblem;
  /** Without more said, a file is readable with mode 0o644. */
  readonly putFile: (
    path: string,
    bytes: Uint8Array,
    more?: Partial<Pick<MemoryFile, "unreadable" | "mode">>,
  ) => MemoryFile;
  /** Makes a folder and the folders above it; answers a problem when a file is in the way. */
  readonly makeFolders: (path: string) => FileProblem | undefined;
}

/** Where a path really is, and what is there. */
export interface WalkEnd {
  readonly real: string;
  readonly node: MemoryNode | undefined;
}

/** A tree with the entries of a fixture. Paths are absolute. */
export function createFileTree(entries: Readonly<Record<string, FixtureEntry>>, now: () => number): FileTree {
  const nodes = new Map<string, MemoryNode>([["/", { kind: "directory" }]]);
  let version = 0;
  const tree: FileTree = {
    nodes,
    walk: (path) => walk(nodes, path),
    putFile: (path, bytes, { unreadable = false, mode = 0o644 } = {}) => {
      const file: MemoryFile = {
        kind: "file",
        bytes: bytes.slice(),
        modified: now(),
        version: ++version,
        unreadable,
        mode,
      };
      nodes.set(path, file);
      return file;
    },
    makeFolders: (path) => makeFolders(nodes, path),
  };
  for (const [path, entry] of Object.entries(entries)) putEntry(tree, normalPath(path, STYLE), entry);
  return tree;
}

function putEntry(tree: FileTree, path: string, entry: FixtureEntry): void {
  tree.makeFolders(parentPath(path, STYLE));
  if (typeof entry === "string") tree.putFile(path, encodeUtf8(entry));
  else if (entry instanceof Uint8Array) tree.putFile(path, entry);
  else if ("linkTo" in entry) tree.nodes.set(path, { kind: "link", target: entry.linkTo });
  else if ("folder" in entry) tree.makeFolders(path);
  else if ("executable" in entry) tree.putFile(path, encodeUtf8(entry.executable), { mode: 0o755 });
  else tree.putFile(path, encodeUtf8(entry.unreadable), { unreadable: true });
}

function makeFolders(nodes: Map<string, MemoryNode>, path: string): FileProblem | undefined {
  let at = "";
  for (const name of path.split("/").filter((each) => each !== "")) {
    at += `/${name}`;
    const node = nodes.get(at);
    if (node === undefined) nodes.set(at, { kind: "directory" });
    else if (node.kind !== "directory") return { problem: "not-directory", path: at, detail: "a file is in the way" };
  }
  return undefined;
}

/** Walks as a kernel does: `..` after a link is the parent of the link's target; what is missing is spelled out. */
function walk(nodes: ReadonlyMap<string, MemoryNode>, path: string): WalkEnd | FileProblem {
  if (!path.startsWith("/")) return { problem: "invalid-path", path, detail: "the path is not absolute" };
  if (path.includes("\0")) return { problem: "invalid-path", path, detail: "the path holds a NUL" };
  const names = namesOf(path);
  let real = "/";
  let links = 0;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const next = name === ".." ? parentPath(real, STYLE) : childPath(real, name, STYLE);
    const node = nodes.get(next);
    if (node?.kind === "file" && names.length > 0)
      return { problem: "not-directory", path, detail: `${next} is a file` };
    if (node?.kind !== "link") real = next;
    else {
      if (++links > MAX_LINKS) return { problem: "io", path, detail: "too many links lead to one another" };
      names.push(...namesOf(node.target));
      if (node.target.startsWith("/")) real = "/";
    }
  }
  return { real, node: nodes.get(real) };
}

/** The names along a path, the last one first. */
function namesOf(path: string): string[] {
  return path
    .split("/")
    .filter((name) => name !== "" && name !== ".")
    .reverse();
}
