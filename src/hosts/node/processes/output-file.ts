import { createWriteStream } from "node:fs";
import type { WriteStream } from "node:fs";
import { dirname } from "node:path";
import { makeFoldersNow } from "../files/make-folders.ts";

/** Most bytes of one command's output that are kept on disk. */
export const MAX_OUTPUT_FILE_BYTES = 256 * 1024 * 1024;

/** Bytes that may wait to be written before the command has to wait. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Output of a command on its way to disk: nothing is written until there is more of it than memory keeps. */
export interface OutputFile {
  /** Takes a chunk; true when the command should wait until `onDrained`. */
  readonly add: (chunk: Uint8Array) => boolean;
  /** Where all of it is; undefined while memory holds it all, or when the disk would not have it. */
  readonly path: () => string | undefined;
  /** Settles when everything taken is in the file. */
  readonly end: () => Promise<void>;
}

/** How output is kept. */
export interface OutputFileOptions {
  readonly path: string;
  /** Bytes that memory holds before a file is made. */
  readonly memoryBytes: number;
  readonly onDrained: () => void;
  readonly maxBytes?: number;
}

/** Where an output file stands. */
interface State {
  waiting: Uint8Array[];
  bytes: number;
  stream: WriteStream | undefined;
  isBroken: boolean;
  isFull: boolean;
}

/** Keeps the output of one command. A full disk loses the file, never the command. */
export function createOutputFile(options: OutputFileOptions): OutputFile {
  const state: State = { waiting: [], bytes: 0, stream: undefined, isBroken: false, isFull: false };
  return {
    add: (chunk) => addChunk(state, options, chunk),
    path: () => (state.stream && !state.isBroken ? options.path : undefined),
    end: () => endFile(state),
  };
}

function addChunk(state: State, options: OutputFileOptions, chunk: Uint8Array): boolean {
  if (state.isBroken || state.isFull) return false;
  const room = (options.maxBytes ?? MAX_OUTPUT_FILE_BYTES) - state.bytes;
  const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
  state.bytes += part.length;
  state.isFull = part.length < chunk.length;
  if (state.stream) {
    state.stream.write(part);
  } else {
    state.waiting.push(part);
    if (state.bytes <= options.memoryBytes) return false;
    const waiting = state.waiting;
    state.waiting = [];
    state.stream = openStream(state, options);
    for (const each of waiting) state.stream?.write(each);
  }
  if (state.isFull) state.stream?.write(`\n[the output goes on; only its first ${state.bytes} bytes are kept]\n`);
  return state.stream?.writableNeedDrain === true;
}

/** Begins the file; undefined when there is no place for it. */
function openStream(state: State, options: OutputFileOptions): WriteStream | undefined {
  const lose = (): void => {
    state.isBroken = true;
    options.onDrained();
  };
  try {
    makeFoldersNow(dirname(options.path), 0o700);
  } catch {
    lose();
    return undefined;
  }
  const stream = createWriteStream(options.path, { flags: "wx", mode: 0o600, highWaterMark: MAX_WAITING_BYTES });
  stream.on("drain", options.onDrained);
  stream.on("error", lose);
  return stream;
}

function endFile({ stream, isBroken }: State): Promise<void> {
  if (!stream || isBroken) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once("close", () => resolve());
    stream.end();
  });
}
