import type { TextDocument } from "vscode";
import type { Clock } from "../../../ports/clock.ts";
import type { FileProblem, Files, FileStat } from "../../../ports/files.ts";
import { isProblem } from "../../../ports/files.ts";
import { contentOf } from "./document-content.ts";
import type { Documents } from "./documents.ts";

/** What lies under and beside the overlay. */
export interface OverlayParts {
  /** The files themselves. */
  readonly files: Files;
  readonly documents: Documents;
  readonly clock: Clock;
  /** The encoding that a person has chosen for a path; undefined for Unicode and where nothing is chosen. */
  readonly encodingOf: (path: string, document: TextDocument | undefined) => string | undefined;
}

/** Bytes of a file as the editor shows it. */
export async function readOver(
  { files, documents }: OverlayParts,
  path: string,
  range?: { readonly start: number; readonly end: number },
): Promise<Uint8Array | FileProblem> {
  const [document] = await documents.unsavedAt(path);
  if (document === undefined) return files.read(path, range);
  const { bytes } = await contentOf(document);
  return bytes.slice(Math.max(0, range?.start ?? 0), Math.max(0, range?.end ?? bytes.length));
}

/** Facts of a file as the editor shows it. */
export async function statOver(parts: OverlayParts, path: string): Promise<FileStat | FileProblem> {
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
