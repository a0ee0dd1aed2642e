import { EncodingError } from "./command.ts";
import { decodeUtf8 } from "./decode.ts";
import type { CliIo } from "./io.ts";
import { FileError, MAX_FILE_BYTES } from "./io.ts";

/** A script and what messages call it. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** The name of standard input on the command line and in messages. */
export const STDIN = "-";
const STDIN_NAME = "<stdin>";
const EXPRESSION_NAME = "<expression>";

/** Reads a file, or standard input for `-`; a byte order mark is dropped unless `keepMark`. Throws `FileError` or `EncodingError`. */
export async function loadSource(path: string, io: CliIo, keepMark = false): Promise<Source> {
  const isStdin = path === STDIN;
  const bytes = isStdin ? await readStdin(io) : io.files.read(path, MAX_FILE_BYTES);
  const name = isStdin ? STDIN_NAME : path;
  const result = decodeUtf8(bytes, keepMark);
  if (!result.ok) throw new EncodingError(name, result);
  return { name, text: result.text };
}

/** A script given on the command line. */
export function expressionSource(text: string): Source {
  return { name: EXPRESSION_NAME, text };
}

async function readStdin(io: CliIo): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of io.stdin) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) {
      throw new FileError(`standard input has more than ${MAX_FILE_BYTES} bytes (limit max-file-bytes).`);
    }
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * Whether an argument that names no existing file is a script: it begins like an expression other than a plain
 * word, is a number or a constant, or has blanks in it and no path separator before them.
 */
export function looksLikeExpression(text: string): boolean {
  if (/^[\s([{'"`,#?;:)\]]/.test(text)) return true;
  if (/^[-+]?(\d+\.?|\d*\.\d+)(e[-+]?\d+)?$/i.test(text)) return true;
  return text === "nil" || text === "t" || text === "input" || text === "";
}

/** The script an EXPR|FILE|- argument means: see `toolcall eval --help`. */
export async function loadArgument(argument: string, io: CliIo): Promise<Source> {
  if (argument === STDIN) return loadSource(argument, io);
  if (argument.startsWith("(")) return expressionSource(argument);
  if (io.files.exists(argument)) return loadSource(argument, io);
  if (looksLikeExpression(argument)) return expressionSource(argument);
  throw new FileError(`there is no file ${argument}. To evaluate it as an expression, write -e ${quoted(argument)}.`);
}

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}
