import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

/** Largest file that is searched in JavaScript; larger ones are left out. */
export const MAX_SEARCHED_BYTES = 64 * 1024 * 1024;

/** Largest file that is read at once, without letting others have a turn: asking for each part costs more than reading it. */
const MAX_BYTES_AT_ONCE = 256 * 1024;

/** How far into a file it is looked whether it is text. */
const SNIFFED_BYTES = 64 * 1024;

/** The text of a file that is searched. */
export interface SearchedText {
  readonly text: string;
  readonly isBinary: boolean;
}

/** Whether a search can find anything in these bytes of a file. */
export type MayMatch = (bytes: Buffer) => boolean;

/** Should a file have become a pipe by now, opening it must not wait for somebody to write. Windows knows no such flag. */
const READ_AT_ONCE = constants.O_RDONLY | (process.platform === "win32" ? 0 : constants.O_NONBLOCK);

/** Where small files are read into, one after the other. */
let shared: Buffer | undefined;

/**
 * Reads a file as text: UTF-16 with its mark, else UTF-8. Undefined for what cannot be read, is too large, or holds nothing
 * by `mayMatch`, which is not asked about UTF-16.
 */
export async function readText(path: Buffer, mayMatch: MayMatch = () => true): Promise<SearchedText | undefined> {
  const bytes = readSmall(path) ?? (await readLarge(path));
  return bytes && (isUtf16(bytes) || mayMatch(bytes)) ? searchedText(bytes) : undefined;
}

/** The bytes of a small file, good until the next one is read; undefined for others. */
function readSmall(path: Buffer): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, READ_AT_ONCE);
    const { size } = fstatSync(file);
    // Files that are made up when they are read say that they are empty.
    if (size === 0 || size > MAX_BYTES_AT_ONCE) return undefined;
    shared ??= Buffer.allocUnsafe(MAX_BYTES_AT_ONCE + 1);
    const length = readSync(file, shared, 0, size + 1, 0);
    // It has changed in between, or was not read at one go.
    return length === size ? shared.subarray(0, length) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

async function readLarge(path: Buffer): Promise<Buffer | undefined> {
  const handle = await open(path, "r").catch(() => undefined);
  try {
    if (!handle) return undefined;
    const { size } = await handle.stat();
    return size > MAX_SEARCHED_BYTES ? undefined : await handle.readFile();
  } catch {
    return undefined;
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

const UTF8 = new TextDecoder("utf-8");

/** The text of a file's bytes: UTF-16 with its mark, else UTF-8. */
export function searchedText(bytes: Uint8Array): SearchedText {
  if (isUtf16(bytes)) {
    return { text: new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes), isBinary: false };
  }
  const isBinary = bytes.subarray(0, SNIFFED_BYTES).includes(0);
  return { text: UTF8.decode(bytes), isBinary };
}
