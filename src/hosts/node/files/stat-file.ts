import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { lstat, readlink, stat } from "node:fs/promises";
import type { FileKind, FileProblem, FileStat } from "../../../ports/files.ts";
import { codeOf, toFileProblem } from "./file-problem.ts";
import { readSmall } from "./read-bytes.ts";

/**
 * Files up to this size are told apart by their content. Their times alone do not do: two writes within one tick of the
 * file system's clock (4 ms is common) leave size, time and number alike.
 */
const HASHED_BYTES = 128 * 1024;

/** What kind of thing the facts of a path describe; links have been followed. */
export function kindOf(facts: {
  isFile: () => boolean;
  isDirectory: () => boolean;
  isSymbolicLink: () => boolean;
}): FileKind {
  if (facts.isFile()) return "file";
  if (facts.isDirectory()) return "directory";
  return facts.isSymbolicLink() ? "link" : "other";
}

/** Facts of a path, links followed. A link whose target is missing is a `link`. */
export async function statFile(path: string): Promise<FileStat | FileProblem> {
  try {
    return await describe(path, await stat(path, { bigint: true }));
  } catch (error) {
    return (codeOf(error) === "ENOENT" ? await statDangling(path) : undefined) ?? toFileProblem(error, path);
  }
}

async function describe(path: string, facts: BigIntStats): Promise<FileStat> {
  const kind = kindOf(facts);
  const size = Number(facts.size);
  const isHashed = kind === "file" && size <= HASHED_BYTES;
  const fingerprint = (isHashed ? await contentPrint(path, size) : undefined) ?? timePrint(facts);
  const mode = kind === "file" && process.platform !== "win32" && { mode: Number(facts.mode) & 0o777 };
  return { kind, size, modified: Number(facts.mtimeMs), fingerprint, ...mode };
}

/** A fingerprint of the content itself; undefined when it may not be read. */
async function contentPrint(path: string, size: number): Promise<string | undefined> {
  const bytes = size === 0 ? new Uint8Array() : await readSmall(path, HASHED_BYTES);
  return bytes && fingerprintOf(bytes);
}

/** The fingerprint of a small file with this content. */
export function fingerprintOf(bytes: Uint8Array): string {
  return `c-${bytes.length}-${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}`;
}

/** A fingerprint of size, times and number. The time of the last change of facts shows writers that put back the other one. */
function timePrint(facts: BigIntStats): string {
  return `t-${facts.size}-${facts.mtimeNs}-${facts.ctimeNs}-${facts.ino}`;
}

async function statDangling(path: string): Promise<FileStat | undefined> {
  try {
    const facts = await lstat(path);
    if (!facts.isSymbolicLink()) return undefined;
    return { kind: "link", size: 0, modified: facts.mtimeMs, fingerprint: `l-${await readlink(path)}` };
  } catch {
    return undefined;
  }
}
