import { hasManyControls, hasNul, SNIFFED_BYTES } from "../text/binary.ts";
import type { DecodeOptions } from "../text/decode-text.ts";
import { legacyEncodingOf } from "../text/decode-text.ts";
import { byteOrderMark, decodeWith } from "../text/encodings.ts";
import { decodeUtf8, decodeUtf8Loosely } from "../text/utf8.ts";

/** How the lines of a source are found and read. */
export interface Codec {
  /** Bytes of the byte order mark. */
  readonly start: number;
  /** Bytes of a line feed. */
  readonly unit: 1 | 2;
  /** Where the next line feed begins, from `from` on; -1 for none. Positions of wide encodings are even in the source. */
  readonly newline: (bytes: Uint8Array, from: number) => number;
  /** The text of one line; `cut` when only its beginning is there, perhaps ending inside a character. */
  readonly decode: (line: Uint8Array, cut: boolean) => string;
}

const LINE_FEED = 0x0a;

/**
 * The codec for a source with this beginning; undefined when it is binary data. `whole` says that there is nothing
 * else. Of a larger source that begins as UTF-8, lines that are no UTF-8 are read in the configured older encoding.
 */
export function codecOf(head: Uint8Array, whole: boolean, options: DecodeOptions): Codec | undefined {
  const mark = byteOrderMark(head);
  if (mark !== undefined && mark.encoding !== "utf-8") return wideCodec(head, mark.encoding);
  if (hasNul(head)) return undefined;
  const legacy = legacyEncodingOf(options);
  const older = (line: Uint8Array): string => decodeWith(line, legacy);
  const start = mark?.length ?? 0;
  if (decodeUtf8(whole ? head : withoutTornCharacter(head)) !== undefined) {
    const decode = (line: Uint8Array, cut: boolean): string =>
      decodeUtf8(cut ? withoutTornCharacter(line) : line) ?? (whole ? decodeUtf8Loosely(line) : older(line));
    return { start, unit: 1, newline, decode };
  }
  // What begins like a mark and is no UTF-8 has no mark.
  return hasManyControls(head) ? undefined : { start: 0, unit: 1, newline, decode: older };
}

function newline(bytes: Uint8Array, from: number): number {
  return bytes.indexOf(LINE_FEED, from);
}

function wideCodec(head: Uint8Array, encoding: "utf-16le" | "utf-16be"): Codec | undefined {
  if (decodeWith(head.subarray(2, SNIFFED_BYTES), encoding).includes("\0")) return undefined;
  // Which of the two bytes of a line feed is not zero.
  const low = encoding === "utf-16le" ? 0 : 1;
  const wideNewline = (bytes: Uint8Array, from: number): number => {
    for (let at = bytes.indexOf(LINE_FEED, from); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
      const begin = at - low;
      if (at % 2 === low && begin >= from && bytes[begin + 1 - low] === 0) return begin;
    }
    return -1;
  };
  return { start: 2, unit: 2, newline: wideNewline, decode: (line) => decodeWith(line, encoding) };
}

/** Bytes without the beginning of a UTF-8 character at their end. */
function withoutTornCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return back < charBytes(byte) ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

function charBytes(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
