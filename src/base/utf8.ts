/** The encoder that every host has; the layers below the hosts see no host's types. */
interface Encoder {
  readonly encode: (text: string) => Uint8Array;
}
interface Decoder {
  readonly decode: (bytes: Uint8Array) => string;
}
declare const TextEncoder: new () => Encoder;
declare const TextDecoder: new (label: string) => Decoder;

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8");

/** A text's UTF-8 bytes; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** The text of UTF-8 bytes; what is no UTF-8 becomes U+FFFD, a byte-order mark is dropped. */
export function decodeUtf8(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

/** How many bytes a text has in UTF-8, without making them. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes++;
    if (unit < 0x800) continue;
    bytes++;
    // The two units of a pair are four bytes together.
    if (isPair(text, at)) {
      at++;
    }
  }
  return bytes;
}

function isPair(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  const low = text.charCodeAt(at + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
