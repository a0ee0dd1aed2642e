import { open } from "node:fs/promises";

/** Largest file that is searched in JavaScript; larger ones are left out. */
export const MAX_SEARCHED_BYTES = 64 * 1024 * 1024;

/** How far into a file it is looked whether it is text. */
const SNIFFED_BYTES = 64 * 1024;

/** The text of a file that is searched. */
export interface SearchedText {
  readonly text: string;
  readonly isBinary: boolean;
}

/** Reads a file as text: UTF-16 with its mark, else UTF-8. Undefined for what cannot be read or is too large. */
export async function readText(path: Buffer): Promise<SearchedText | undefined> {
  const handle = await open(path, "r").catch(() => undefined);
  try {
    if (!handle) return undefined;
    const { size } = await handle.stat();
    if (size > MAX_SEARCHED_BYTES) return undefined;
    return searchedText(await handle.readFile());
  } catch {
    return undefined;
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

/** The text of a file's bytes: UTF-16 with its mark, else UTF-8. */
export function searchedText(bytes: Uint8Array): SearchedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), isBinary: false };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), isBinary: false };
  const isBinary = bytes.subarray(0, SNIFFED_BYTES).includes(0);
  return { text: new TextDecoder("utf-8").decode(bytes), isBinary };
}
