import type { TextDocument, Uri } from "vscode";
import { createKeyedQueue } from "../../node/keyed-queue.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Expected, FileProblem, Files, FileStat } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";
import { contentOf } from "./document-content.ts";
import type { DocumentContent } from "./document-content.ts";
import type { Documents } from "./documents.ts";
import type { DocumentChange } from "./edit-document.ts";
import { applyChange, CHANGED, changeTo, saveDocument } from "./edit-document.ts";
import { sameBytes } from "./same-bytes.ts";

/** What lies under and beside the overlay. */
export interface OverlayParts {
  /** The files themselves. */
  readonly files: Files;
  readonly documents: Documents;
  readonly clock: Clock;
  /** The encoding that a person has chosen for a path; undefined for Unicode and where nothing is chosen. */
  readonly encodingOf: (path: string, document: TextDocument | undefined) => string | undefined;
}

/** A write, as it was asked for. */
interface Asked {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly expected: Expected;
  readonly mode: number | undefined;
}

/**
 * Files as a person sees them in the editor: unsaved text counts as the content of its file. A write goes through the open
 * document, as one step of undo: it is saved when the document had no unsaved changes before, else it is left unsaved with
 * them. What an editor could not save byte for byte is written to disk, where VS Code loads it from, or refused when there
 * are unsaved changes. Files that are not open are left to `files`.
 */
export function overlayFiles(parts: OverlayParts): Files {
  const { files } = parts;
  const ordered = createKeyedQueue();
  return {
    list: (path) => files.list(path),
    resolve: (path) => files.resolve(path),
    stat: (path) => ordered(path, () => statOver(parts, path)),
    read: (path, range) => ordered(path, () => readOver(parts, path, range)),
    write: (path, bytes, expected, mode) =>
      ordered(path, async () => {
        const place = await files.resolve(path);
        if (isProblem(place)) return place;
        const write = (): Promise<FileStat | FileProblem> =>
          writeOver(parts, place.real, { path, bytes, expected, mode });
        return place.real === path ? write() : ordered(place.real, write);
      }),
    remove: (path, expected, folders) =>
      ordered(path, async () => (await unsavedRefusal(parts, path)) ?? files.remove(path, expected, folders)),
  };
}

async function readOver(
  { files, documents }: OverlayParts,
  path: string,
  range?: { readonly start: number; readonly end: number },
): Promise<Uint8Array | FileProblem> {
  const [document] = await documents.unsavedAt(path);
  if (document === undefined) return files.read(path, range);
  const { bytes } = await contentOf(document);
  return bytes.slice(Math.max(0, range?.start ?? 0), Math.max(0, range?.end ?? bytes.length));
}

async function statOver(parts: OverlayParts, path: string): Promise<FileStat | FileProblem> {
  const [found, [document]] = await Promise.all([parts.files.stat(path), parts.documents.unsavedAt(path)]);
  if (document !== undefined) return unsavedStat(parts, path, { document, found });
  if (isProblem(found) || found.kind !== "file") return found;
  const encoding = parts.encodingOf(path, undefined);
  return encoding === undefined ? found : { ...found, encoding };
}

/** Facts of unsaved text. A file that was removed meanwhile is still in the editor. */
async function unsavedStat(
  { encodingOf }: OverlayParts,
  path: string,
  { document, found }: { readonly document: TextDocument; readonly found: FileStat | FileProblem },
): Promise<FileStat | FileProblem> {
  if (isProblem(found) ? found.problem !== "missing" : found.kind !== "file") return found;
  const { bytes, fingerprint } = await contentOf(document);
  const encoding = encodingOf(path, document);
  return {
    ...(isProblem(found) ? { modified: 0 } : found),
    kind: "file",
    size: bytes.length,
    fingerprint,
    unsaved: true,
    ...(encoding !== undefined && { encoding }),
  };
}

/** Why a file is not removed: somebody is writing in it, by whatever path they opened it. */
async function unsavedRefusal({ documents }: OverlayParts, path: string): Promise<FileProblem | undefined> {
  const [document] = await documents.unsavedAt(path);
  const isUnsaved = document === undefined ? await documents.isUnsavedElsewhere(path) : true;
  const detail = "it has unsaved changes in an editor: they have to be saved or discarded there before it is removed";
  return isUnsaved ? { problem: "denied", path, detail } : undefined;
}

async function writeOver(parts: OverlayParts, real: string, asked: Asked): Promise<FileStat | FileProblem> {
  const { files, documents } = parts;
  if (await documents.isUnsavedElsewhere(real))
    return refused(asked, "it has unsaved changes in a notebook or another special editor: save or discard them first");
  const open = await documents.openAt(real);
  const unsaved = open.filter(({ isDirty }) => isDirty);
  if (unsaved.length > 1)
    return refused(asked, `it is open by several paths with different unsaved changes (${names(unsaved)}): save one`);
  const document = unsaved[0] ?? open[0];
  if (document === undefined) return files.write(asked.path, asked.bytes, asked.expected, asked.mode);
  return document.isDirty ? writeUnsaved(parts, document, asked) : writeSaved(parts, document, asked);
}

function refused({ path }: Pick<Asked, "path">, detail: string): FileProblem {
  return { problem: "denied", path, detail };
}

function names(documents: readonly { readonly uri: Uri }[]): string {
  return documents.map(({ uri }) => uri.fsPath).join(", ");
}

/** Changes a document that has unsaved changes, and leaves it unsaved. */
async function writeUnsaved(
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
async function writeSaved(parts: OverlayParts, document: TextDocument, asked: Asked): Promise<FileStat | FileProblem> {
  const { path, bytes, expected, mode } = asked;
  const change = await savedChange(parts, document, asked);
  if (change === TO_DISK) return parts.files.write(path, bytes, expected, mode);
  if (change === CHANGED || document.isDirty || !(await applyChange(document, change)))
    return { problem: "changed", path, detail: CHANGED };
  await saveDocument(document, parts.clock);
  return compared(parts, asked);
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
