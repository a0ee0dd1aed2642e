import type { PanelSettings, RowDisplay, Suggestion } from "../../protocol/panel-state.ts";

/** A read-only text that the extension makes: what it shows, and the name that its tab and its language follow. */
export interface Document {
  readonly session: string;
  /** A call or envelope; or the address of kept content. */
  readonly of: string;
  readonly part: "output" | "input" | "kept" | "missing" | "proposal" | "current" | "diff" | "decision" | "preview";
  /** File name of its tab. */
  readonly name: string;
}

/** One file in a diff editor; a path stands for the file as it is now. */
export interface DiffPair {
  readonly path: string;
  readonly before: Document;
  readonly after: Document;
}

/** What can be chosen in a notification. */
export interface Choice {
  readonly label: string;
  readonly take: () => void;
}

/** What the controller asks of VS Code. Nothing in it throws: what goes wrong is told to the person. */
export interface Editor {
  /** Tells the person outside of the panels, and takes what they choose there. */
  readonly notify: (level: "info" | "warning" | "error", text: string, choices?: readonly Choice[]) => void;
  readonly log: (level: "debug" | "info" | "warn" | "error", text: string) => void;
  /** Asks before something that cannot be taken back. */
  readonly confirm: (question: string, detail: string, action: string) => Promise<boolean>;
  readonly openFile: (path: string, line?: number) => Promise<void>;
  /** Opens a text that belongs to no file yet. */
  readonly openScript: (text: string) => Promise<void>;
  readonly openDocument: (document: Document) => Promise<void>;
  readonly openDiff: (title: string, pairs: readonly DiffPair[]) => Promise<void>;
  readonly openLink: (href: string) => Promise<void>;
  readonly openSettings: () => Promise<void>;
  readonly openInEditor: () => void;
  readonly copy: (text: string) => Promise<void>;
  readonly find: (sign: "@" | "/", query: string) => Promise<readonly Suggestion[]>;
  readonly panelSettings: () => PanelSettings;
  readonly setDisplay: (tool: string, display: RowDisplay) => Promise<void>;
  /** Lets the person choose a place and writes a text there; answers whether it was written. */
  readonly save: (name: string, text: string) => Promise<boolean>;
  /** Lets the person choose a file and reads it, or answers why it cannot be read. */
  readonly choose: () => Promise<{ readonly text: string } | { readonly problem: string } | undefined>;
  /** Whether VS Code's window is what the person looks at. */
  readonly isFocused: () => boolean;
}
