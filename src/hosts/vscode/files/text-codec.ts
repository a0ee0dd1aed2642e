import { workspace } from "vscode";

interface Decoder {
  decode(bytes: Uint8Array): string;
}

interface Encoder {
  encode(text: string): Uint8Array;
}

// The extension host has both; the language's own library does not list them.
declare const TextDecoder: new (label: string, options: { readonly ignoreBOM: boolean }) => Decoder;
declare const TextEncoder: new () => Encoder;

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const ENCODER = new TextEncoder();
const MARK = [0xef, 0xbb, 0xbf];

/** The bytes of a text in an encoding by VS Code's name, byte order mark included where that encoding has one. */
export async function encodeIn(encoding: string, text: string): Promise<Uint8Array> {
  if (encoding === "utf8") return ENCODER.encode(text);
  if (encoding !== "utf8bom") return workspace.encode(text, { encoding });
  const bytes = ENCODER.encode(text);
  const marked = new Uint8Array(MARK.length + bytes.length);
  marked.set(MARK);
  marked.set(bytes, MARK.length);
  return marked;
}

/** The text of bytes in an encoding by VS Code's name, without byte order mark; undefined when they are no text in it. */
export async function decodeIn(encoding: string, bytes: Uint8Array): Promise<string | undefined> {
  if (encoding === "utf8" || encoding === "utf8bom") {
    const isMarked = MARK.every((byte, at) => bytes[at] === byte);
    return UTF8.decode(isMarked ? bytes.subarray(MARK.length) : bytes);
  }
  try {
    return await workspace.decode(bytes, { encoding });
  } catch {
    return undefined;
  }
}
