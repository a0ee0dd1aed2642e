import type { Uri } from "vscode";
import { createKeyedQueue } from "../../node/keyed-queue.ts";
import type { FileProblem, Files, FileStat } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";
import type { OverlayParts } from "./read-over.ts";
import { readOver, statOver } from "./read-over.ts";
import type { Asked } from "./write-document.ts";
import { refused, writeSaved, writeUnsaved } from "./write-document.ts";

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

function names(documents: readonly { readonly uri: Uri }[]): string {
  return documents.map(({ uri }) => uri.fsPath).join(", ");
}
