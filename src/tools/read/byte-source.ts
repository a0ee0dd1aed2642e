import type { FileProblem, Files } from "../../ports/files.ts";

/** Bytes of one page, the most that is read at a time. Even, so that the units of wide encodings are never torn. */
export const PAGE_BYTES = 1024 * 1024;

/** Bytes that are read piece by piece, one piece after the other. */
export interface ByteSource {
  readonly size: number;
  /** At most a page of the bytes from `start` to `end`; fewer at the end of the source. A piece lasts until the next read. */
  readonly read: (start: number, end: number) => Promise<Uint8Array | FileProblem>;
}

/** The bytes of a file; all pieces share one page of memory. */
export function fileSource(files: Files, path: string, size: number): ByteSource {
  let page: Uint8Array | undefined;
  return {
    size,
    read: (start, end) => {
      page ??= new Uint8Array(Math.min(size, PAGE_BYTES));
      return files.read(path, { start, end: Math.min(end, start + PAGE_BYTES), into: page });
    },
  };
}

/** Bytes in memory. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, Math.min(end, start + PAGE_BYTES))),
  };
}
