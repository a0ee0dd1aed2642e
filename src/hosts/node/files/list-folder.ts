import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { lstat, readdir, stat } from "node:fs/promises";
import { sep } from "node:path";
import type { FileEntry, FileKind, FileProblem } from "../../../ports/files.ts";
import { toFileProblem } from "./file-problem.ts";
import { kindOf } from "./stat-file.ts";

/** Links that are looked at together. */
const BATCH = 64;

/** The entries of a folder. Names are read as bytes, so that one which is no text is noticed and its kind still found. */
export async function listFolder(path: string): Promise<readonly FileEntry[] | FileProblem> {
  try {
    const found = await readdir(path, { encoding: "buffer", withFileTypes: true });
    const entries: FileEntry[] = [];
    for (let at = 0; at < found.length; at += BATCH) {
      entries.push(...(await Promise.all(found.slice(at, at + BATCH).map((entry) => entryOf(path, entry)))));
    }
    return entries;
  } catch (error) {
    return toFileProblem(error, path);
  }
}

async function entryOf(folder: string, entry: Dirent<Buffer>): Promise<FileEntry> {
  const name = entry.name.toString("utf8");
  const isKnown = entry.isFile() || entry.isDirectory();
  const kind = isKnown ? kindOf(entry) : await followedKind(Buffer.concat([Buffer.from(folder + sep), entry.name]));
  return isUtf8(entry.name) ? { name, kind } : { name, kind, unreadableName: true };
}

/** The kind of what a link leads to; `link` when that is missing or a circle. */
async function followedKind(path: Buffer): Promise<FileKind> {
  try {
    return kindOf(await stat(path));
  } catch {
    return lstat(path).then(kindOf, () => "other");
  }
}
