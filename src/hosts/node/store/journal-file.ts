import type { FileHandle } from "node:fs/promises";
import { open, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { JournalText, StoreProblem } from "../../../ports/store.ts";
import { isProblem } from "../../../ports/files.ts";
import { codeOf } from "../files/file-problem.ts";
import { readBytes } from "../files/read-bytes.ts";
import { fromFileProblem, storeProblem, toStoreProblem } from "./store-problem.ts";
import { makeFolders } from "../files/make-folders.ts";

const LINE_FEED = 10;
const NUL = 0;

/** How much is read at a time while looking for the last whole line. */
const BLOCK_BYTES = 64 * 1024;

/** A journal that is open for appending; one writer, one append at a time. */
export interface JournalFile {
  /** Why lines that are appended now would be lost: the path does not name the open file any more. */
  readonly missing: () => Promise<StoreProblem | undefined>;
  /** Appends whole lines, all or none of them. */
  readonly append: (lines: readonly string[], sync: boolean) => Promise<StoreProblem | undefined>;
  readonly close: () => Promise<void>;
}

/** Opens a journal for appending, making it when it is missing and cutting a torn last line. */
export async function openJournalFile(path: string): Promise<JournalFile | StoreProblem> {
  let handle: FileHandle | undefined;
  try {
    await makeFolders(dirname(path), 0o700);
    const strange = await strangeAt(path);
    if (strange) return strange;
    handle = await open(path, "a+", 0o600);
    const { size, ino, dev } = await handle.stat();
    const whole = await wholeLength(handle, size);
    if (whole < size) await handle.truncate(whole);
    // A new file is there after a power failure only when its folder says so.
    if (size === 0) await syncFolder(dirname(path));
    return { missing: () => missingAt(path, { ino, dev }), ...writerOf(handle, whole) };
  } catch (error) {
    await handle?.close().catch(() => undefined);
    return toStoreProblem(error);
  }
}

/** Why there can be no journal at a path: something that is no file is there. */
async function strangeAt(path: string): Promise<StoreProblem | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts && !facts.isFile() ? storeProblem("io", `the journal is no file: ${path}`) : undefined;
}

function writerOf(handle: FileHandle, length: number): Pick<JournalFile, "append" | "close"> {
  let written = length;
  let isTorn = false;
  const put = async (bytes: Uint8Array, sync: boolean): Promise<void> => {
    if (isTorn) await handle.truncate(written);
    isTorn = true;
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done);
      done += bytesWritten;
    }
    if (sync) await handle.datasync();
    written += bytes.length;
    isTorn = false;
  };
  return {
    append: async (lines, sync) => {
      try {
        await put(Buffer.from(lines.map((line) => `${line}\n`).join("")), sync);
        return undefined;
      } catch (error) {
        // Half of a line must not stay: the next append would continue it.
        if (isTorn)
          isTorn = await handle.truncate(written).then(
            () => false,
            () => true,
          );
        return toStoreProblem(error);
      }
    },
    close: () => handle.close().catch(() => undefined),
  };
}

async function missingAt(
  path: string,
  open: { readonly ino: number; readonly dev: number },
): Promise<StoreProblem | undefined> {
  try {
    const { ino, dev } = await stat(path);
    if (ino === open.ino && dev === open.dev) return undefined;
  } catch (error) {
    if (codeOf(error) !== "ENOENT") return toStoreProblem(error);
  }
  return storeProblem("missing", `the journal was removed or replaced while it was open: ${path}`);
}

/** Length of the file up to the end of its last whole line. */
async function wholeLength(handle: FileHandle, size: number): Promise<number> {
  const block = Buffer.alloc(BLOCK_BYTES);
  let end = size;
  while (end > 0) {
    const start = Math.max(0, end - BLOCK_BYTES);
    const { bytesRead } = await handle.read(block, 0, end - start, start);
    const last = lastWhole(block.subarray(0, bytesRead));
    if (last >= 0) return start + last;
    end = start;
  }
  return 0;
}

/**
 * Where the last whole line of a block ends; negative when none does. Zeros at the end of a file are what some file
 * systems leave of it after a power failure.
 */
function lastWhole(block: Buffer): number {
  let end = block.length;
  while (end > 0 && block[end - 1] === NUL) end -= 1;
  const last = block.subarray(0, end).lastIndexOf(LINE_FEED);
  return last < 0 ? -1 : last + 1;
}

/** The whole lines of a journal. Nothing is written, so that looking at a session changes nothing. */
export async function readJournal(path: string): Promise<JournalText | StoreProblem> {
  const bytes = await readBytes(path, undefined);
  if (isProblem(bytes)) return fromFileProblem(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: string[] = [];
  let at = 0;
  for (let end = text.indexOf(LINE_FEED); end >= 0; end = text.indexOf(LINE_FEED, at)) {
    lines.push(text.toString("utf8", at, end));
    at = end + 1;
  }
  return { lines, torn: at < text.length };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}
