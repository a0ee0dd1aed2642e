import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { link, lstat, open, rename, rmdir, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Expected, FileProblem, FileStat } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";
import { codeOf, fileProblem, toFileProblem } from "./file-problem.ts";
import { NO_WAITING } from "./read-bytes.ts";
import { statFile } from "./stat-file.ts";
import { makeFolders } from "./make-folders.ts";

/** Characters of a file's name that its temporary file repeats: names are at most 255 bytes long. */
const NAME_CHARS = 40;

/**
 * Puts content into a file at its real path, all or nothing: a temporary file beside it is written, synced and renamed.
 * The mode bits of a file that is replaced are kept, and one that is made gets those asked for; a file that may not be
 * written is not replaced either. Of a write that fails, nothing stays: no folder that it made either.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  { expected, mode }: { readonly expected: Expected; readonly mode: number | undefined },
): Promise<FileStat | FileProblem> {
  const temporary = join(
    dirname(path),
    `.${basename(path).slice(0, NAME_CHARS)}.${randomBytes(6).toString("hex")}.tmp`,
  );
  let made: string | undefined;
  const giveUp = async (problem: FileProblem): Promise<FileProblem> => {
    await unlink(temporary).catch(() => undefined);
    if (made !== undefined) await removeEmpty(dirname(path), foldersFrom(made, dirname(path)));
    return problem;
  };
  try {
    const refusal = await checkTarget(path, expected);
    if (refusal) return refusal;
    made = await makeFolders(dirname(path));
    await writeTemporary(temporary, bytes, (await looksOf(path)) ?? { mode });
    // Looked at once more, since writing took its time.
    const late = await checkExpected(path, expected);
    if (late) return await giveUp(late);
    await publish(temporary, path, expected);
    await syncFolder(dirname(path));
  } catch (error) {
    return giveUp(toFileProblem(error, path));
  }
  return statFile(path);
}

/** A folder and all that lie between it and one further in, with that one. */
function foldersFrom(outer: string, inner: string): ReadonlySet<string> {
  const folders = new Set([outer]);
  for (let at = inner; at.length > outer.length; at = dirname(at)) folders.add(at);
  return folders;
}

async function checkTarget(path: string, expected: Expected): Promise<FileProblem | undefined> {
  const current = await statFile(path);
  if (!isProblem(current)) {
    if (current.kind !== "file")
      return fileProblem("not-file", path, `it is ${current.kind === "directory" ? "a folder" : "no regular file"}`);
    await checkWritable(path);
  }
  return checkExpected(path, expected);
}

/** Fails when a file may not be written: replacing it would go around that. Nothing is written. */
async function checkWritable(path: string): Promise<void> {
  try {
    const handle = await open(path, constants.O_WRONLY | NO_WAITING);
    await handle.close();
  } catch (error) {
    // A program that runs may not be written, but it may be replaced.
    if (codeOf(error) !== "ETXTBSY") throw error;
  }
}

/** Why a file is not as a change expects it; undefined when it is. */
export async function checkExpected(path: string, expected: Expected): Promise<FileProblem | undefined> {
  if (expected === "anything") return undefined;
  const current = await statFile(path);
  if (isProblem(current)) {
    if (current.problem !== "missing") return current;
    return expected === "missing" ? undefined : fileProblem("changed", path, "it is not there any more");
  }
  if (expected === "missing") return fileProblem("exists", path, "it exists already");
  return current.fingerprint === expected.fingerprint
    ? undefined
    : fileProblem("changed", path, "its content is not what it was");
}

/** Mode bits and owner of a file. */
interface Looks {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** How the file that is there looks; undefined when there is none. */
async function looksOf(path: string): Promise<Looks | undefined> {
  try {
    const { mode, uid, gid } = await stat(path);
    return { mode: mode & 0o7777, uid, gid };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function writeTemporary(
  path: string,
  bytes: Uint8Array,
  like: Looks | { readonly mode: number | undefined },
): Promise<void> {
  const handle = await open(path, "wx", 0o666);
  try {
    if ("uid" in like) await dressAs(handle, like);
    else if (like.mode !== undefined) await handle.chmod(like.mode & 0o777);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a new file the owner and mode of the old one. Only the superuser may give files away; others keep what they can. */
async function dressAs(handle: FileHandle, like: Looks): Promise<void> {
  const own = await handle.stat();
  let mode = like.mode;
  if (own.uid !== like.uid || own.gid !== like.gid) {
    await handle.chown(like.uid, like.gid).catch(() => {
      // Rights that go with an owner do not go to another one.
      mode &= 0o777;
    });
  }
  await handle.chmod(mode);
}

/** Makes the temporary file the file. A file that must be missing is linked, which fails when somebody was faster. */
async function publish(temporary: string, path: string, expected: Expected): Promise<void> {
  if (expected === "missing") {
    try {
      await link(temporary, path);
      await unlink(temporary);
      return;
    } catch (error) {
      // Some file systems have no hard links; there, the check just made has to do.
      if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOENT") throw error;
    }
  }
  await rename(temporary, path);
}

/** Makes a rename last. Where folders cannot be synced, the system does it in its own time. */
async function syncFolder(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, "r");
    await handle.sync();
  } catch {
    // Not every system lets a folder be opened.
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

/** Removes a file, and then those of `folders` above it that are empty. Of a link, the link goes and what it leads to stays. */
export async function removeFile(
  path: string,
  expected: Expected,
  folders: ReadonlySet<string> = new Set(),
): Promise<FileProblem | undefined> {
  try {
    const facts = await lstat(path);
    const isLink = facts.isSymbolicLink();
    if (!facts.isFile() && !isLink) {
      return fileProblem("not-file", path, facts.isDirectory() ? "it is a folder" : "it is a device, pipe or socket");
    }
    const refusal = await checkExpected(path, expected);
    if (refusal) return refusal;
    await unlink(path);
    await removeEmpty(dirname(path), folders);
    return undefined;
  } catch (error) {
    return codeOf(error) === "ENOENT" && typeof expected === "object"
      ? fileProblem("changed", path, "it is not there any more")
      : toFileProblem(error, path);
  }
}

/** Removes a folder, and those above it, as long as they are among `folders` and hold nothing. */
async function removeEmpty(folder: string, folders: ReadonlySet<string>): Promise<void> {
  for (let at = folder; folders.has(at); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}
