import { closeSync, fstatSync, openSync, readSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { welcomesColours } from "./colours.ts";
import type { CliFiles, CliIo, CliScreen } from "./io.ts";
import { FileError } from "./io.ts";
import { makeFoldersNow } from "../../hosts/node/files/make-folders.ts";

/** Bytes read from a file at a time. */
const CHUNK_BYTES = 1024 * 1024;

/** Signals that ask a program to end: Ctrl-C, `kill`, a terminal that was closed. */
const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The real world: files, streams and signals of this process. */
export function nodeIo(): CliIo {
  const { stdin, stdout, stderr, env, platform } = process;
  const interactive = stdin.isTTY && stdout.isTTY;
  return {
    stdin,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    files: nodeFiles(),
    now: () => performance.now(),
    env,
    platform,
    home: homedir(),
    colours: { out: welcomesColours(stdout.isTTY, env), err: welcomesColours(stderr.isTTY, env) },
    onInterrupt: (listener) => {
      for (const signal of INTERRUPTS) process.on(signal, listener);
      return () => {
        for (const signal of INTERRUPTS) process.off(signal, listener);
      };
    },
    leave: (code) => process.exit(code),
    outIsTerminal: stdout.isTTY,
    ...(interactive && { terminal: { input: stdin, output: stdout } }),
    ...(stderr.isTTY && { screen: nodeScreen() }),
  };
}

/** Columns and lines of a terminal that does not tell. */
const USUAL_SIZE = [80, 24] as const;

function nodeScreen(): CliScreen {
  const { stdin, stderr } = process;
  // A terminal without a size says 0.
  return {
    columns: () => stderr.columns || USUAL_SIZE[0],
    lines: () => stderr.rows || USUAL_SIZE[1],
    ...(stdin.isTTY && { keys: stdin }),
  };
}

function nodeFiles(): CliFiles {
  return {
    exists: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false,
    read: (path, maxBytes) => explained(path, "read", () => readBounded(path, maxBytes)),
    write: (path, text) =>
      explained(path, "written", () => {
        makeFoldersNow(dirname(path));
        writeFileSync(path, text);
      }),
  };
}

/** Reads in pieces, so that a pipe or a growing file cannot pass the bound either. */
function readBounded(path: string, maxBytes: number): Uint8Array {
  const file = openSync(path, "r");
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) throw new FileError(`${path} is a folder; name the files in it.`);
    if (stats.size > maxBytes) throw tooLarge(path, maxBytes);
    const chunks: Uint8Array[] = [];
    for (let size = 0; ;) {
      const chunk = new Uint8Array(CHUNK_BYTES);
      const count = readSync(file, chunk);
      if (count === 0) return Buffer.concat(chunks);
      size += count;
      if (size > maxBytes) throw tooLarge(path, maxBytes);
      chunks.push(chunk.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}

function tooLarge(path: string, maxBytes: number): FileError {
  return new FileError(`${path} has more than ${maxBytes} bytes (limit max-file-bytes).`);
}

/** Words for the errors that people meet; other codes are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is no folder",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
};

function explained<T>(path: string, done: "read" | "written", work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FileError(`${path} cannot be ${done}: ${REASONS[code] ?? code}.`);
  }
}
