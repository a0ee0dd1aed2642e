import * as vscode from "vscode";
import type { Document } from "./editor.ts";

/** Scheme of the read-only texts that the extension makes. */
export const DOCUMENT_SCHEME = "toolcall-output";

/** The address of a document. Its path ends in the name, so that tab and language follow it. */
export function documentUri(document: Document): vscode.Uri {
  const { name, ...rest } = document;
  return vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: `/${name}`, query: JSON.stringify(rest) });
}

const PARTS: ReadonlySet<string> = new Set<Document["part"]>([
  "output",
  "input",
  "kept",
  "missing",
  "proposal",
  "current",
  "diff",
  "decision",
  "preview",
]);

/** The document of an address; undefined for what is none. */
export function documentOf(uri: vscode.Uri): Document | undefined {
  try {
    const { session, of, part } = JSON.parse(uri.query) as Partial<Record<keyof Document, unknown>>;
    const isWhole = typeof session === "string" && typeof of === "string" && typeof part === "string";
    if (!isWhole || !PARTS.has(part)) return undefined;
    return { session, of, part: part as Document["part"], name: uri.path.slice(1) };
  } catch {
    return undefined;
  }
}
