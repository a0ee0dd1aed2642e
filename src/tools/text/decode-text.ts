import { hasManyControls, hasNul, SNIFFED_BYTES } from "./binary.ts";
import { byteOrderMark, decodeWith, DEFAULT_LEGACY_ENCODING, encodeWith, knownEncoding } from "./encodings.ts";
import type { Eol } from "./line-endings.ts";
import { countLineEndings, endsWithNewline, eolOf } from "./line-endings.ts";
import { decodeUtf8 } from "./utf8.ts";

/** What has to be kept of a text file beside its characters (report 94, 96). */
export interface TextFacts {
  /** `utf-8`, `utf-16le`, `utf-16be`, or the configured encoding of older files. */
  readonly encoding: string;
  /** Whether the file begins with a byte order mark; the text does not hold it. */
  readonly bom: boolean;
  readonly eol: Eol;
  readonly finalNewline: boolean;
  /** Whether `encodeText` gives back the same bytes. Where it does not, the file must not be written from its text. */
  readonly exact: boolean;
}

/** A text with its facts. Line endings stand in the text as they stand in the file. */
export interface DecodedText extends TextFacts {
  readonly text: string;
}

/** What bytes are: text, or data that must never be shown as text. */
export type Decoded = DecodedText | { readonly binary: true };

/** How bytes that are not UTF-8 are read. */
export interface DecodeOptions {
  /** Encoding of older files by the person's configuration; `windows-1252` when absent or unknown. */
  readonly legacyEncoding?: string | undefined;
}

/** Whether `decodeText` found binary data. */
export function isBinary(decoded: Decoded): decoded is { readonly binary: true } {
  return "binary" in decoded;
}

/** The text of a whole file: by its byte order mark, else as UTF-8, else in the configured older encoding. */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Decoded {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined && mark.encoding !== "utf-8") return decodeMarked(bytes.subarray(mark.length), mark.encoding);
  if (hasNul(bytes)) return { binary: true };
  const bom = mark !== undefined;
  const utf8 = decodeUtf8(bom ? bytes.subarray(mark.length) : bytes);
  if (utf8 !== undefined) return { text: utf8, ...factsOf(utf8), encoding: "utf-8", bom, exact: true };
  return hasManyControls(bytes) ? { binary: true } : decodeLegacy(bytes, legacyEncodingOf(options));
}

/** The encoding that `decodeText` takes for text that is not UTF-8. */
export function legacyEncodingOf({ legacyEncoding }: DecodeOptions): string {
  const known = legacyEncoding === undefined ? undefined : knownEncoding(legacyEncoding);
  return known === undefined || known.startsWith("utf-") ? DEFAULT_LEGACY_ENCODING : known;
}

function decodeMarked(bytes: Uint8Array, encoding: string): Decoded {
  const text = decodeWith(bytes, encoding);
  const nul = text.indexOf("\0");
  if (nul !== -1 && nul < SNIFFED_BYTES) return { binary: true };
  return { text, ...factsOf(text), encoding, bom: true, exact: bytes.length % 2 === 0 };
}

function decodeLegacy(bytes: Uint8Array, encoding: string): Decoded {
  const text = decodeWith(bytes, encoding);
  return { text, ...factsOf(text), encoding, bom: false, exact: sameBytes(encodeWith(text, encoding), bytes) };
}

function factsOf(text: string): Pick<TextFacts, "eol" | "finalNewline"> {
  return { eol: eolOf(countLineEndings(text)), finalNewline: endsWithNewline(text) };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
