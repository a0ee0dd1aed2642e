import { env, Uri, workspace } from "vscode";
import type { NodeHostOptions } from "../node/host.ts";
import { createNodeHost } from "../node/host.ts";
import type { Approval } from "../../ports/approval.ts";
import type { Files } from "../../ports/files.ts";
import type { Host, Workspace } from "../../ports/host.ts";
import { childPath } from "../../ports/paths.ts";
import type { PathOf } from "./files/documents.ts";
import { createDocuments } from "./files/documents.ts";
import { overlayFiles } from "./files/overlay-files.ts";
import type { OverlayParts } from "./files/read-over.ts";
import { readingOnly, refusingProcesses } from "./reading-only.ts";
import { createWindowSearch } from "./search.ts";
import { virtualFiles } from "./virtual/virtual-files.ts";
import { createVirtualPaths } from "./virtual/virtual-paths.ts";
import type { WindowChange, WindowFolders } from "./window-workspace.ts";
import { foldersOf, legacyEncoding, legacyEncodingAt, textSettings, watchWindow } from "./window-workspace.ts";

/** How a host of this window is made. */
export interface VscodeHostOptions extends Pick<
  NodeHostOptions,
  "shell" | "env" | "ripgrep" | "artifactBytes" | "artifactDays" | "home" | "temp"
> {
  /** Folder for journals, artifacts and long output: the extension's `storageUri`, or `globalStorageUri` without a folder. */
  readonly storage: string;
  readonly approval: Approval;
  /**
   * Told when folders are added, removed or renamed, and when the person trusts the workspace. A host keeps the folders it
   * was made with: sessions that run go on in theirs, and new ones get a new host. Trust counts at once for writes and
   * commands; what a workspace configures is read by new sessions.
   */
  readonly onWindowChange?: (change: WindowChange) => void;
}

/** A host of this window, and the way to let go of what it holds. */
export interface VscodeHost extends Host {
  /** Stops every process, closes every session and stops listening. */
  readonly dispose: () => Promise<void>;
}

/**
 * A host that works on what this window shows: files with their unsaved text, edits that can be undone in the editor, the
 * window's folders, this machine's processes. Without a folder it works in an empty one in its own storage.
 */
export function createVscodeHost(options: VscodeHostOptions): VscodeHost {
  const { storage, onWindowChange, ...shared } = options;
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const places = placesOf(folders, storage);
  const { roots, names } = places.folders();
  const machineRoots = roots.filter((root) => !places.isVirtual(root));
  const node = createNodeHost({
    ...shared,
    storage,
    roots: [machineRoots[0] ?? places.empty, ...machineRoots.slice(1)],
    trusted: workspace.isTrusted,
    editor: env.appRoot,
  });
  const described: Workspace = {
    ...node.workspace,
    roots,
    ...(names.length > 0 && { rootNames: names }),
    ...textSettings(folders[0]),
  };
  const { pathOf, isVirtual } = places;
  const files = byPlace(node.files, virtualFiles({ uriOf: places.uriOf, style: described }), isVirtual);
  const documents = createDocuments({ files, pathOf, ignoresCase: described.ignoresCase });
  const encodingOf = encodings(places, described.legacyEncoding);
  const shown = overlayFiles({ files, documents, clock: node.clock, encodingOf });
  const { ripgrep } = options;
  const search = { editor: env.appRoot, ...(ripgrep !== undefined && { ripgrep }) };
  const watches = watchWindow(places.folders, (change) => onWindowChange?.(change));
  return {
    ...node,
    workspace: described,
    files: readingOnly(shown, described),
    search: createWindowSearch({ options: search, files: shown, documents, isVirtual }),
    processes: refusingProcesses(node.processes, isVirtual, described.home),
    dispose: async () => {
      for (const watch of watches) watch.dispose();
      await node.dispose();
    },
  };
}

/** How the files of a window are spelled as paths. */
interface Places {
  readonly pathOf: PathOf;
  /** The address of a path in a virtual file system; undefined for one of this machine. */
  readonly uriOf: (path: string) => Uri | undefined;
  readonly isVirtual: (path: string) => boolean;
  readonly folders: () => WindowFolders;
  /** The folder to work in where the window has none. */
  readonly empty: string;
}

function placesOf(folders: readonly Uri[], storage: string): Places {
  const separator = storage.startsWith("/") ? "/" : "\\";
  const empty = childPath(storage, "scratch", { separator });
  // It may be there already, and where it cannot be made, commands say so.
  if (folders.length === 0) workspace.fs.createDirectory(Uri.file(empty)).then(undefined, () => undefined);
  const virtual = createVirtualPaths(
    folders.filter(({ scheme }) => scheme !== "file"),
    { separator },
  );
  const pathOf: PathOf = (uri) => (uri.scheme === "file" ? uri.fsPath : virtual.pathOf(uri));
  return {
    pathOf,
    uriOf: virtual.uriOf,
    isVirtual: (path) => virtual.uriOf(path) !== undefined,
    folders: () => foldersOf(pathOf, empty),
    empty,
  };
}

/** Files of two places: a path decides which of them it belongs to. */
function byPlace(machine: Files, virtual: Files, isVirtual: (path: string) => boolean): Files {
  const of = (path: string): Files => (isVirtual(path) ? virtual : machine);
  return {
    stat: (path) => of(path).stat(path),
    read: (path, range) => of(path).read(path, range),
    write: (path, bytes, expected, mode) => of(path).write(path, bytes, expected, mode),
    remove: (path, expected, folders) => of(path).remove(path, expected, folders),
    list: (path) => of(path).list(path),
    resolve: (path) => of(path).resolve(path),
  };
}

/** Which encoding a person has chosen for a file, if not the workspace's: in its editor, or by settings of its folder. */
function encodings({ pathOf, uriOf }: Places, usual: string | undefined): OverlayParts["encodingOf"] {
  return (path, unsaved) => {
    const document = unsaved ?? workspace.textDocuments.find(({ uri }) => pathOf(uri) === path);
    const chosen =
      document === undefined ? legacyEncodingAt(uriOf(path) ?? Uri.file(path)) : legacyEncoding(document.encoding);
    return chosen === usual ? undefined : chosen;
  };
}
