import type { Readable, Writable } from "node:stream";

/**
 * Exit codes (2.18): all is well; the script is wrong or failed; usage, input or output, UTF-8; permission denied;
 * interrupted.
 */
export const EXIT = { ok: 0, script: 1, usage: 2, denied: 3, interrupted: 130 } as const;

/** Largest file or standard input that is read, in bytes: the limit `max-file-bytes` of messages. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A file operation that failed, in words for the person who named the file. */
export class FileError extends Error {
  override readonly name = "FileError";
}

/** The files a command can reach. Paths are as the person wrote them. */
export interface CliFiles {
  /** Whether something that is no folder has this path. */
  exists(path: string): boolean;
  /** Reads at most `maxBytes`; throws `FileError` for a missing, unreadable or larger file. */
  read(path: string, maxBytes: number): Uint8Array;
  /** Replaces the file's content; makes missing folders. Throws `FileError`. */
  write(path: string, text: string): void;
}

/** Streams of a terminal that line editing can use. */
export interface CliTerminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Keys as they are typed; a terminal hands them over one by one in raw mode. */
export type CliKeys = Readable & { readonly setRawMode?: (raw: boolean) => unknown };

/** The terminal that standard error goes to: rows are drawn and questions asked there. */
export interface CliScreen {
  readonly columns: () => number;
  readonly lines: () => number;
  /** Set when standard input is a terminal, too: without it nobody can be asked. */
  readonly keys?: CliKeys;
}

/** Everything the command line does to the world, so that tests can run it in memory. */
export interface CliIo {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly files: CliFiles;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
  /** Whether colours are welcome, by stream. */
  readonly colours: { readonly out: boolean; readonly err: boolean };
  /** Calls `listener` on Ctrl-C until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Whether standard output is a terminal: what others wrote must not steer it. */
  readonly outIsTerminal?: boolean;
  /** Set when standard input and output are a terminal. */
  readonly terminal?: CliTerminal;
  /** Set when standard error is a terminal. */
  readonly screen?: CliScreen;
  /** Ends the program at once, whatever still runs. */
  readonly leave?: (code: number) => void;
}
