interface Decoder {
  decode(bytes: Uint8Array): string;
}

interface Encoder {
  encode(text: string): Uint8Array;
}

// Every place where tools run has these two; the language's own library does not list them.
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
) => Decoder;
declare const TextEncoder: new () => Encoder;

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of UTF-8 bytes; undefined where they are not UTF-8. A byte order mark is kept as U+FEFF. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of bytes that are mostly UTF-8: each wrong sequence becomes U+FFFD. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/** The UTF-8 bytes of well-formed text; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}
