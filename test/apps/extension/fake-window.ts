/** The parts of VS Code that the extension registers itself with, played: tests of activation get this instead of `vscode`. */

type Listener = (value: never) => void;

/** Everything that was registered and not disposed yet, by a name. */
export const registered = new Set<string>();

/** What the fake knows of: change it before a test, look at it afterwards. */
export const state = {
  languages: ["plaintext"] as string[],
  set: [] as (readonly [path: string, language: string])[],
  opened: new Set<Listener>(),
  closed: new Set<Listener>(),
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  executed: [] as string[],
  documents: [] as object[],
};

/** Forgets everything. */
export function resetFake(): void {
  registered.clear();
  Object.assign(state, { languages: ["plaintext"], set: [], executed: [], documents: [] });
  state.opened.clear();
  state.closed.clear();
  state.commands.clear();
}

function registration(name: string): { dispose: () => void } {
  registered.add(name);
  return { dispose: () => void registered.delete(name) };
}

const listening = (name: string, listeners: Set<Listener>) => (listener: Listener) => {
  listeners.add(listener);
  registered.add(name);
  return {
    dispose: () => {
      listeners.delete(listener);
      registered.delete(name);
    },
  };
};

export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ViewColumn = { Active: -1 };
export const l10n = { t: (message: string) => message };
export const env = { language: "en" };

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class Range {
  readonly lines: number;
  constructor(_fromLine: number, _fromColumn: number, lines: number) {
    this.lines = lines;
  }
}

export const Disposable = {
  from: (...all: readonly { dispose: () => void }[]) => ({
    dispose: () => {
      for (const each of all) each.dispose();
    },
  }),
};

export const window = {
  createOutputChannel: (name: string) => ({
    ...registration(`channel ${name}`),
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  }),
  createStatusBarItem: (id: string) => ({ ...registration(`item ${id}`), show: () => undefined }),
  registerWebviewViewProvider: (id: string) => registration(`view ${id}`),
  registerWebviewPanelSerializer: (type: string) => registration(`serializer ${type}`),
};

export const commands = {
  registerCommand: (id: string, run: (...args: unknown[]) => unknown) => {
    state.commands.set(id, run);
    return registration(`command ${id}`);
  },
  executeCommand: (id: string) => Promise.resolve(void state.executed.push(id)),
};

export const workspace = {
  get textDocuments() {
    return state.documents;
  },
  registerTextDocumentContentProvider: (scheme: string) => registration(`scheme ${scheme}`),
  onDidOpenTextDocument: listening("opened documents", state.opened),
  onDidCloseTextDocument: listening("closed documents", state.closed),
};

export const languages = {
  getLanguages: () => Promise.resolve(state.languages),
  setTextDocumentLanguage: (document: { fileName: string }, language: string) => {
    state.set.push([document.fileName, language]);
    return Promise.resolve(document);
  },
};

/** An event that nobody in these tests waits for. */
export class EventEmitter {
  readonly event = (): { dispose: () => void } => ({ dispose: () => undefined });
  fire(): void {
    // Nobody listens.
  }
  dispose(): void {
    // Nothing is held.
  }
}
