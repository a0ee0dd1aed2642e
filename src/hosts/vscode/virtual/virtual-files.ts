import type { Uri } from "vscode";
import { FileType, workspace } from "vscode";
import { fingerprintOf } from "../../node/files/stat-file.ts";
import { createKeyedQueue } from "../../node/keyed-queue.ts";
import type { Expected, FileKind, FileProblem, Files, FileStat } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";
import type { Workspace } from "../../../ports/host.ts";
import { normalPath, parentPath } from "../../../ports/paths.ts";
import { virtualProblem } from "./virtual-problem.ts";

/** Files up to this size are told apart by their content: many providers keep no useful times. */
const HASHED_BYTES = 128 * 1024;

/** Largest file of a virtual file system: these are only had whole. */
const MAX_VIRTUAL_BYTES = 64 * 1024 * 1024;

/** What a virtual file system needs. */
export interface VirtualFilesParts {
  /** The address of a path in such a file system. */
  readonly uriOf: (path: string) => Uri | undefined;
  readonly style: Pick<Workspace, "separator">;
}

/**
 * Files of file systems that extensions provide. They have no permission bits, and nobody else can be kept from writing: an
 * expectation is checked right before the write. Where a link leads is not told by such a file system, so that nothing is
 * reached through one.
 */
export function virtualFiles({ uriOf, style }: VirtualFilesParts): Files {
  const ordered = createKeyedQueue();
  const at = <T>(path: string, work: (uri: Uri) => Promise<T | FileProblem>): Promise<T | FileProblem> =>
    ordered(path, async () => {
      const uri = path.includes("\0") ? undefined : uriOf(normalPath(path, style));
      if (uri === undefined) return { problem: "invalid-path", path, detail: "it is no path of this file system" };
      try {
        return await work(uri);
      } catch (error) {
        return virtualProblem(error, path);
      }
    });
  return {
    stat: (path) => at(path, (uri) => statVirtual(uri, path)),
    read: (path, range) =>
      at(path, async (uri) => {
        const bytes = await readVirtual(uri, path);
        return isProblem(bytes)
          ? bytes
          : bytes.slice(Math.max(0, range?.start ?? 0), Math.max(0, range?.end ?? bytes.length));
      }),
    write: (path, bytes, expected) =>
      at(path, async (uri) => {
        const refusal =
          readOnly(uri, path) ?? (await blockedWay(uri, path)) ?? (await unmetExpectation(uri, path, expected));
        if (refusal !== undefined) return refusal;
        await workspace.fs.writeFile(uri, bytes);
        return statVirtual(uri, path);
      }),
    remove: async (path, expected, folders) => {
      const answer = await at(path, async (uri) => {
        const refusal = readOnly(uri, path) ?? (await unmetRemoval(uri, path, expected));
        if (refusal !== undefined) return refusal;
        await workspace.fs.delete(uri, { recursive: false, useTrash: false });
        await removeEmpty(parentPath(path, style), folders ?? new Set(), { uriOf, style });
        return undefined;
      });
      return answer;
    },
    list: (path) =>
      at(path, async (uri) => {
        const entries = await workspace.fs.readDirectory(uri);
        return entries.map(([name, type]) => ({ name, kind: kindOf(type) }));
      }),
    resolve: (path) =>
      at(path, async (uri) => {
        const isThere = await checkWay(uri, path);
        return typeof isThere === "boolean" ? { real: normalPath(path, style), exists: isThere } : isThere;
      }),
  };
}

/** Whether something is at an address; a problem when a link is on the way to it, or a file. */
async function checkWay(uri: Uri, path: string): Promise<boolean | FileProblem> {
  const names = uri.path.split("/").filter((name) => name !== "");
  for (let count = 1; count <= names.length; count += 1) {
    const at = uri.with({ path: `/${names.slice(0, count).join("/")}` });
    const stat = await workspace.fs.stat(at).then(
      ({ type }) => type,
      (error: unknown) => virtualProblem(error, path),
    );
    if (typeof stat === "object") return stat.problem === "missing" ? false : stat;
    if ((stat & FileType.SymbolicLink) !== 0) {
      return {
        problem: "denied",
        path,
        detail: `${at.toString(true)} is a link, and where it leads cannot be known here`,
      };
    }
    if (count < names.length && kindOf(stat) !== "directory") {
      return { problem: "not-directory", path, detail: `${at.toString(true)} is no folder` };
    }
  }
  return true;
}

function kindOf(type: FileType): FileKind {
  if ((type & FileType.File) !== 0) return "file";
  if ((type & FileType.Directory) !== 0) return "directory";
  return (type & FileType.SymbolicLink) !== 0 ? "link" : "other";
}

async function statVirtual(uri: Uri, path: string): Promise<FileStat | FileProblem> {
  const { type, size, mtime } = await workspace.fs.stat(uri);
  const kind = kindOf(type);
  const facts = { kind, size, modified: mtime };
  if (kind !== "file" || size > HASHED_BYTES) return { ...facts, fingerprint: `v-${size}-${mtime}` };
  const bytes = await readVirtual(uri, path);
  return isProblem(bytes) ? bytes : { ...facts, size: bytes.length, fingerprint: fingerprintOf(bytes) };
}

async function readVirtual(uri: Uri, path: string): Promise<Uint8Array | FileProblem> {
  const isThere = await checkWay(uri, path);
  if (typeof isThere === "object") return isThere;
  const { type, size } = await workspace.fs.stat(uri);
  if (kindOf(type) === "directory") return { problem: "not-file", path, detail: "it is a folder" };
  if (size > MAX_VIRTUAL_BYTES) {
    const detail = `it has ${size} bytes; at most ${MAX_VIRTUAL_BYTES} are read from ${uri.scheme}: files`;
    return { problem: "io", path, detail };
  }
  return workspace.fs.readFile(uri);
}

async function blockedWay(uri: Uri, path: string): Promise<FileProblem | undefined> {
  const isThere = await checkWay(uri, path);
  return typeof isThere === "object" ? isThere : undefined;
}

function readOnly(uri: Uri, path: string): FileProblem | undefined {
  return workspace.fs.isWritableFileSystem(uri.scheme) === false
    ? { problem: "denied", path, detail: `${uri.scheme}: files are read-only here` }
    : undefined;
}

/** Why a write must not be made; undefined when it may. */
async function unmetExpectation(uri: Uri, path: string, expected: Expected): Promise<FileProblem | undefined> {
  const stat = await statVirtual(uri, path).catch((error: unknown) => virtualProblem(error, path));
  if (isProblem(stat)) {
    if (stat.problem !== "missing") return stat;
    return typeof expected === "object" ? { problem: "changed", path, detail: "it is not there any more" } : undefined;
  }
  if (stat.kind !== "file") return { problem: "not-file", path, detail: "it is a folder" };
  if (expected === "missing") return { problem: "exists", path, detail: "it exists already" };
  return expected === "anything" || expected.fingerprint === stat.fingerprint
    ? undefined
    : { problem: "changed", path, detail: "its content is not what it was" };
}

async function unmetRemoval(uri: Uri, path: string, expected: Expected): Promise<FileProblem | undefined> {
  const stat = await statVirtual(uri, path).catch((error: unknown) => virtualProblem(error, path));
  if (isProblem(stat) && stat.problem === "missing" && typeof expected !== "object") return stat;
  return unmetExpectation(uri, path, expected);
}

/** Removes a folder, and those above it, as long as they are among `folders` and hold nothing. */
async function removeEmpty(folder: string, folders: ReadonlySet<string>, parts: VirtualFilesParts): Promise<void> {
  for (let at = folder; folders.has(at); at = parentPath(at, parts.style)) {
    const uri = parts.uriOf(at);
    if (uri === undefined || (await workspace.fs.readDirectory(uri)).length > 0) return;
    await workspace.fs.delete(uri, { recursive: false, useTrash: false });
  }
}
