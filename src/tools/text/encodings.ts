import iconv from "iconv-lite";

/** The encoding of text that is not UTF-8 where nothing else is configured. */
export const DEFAULT_LEGACY_ENCODING = "windows-1252";

/** A byte order mark: what it says about the bytes after it. */
export interface ByteOrderMark {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Bytes of the mark itself. */
  readonly length: number;
}

const MARKS: readonly (ByteOrderMark & { readonly bytes: readonly number[] })[] = [
  { encoding: "utf-8", length: 3, bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", length: 2, bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", length: 2, bytes: [0xfe, 0xff] },
];

/** The byte order mark that bytes begin with. */
export function byteOrderMark(bytes: Uint8Array): ByteOrderMark | undefined {
  return MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
}

/** The bytes of an encoding's byte order mark; none where it has none. */
export function markBytes(encoding: string): Uint8Array {
  return Uint8Array.from(MARKS.find((mark) => mark.encoding === encoding)?.bytes ?? []);
}

/** The encoding of a configuration's name that this program knows, in one spelling; undefined for an unknown name. */
export function knownEncoding(name: string): string | undefined {
  if (!iconv.encodingExists(name)) return undefined;
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (["windows1252", "cp1252", "1252"].includes(plain)) return "windows-1252";
  if (plain === "utf8") return "utf-8";
  if (plain === "utf16le" || plain === "ucs2") return "utf-16le";
  if (plain === "utf16be") return "utf-16be";
  return name;
}

/** The text of bytes in an encoding other than UTF-8, without a byte order mark to remove. */
export function decodeWith(bytes: Uint8Array, encoding: string): string {
  const text = iconv.decode(bytes, encoding, { stripBOM: false });
  return encoding === "windows-1252" && text.includes("\uFFFD") ? withUnassigned(text, bytes) : text;
}

/** The bytes of text in an encoding other than UTF-8. What it cannot express becomes a question mark: compare to be sure. */
export function encodeWith(text: string, encoding: string): Uint8Array {
  // A plain array of its own: the library answers a piece of a shared one, of a kind that only some hosts have.
  const bytes = new Uint8Array(iconv.encode(text, encoding) as Uint8Array);
  if (encoding === "windows-1252") {
    for (const { index, 0: character } of text.matchAll(UNASSIGNED)) bytes[index] = character.charCodeAt(0);
  }
  return bytes;
}

/** The five bytes that windows-1252 assigns nothing to; like the Web, we take them for the control characters of that number. */
const UNASSIGNED = /[\u0081\u008d\u008f\u0090\u009d]/g;

function withUnassigned(text: string, bytes: Uint8Array): string {
  // One byte is one UTF-16 unit here, so that places agree.
  return text.replaceAll("\uFFFD", (_, at: number) => String.fromCharCode(bytes[at] ?? 0xfffd));
}
