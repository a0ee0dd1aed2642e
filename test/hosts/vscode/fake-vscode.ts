import { FakeDocument, decode, encode } from "./fake-document.ts";
import type { SaveParticipant } from "./fake-document.ts";
import { createFakeFs, FakeFileSystem } from "./fake-file-system.ts";
import type { Range, Uri, WorkspaceEdit } from "./fake-values.ts";
import { TextEdit } from "./fake-values.ts";

/**
 * The parts of VS Code that `src/hosts/vscode` uses, played: tests get this module instead of `vscode`. What it does was
 * compared with the real one by `test/in-host`.
 */
export * from "./fake-values.ts";

interface Folder {
  readonly uri: Uri;
  readonly name: string;
  readonly index: number;
}

interface Tab {
  readonly input: unknown;
  readonly isDirty: boolean;
}

/** One window. */
interface FakeWindow {
  folders: Folder[];
  documents: FakeDocument[];
  /** Those of the documents that an editor shows. */
  shown: FakeDocument[];
  tabs: Tab[];
  isTrusted: boolean;
  /** Settings by whole name, and by whole name and folder's path. */
  settings: Record<string, unknown>;
  participants: SaveParticipant[];
  systems: Map<string, FakeFileSystem>;
  /** Runs between an edit's leaving the extension and its arrival at the editor. */
  onTheWay: (() => void) | undefined;
  listeners: Record<"folders" | "trust", Set<() => void>>;
}

function emptyWindow(): FakeWindow {
  return {
    folders: [],
    documents: [],
    shown: [],
    tabs: [],
    isTrusted: true,
    settings: {},
    participants: [],
    systems: new Map(),
    onTheWay: undefined,
    listeners: { folders: new Set(), trust: new Set() },
  };
}

let current = emptyWindow();

/** What a test does to the window. */
export const fake = {
  reset: (): void => {
    current = emptyWindow();
  },
  get window(): FakeWindow {
    return current;
  },
  addFolder: (uri: Uri, name: string): void => {
    current.folders.push({ uri, name, index: current.folders.length });
    for (const listener of current.listeners.folders) listener();
  },
  /** A file system of an extension. */
  addSystem: (scheme: string): FakeFileSystem => {
    const system = new FakeFileSystem();
    current.systems.set(scheme, system);
    return system;
  },
  open: (uri: Uri, encoding = "utf8"): FakeDocument => {
    const document = new FakeDocument(uri, encoding, current.participants);
    current.documents.push(document);
    return document;
  },
  trust: (): void => {
    current.isTrusted = true;
    for (const listener of current.listeners.trust) listener();
  },
};

function systemOf({ scheme }: Uri): FakeFileSystem {
  const system = current.systems.get(scheme);
  if (system === undefined) throw new Error(`ENOPRO: No file system provider found for resource '${scheme}:'`);
  return system;
}

function listen(kind: "folders" | "trust") {
  return (listener: () => void) => {
    const { [kind]: listeners } = current.listeners;
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
}

/** `vscode.workspace`. */
export const workspace = {
  get workspaceFolders(): readonly Folder[] | undefined {
    return current.folders.length === 0 ? undefined : current.folders;
  },
  get textDocuments(): readonly FakeDocument[] {
    return current.documents;
  },
  get isTrusted(): boolean {
    return current.isTrusted;
  },
  fs: createFakeFs(systemOf),
  encode: (text: string, options: { readonly encoding: string }) => Promise.resolve(encode(text, options.encoding)),
  decode: (bytes: Uint8Array, options: { readonly encoding: string }) =>
    Promise.resolve(decode(bytes, options.encoding)),
  getConfiguration: (section: string, scope?: Uri) => ({
    get: (key: string): unknown => {
      const name = `${section}.${key}`;
      return current.settings[`${name} in ${scope?.path ?? ""}`] ?? current.settings[name];
    },
  }),
  applyEdit: async (edit: WorkspaceEdit): Promise<boolean> => {
    const found = [...edit.entries].map(([uri, edits]) => {
      const document = current.documents.find((each) => each.uri.toString() === uri);
      return { document, version: document?.version, edits };
    });
    await Promise.resolve();
    current.onTheWay?.();
    // The editor compares the version that the extension saw with its own.
    if (found.some(({ document, version }) => document === undefined || document.version !== version)) return false;
    for (const { document, edits } of found) {
      if (document === undefined) continue;
      if (current.shown.includes(document)) document.applyShortened(edits);
      else document.apply(edits);
    }
    return true;
  },
  onDidChangeWorkspaceFolders: listen("folders"),
  onDidGrantWorkspaceTrust: listen("trust"),
};

/** What edits of an editor are made with. */
interface Builder {
  readonly replace: (range: Range, text: string) => void;
  readonly setEndOfLine: (eol: number) => void;
}

/** `vscode.window`. */
export const window = {
  get visibleTextEditors() {
    return current.shown.map((document) => ({
      document,
      edit: async (work: (builder: Builder) => void): Promise<boolean> => {
        const { version } = document;
        const edits: TextEdit[] = [];
        work({
          replace: (range, text) => edits.push(TextEdit.replace(range, text)),
          setEndOfLine: (eol) => edits.push(TextEdit.setEndOfLine(eol)),
        });
        await Promise.resolve();
        current.onTheWay?.();
        if (document.version !== version) return false;
        document.apply(edits);
        return true;
      },
    }));
  },
  tabGroups: {
    get all(): readonly { readonly tabs: readonly Tab[] }[] {
      return [{ tabs: current.tabs }];
    },
  },
};

/** `vscode.env`. */
export const env = { appRoot: "/no/such/editor" };
