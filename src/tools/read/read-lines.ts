import type { CancelToken } from "../../base/cancel.ts";
import type { FileProblem } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Codec } from "./codec.ts";
import { MAX_LINE_CHARACTERS, MAX_READ_CHARACTERS } from "./line-form.ts";

/** Bytes of one line that are kept: more than its first characters can take in any encoding. */
const KEPT_LINE_BYTES = 4 * (MAX_LINE_CHARACTERS + 2);

/** Which lines are wanted: `limit` lines from line `offset`, counted from 1. */
export interface LineRange {
  readonly offset: number;
  readonly limit: number;
}

/** Lines of a source, without their line endings. */
export interface FoundLines {
  /** Fewer than asked for where the source ends or their text is longer than any answer. A long line may be its beginning only. */
  readonly lines: readonly string[];
  /** Whether the source goes on after them. */
  readonly more: boolean;
  /** How many lines the source has, known once its end was reached. */
  readonly total: number | undefined;
}

/** Work in progress: what was found so far, and the line that is being read. */
interface Scan {
  readonly codec: Codec;
  readonly range: LineRange;
  readonly lines: string[];
  /** Number of the line being read. */
  line: number;
  /** The beginning of the line being read, when it began in an earlier chunk. */
  pending: Uint8Array;
  /** Bytes of the line being read before the current chunk, kept or not. */
  pendingBytes: number;
  /** Characters that still fit an answer. */
  room: number;
}

/**
 * The wanted lines of a source. The source is paged through and never held: whatever its size, memory holds one chunk
 * and the lines themselves. Answers undefined when cancelled.
 */
export async function readLines(
  source: ByteSource,
  codec: Codec,
  range: LineRange,
  cancel: CancelToken,
): Promise<FoundLines | FileProblem | undefined> {
  const scan: Scan = { codec, range, lines: [], line: 1, pending: NOTHING, pendingBytes: 0, room: MAX_READ_CHARACTERS };
  let position = codec.start;
  while (position < source.size) {
    if (cancel.cancelled) return undefined;
    const chunk = await source.read(position, source.size);
    if (isProblem(chunk)) return chunk;
    if (chunk.length === 0) break;
    const stop = scanChunk(scan, chunk);
    if (stop !== undefined) return { lines: scan.lines, more: position + stop < source.size, total: undefined };
    position += chunk.length;
  }
  if (scan.pendingBytes > 0) {
    if (scan.line >= range.offset) takeLine(scan, NOTHING, false);
    scan.line++;
  }
  return { lines: scan.lines, more: false, total: scan.line - 1 };
}

const NOTHING = new Uint8Array(0);

/** Takes the lines that end in a chunk. Answers where in the chunk the last wanted line ended, if it did. */
function scanChunk(scan: Scan, chunk: Uint8Array): number | undefined {
  const { codec, range } = scan;
  let at = 0;
  for (;;) {
    const newline = codec.newline(chunk, at);
    if (newline === -1) break;
    if (scan.line >= range.offset) takeLine(scan, chunk.subarray(at, newline), true);
    scan.line++;
    scan.pending = NOTHING;
    scan.pendingBytes = 0;
    at = newline + codec.unit;
    if (scan.lines.length >= range.limit || scan.room <= 0) return at;
  }
  keepRest(scan, chunk.subarray(at));
  return undefined;
}

/** Remembers the beginning of a line that goes on in the next chunk. */
function keepRest(scan: Scan, rest: Uint8Array): void {
  const wanted = scan.line >= scan.range.offset ? KEPT_LINE_BYTES - scan.pending.length : 0;
  if (wanted > 0 && rest.length > 0) scan.pending = joined(scan.pending, rest.subarray(0, wanted));
  scan.pendingBytes += rest.length;
}

function takeLine(scan: Scan, rest: Uint8Array, ended: boolean): void {
  const bytes = scan.pending.length === 0 ? rest : joined(scan.pending, rest.subarray(0, KEPT_LINE_BYTES));
  const cut = scan.pendingBytes + rest.length > KEPT_LINE_BYTES;
  const text = scan.codec.decode(cut ? bytes.subarray(0, KEPT_LINE_BYTES) : bytes, cut);
  const line = ended && text.endsWith("\r") ? text.slice(0, -1) : text;
  scan.lines.push(line);
  // With its number, a tab and a line feed a line takes three characters more at least.
  scan.room -= Math.min(line.length, MAX_LINE_CHARACTERS) + 3;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
