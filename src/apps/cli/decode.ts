/** The byte that ends a line; it is part of no other character. */
export const NEWLINE = 0x0a;

/** What decoding bytes gives: the text without its byte order mark, or the place of the first byte that is no UTF-8. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly offset: number; readonly line: number; readonly byte: number };

/** Decodes UTF-8 strictly (2.18). A byte order mark at the start is dropped unless `keepMark`; nothing else is changed. */
export function decodeUtf8(bytes: Uint8Array, keepMark = false): Decoded {
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: keepMark }).decode(bytes) };
  } catch {
    const offset = firstInvalid(bytes);
    let line = 1;
    for (let i = 0; i < offset; i++) if (bytes[i] === NEWLINE) line++;
    return { ok: false, offset, line, byte: bytes[offset] ?? 0 };
  }
}

/** Offset of the first byte that begins no well-formed UTF-8 character, or the length when there is none. */
export function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Bytes of the character at `at` (1 to 4), or 0 when it is malformed, overlong, a surrogate or above U+10FFFF. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lengthByLead(lead);
  const [low, high] = secondByteRange(lead);
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0;
    if (byte < (i === 1 ? low : 0x80) || byte > (i === 1 ? high : 0xbf)) return 0;
  }
  return length;
}

/** How long a character is by its first byte; 0 for a byte that begins none. */
function lengthByLead(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** The second bytes that keep out overlong forms, surrogates and what lies above U+10FFFF. */
function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}
