import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, stat } from "node:fs/promises";
import type { FileProblem } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";
import { fileProblem, toFileProblem } from "./file-problem.ts";

/** Most bytes that one read answers; more is read in ranges. */
export const MAX_READ_BYTES = 512 * 1024 * 1024;

/** How much is read at a time from files that do not know their size, such as those under `/proc`. */
const BLOCK_BYTES = 64 * 1024;

/** Opens without waiting: what was a file a moment ago may be a pipe by now. Windows has no such thing. */
export const NO_WAITING = (constants.O_NONBLOCK as number | undefined) ?? 0;

/** A half-open range of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
  /** Memory to use again instead of new memory, where it is large enough. */
  readonly into?: Uint8Array;
}

/**
 * Opens a regular file and hands its handle to `work`. Anything else is not even opened: opening a pipe or a device can
 * have effects of its own, or wait for ever.
 */
export async function withFile<T>(
  path: string,
  work: (handle: FileHandle, size: number) => Promise<T | FileProblem>,
): Promise<T | FileProblem> {
  let handle: FileHandle | undefined;
  try {
    const problem = notFile(path, await stat(path));
    if (problem) return problem;
    handle = await open(path, constants.O_RDONLY | NO_WAITING);
    const facts = await handle.stat();
    return notFile(path, facts) ?? (await work(handle, facts.size));
  } catch (error) {
    return toFileProblem(error, path);
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

/** Why something is no regular file; undefined when it is one. */
function notFile(path: string, facts: { isFile: () => boolean; isDirectory: () => boolean }): FileProblem | undefined {
  if (facts.isFile()) return undefined;
  return fileProblem(
    "not-file",
    path,
    facts.isDirectory() ? "it is a folder" : "it is a device, pipe or socket, which is never read",
  );
}

/** Bytes of a regular file: those of the range, or all. Only what is asked for is held in memory. */
export async function readBytes(path: string, range: ByteRange | undefined): Promise<Uint8Array | FileProblem> {
  return withFile(path, async (handle, size) => {
    const start = Math.max(0, Math.trunc(range?.start ?? 0));
    const wanted = Math.max(0, Math.trunc(range?.end ?? Infinity) - start);
    const bytes = size > 0 ? Math.min(wanted, Math.max(0, size - start)) : wanted;
    if (size > 0 && bytes > MAX_READ_BYTES) {
      return fileProblem(
        "io",
        path,
        `it has ${size} bytes; one read answers at most ${MAX_READ_BYTES}, so read it in ranges`,
      );
    }
    return size > 0
      ? readExactly(handle, start, bytes, range?.into)
      : readToEnd(handle, start, Math.min(bytes, MAX_READ_BYTES));
  });
}

/** `length` bytes from `start`; fewer when the file has become shorter. */
async function readExactly(
  handle: FileHandle,
  start: number,
  length: number,
  into: Uint8Array = new Uint8Array(0),
): Promise<Uint8Array> {
  const bytes = into.length >= length ? into.subarray(0, length) : new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled === length ? bytes : bytes.slice(0, filled);
}

/** At most `limit` bytes from `start` of a file that says it is empty; some of those are not. */
async function readToEnd(handle: FileHandle, start: number, limit: number): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  let filled = 0;
  while (filled < limit) {
    const block = await readExactly(handle, start + filled, Math.min(BLOCK_BYTES, limit - filled));
    if (block.length === 0) break;
    blocks.push(block);
    filled += block.length;
  }
  const bytes = new Uint8Array(filled);
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/** The whole of a small file, for its fingerprint; undefined when it cannot be read or has grown past `limit`. */
export async function readSmall(path: string, limit: number): Promise<Uint8Array | undefined> {
  const bytes = await withFile(path, (handle, size) =>
    size > limit ? Promise.resolve(fileProblem("full", path, "it is no small file")) : readExactly(handle, 0, size),
  );
  return isProblem(bytes) ? undefined : bytes;
}
