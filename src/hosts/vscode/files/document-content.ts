import type { TextDocument } from "vscode";
import { EndOfLine } from "vscode";
import { fingerprintOf } from "../../node/files/stat-file.ts";
import { decodeIn, encodeIn } from "./text-codec.ts";

/** What a document holds, as its file would have it. */
export interface DocumentContent {
  /** The version of the document that this is. */
  readonly version: number;
  /** What saving it would write, were there nobody who changes it on the way. */
  readonly bytes: Uint8Array;
  /** By content, as files on disk have it: a document that is saved as it stands keeps its fingerprint. */
  readonly fingerprint: string;
  /** Whether every character of the document has bytes in its encoding, so that its text can be had back from them. */
  readonly exact: boolean;
}

interface Kept extends DocumentContent {
  readonly encoding: string;
}

/** By document; gone with it. */
const KEPT = new WeakMap<TextDocument, Kept>();

/** The content of an open document, made once for each version and encoding. */
export async function contentOf(document: TextDocument): Promise<DocumentContent> {
  const { version, encoding } = document;
  const kept = KEPT.get(document);
  if (kept?.version === version && kept.encoding === encoding) return kept;
  const text = document.getText();
  const bytes = await encodeIn(encoding, text);
  const exact = (await decodeIn(encoding, bytes)) === text;
  const content = { version, encoding, bytes, fingerprint: fingerprintOf(bytes), exact };
  KEPT.set(document, content);
  return content;
}

/** The characters that end a document's lines. */
export function lineEndOf(document: Pick<TextDocument, "eol">): "\n" | "\r\n" {
  return document.eol === EndOfLine.CRLF ? "\r\n" : "\n";
}
