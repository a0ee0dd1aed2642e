import type { TextDocument } from "vscode";
import type { Expected, FileProblem, FileStat } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";
import { contentOf } from "./document-content.ts";
import type { DocumentContent } from "./document-content.ts";
import type { DocumentChange } from "./edit-document.ts";
import { applyChange, CHANGED, changeTo, saveDocument } from "./edit-document.ts";
import type { OverlayParts } from "./read-over.ts";
import { readOver, statOver } from "./read-over.ts";
import { sameBytes } from "./same-bytes.ts";

/** A write, as it was asked for. */
export interface Asked {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly expected: Expected;
  readonly mode: number | undefined;
}

/** A refusal in the words of this host. */
export function refused({ path }: Pick<Asked, "path">, detail: string): FileProblem {
  return { problem: "denied", path, detail };
}

/** Changes a document that has unsaved changes, and leaves it unsaved. */
export async function writeUnsaved(
  parts: OverlayParts,
  document: TextDocument,
  asked: Asked,
): Promise<FileStat | FileProblem> {
  const content = await contentOf(document);
  const unmet = unmetExpectation(asked, content);
  if (unmet !== undefined) return unmet;
  const change = await changeTo(document, content, asked.bytes);
  if (change === CHANGED) return { problem: "changed", path: asked.path, detail: CHANGED };
  if (typeof change === "string") return refused(asked, `it has unsaved changes in an editor, and ${change}`);
  if (!(await applyChange(document, change))) return { problem: "changed", path: asked.path, detail: CHANGED };
  return compared(parts, asked);
}

function unmetExpectation({ path, expected }: Asked, { fingerprint }: DocumentContent): FileProblem | undefined {
  if (expected === "anything") return undefined;
  if (expected === "missing") return { problem: "exists", path, detail: "it exists already, in an editor" };
  if (expected.fingerprint === fingerprint) return undefined;
  return { problem: "changed", path, detail: "its text in the editor is not what it was" };
}

/** Changes a document without unsaved changes and saves it. */
export async function writeSaved(
  parts: OverlayParts,
  document: TextDocument,
  asked: Asked,
): Promise<FileStat | FileProblem> {
  const { path, bytes, expected, mode } = asked;
  const { bytes: before } = await contentOf(document);
  const change = await savedChange(parts, document, asked);
  const late = { problem: "changed", path, detail: CHANGED } as const;
  // Somebody has begun to type meanwhile: now neither the disk nor the document may be written.
  if (document.isDirty || change === CHANGED) return late;
  if (change === TO_DISK) return parts.files.write(path, bytes, expected, mode);
  if (!(await applyChange(document, change))) return late;
  await saveDocument(document, parts.clock);
  if (await isOnlyShown(parts, document, { path, before })) {
    await putBack(document, before);
    return refused(
      asked,
      "VS Code shows it as read-only: let it be written there first (files.readonlyInclude, or for the session)",
    );
  }
  return compared(parts, asked);
}

/**
 * Whether an editor shows what is not on disk, where all is as it was before, and does not call it unsaved: VS Code lets
 * extensions change the text of a document that is read-only, and never writes it.
 */
async function isOnlyShown(
  { files }: OverlayParts,
  document: TextDocument,
  { path, before }: { readonly path: string; readonly before: Uint8Array },
): Promise<boolean> {
  const [{ bytes }, disk] = [await contentOf(document), await files.read(path)];
  if (document.isDirty || document.isClosed || isProblem(disk)) return false;
  return sameBytes(disk, before) && !sameBytes(bytes, disk);
}

async function putBack(document: TextDocument, before: Uint8Array): Promise<void> {
  const change = await changeTo(document, await contentOf(document), before);
  if (typeof change !== "string") await applyChange(document, change);
}

/** What is there after a write, in the editor or on disk, compared with what was asked for. */
async function compared(parts: OverlayParts, { path, bytes }: Asked): Promise<FileStat | FileProblem> {
  const [after, there] = [await statOver(parts, path), await readOver(parts, path)];
  return isProblem(after) || isProblem(there) || sameBytes(there, bytes) ? after : { ...after, altered: true };
}

/** The file is not written by way of its editor. */
const TO_DISK = "to disk";

/** How a document without unsaved changes becomes what was asked for. Expectations that do not hold are told by the disk. */
async function savedChange(
  { files }: OverlayParts,
  document: TextDocument,
  { path, bytes, expected }: Asked,
): Promise<DocumentChange | typeof TO_DISK | typeof CHANGED> {
  const [stat, disk] = [await files.stat(path), await files.read(path)];
  if (isProblem(stat) || isProblem(disk) || expected === "missing") return TO_DISK;
  if (expected !== "anything" && expected.fingerprint !== stat.fingerprint) return TO_DISK;
  const content = await contentOf(document);
  // Where these differ, VS Code has yet to load what is on disk, or cannot keep its bytes.
  if (!sameBytes(content.bytes, disk)) return TO_DISK;
  const change = await changeTo(document, content, bytes);
  if (typeof change !== "string") return change;
  return change === CHANGED ? CHANGED : TO_DISK;
}
