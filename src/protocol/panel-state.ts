import type { AgentEvent } from "./events.ts";
import type { PermissionModeName } from "./session-events.ts";
import type { Entry, View } from "./view.ts";

/** How the rows of a kind of tool begin (2.15). */
export type RowDisplay = "collapsed" | "preview" | "expanded";

/** A folder of the workspace, by the name that its owner gave it. */
export interface PanelRoot {
  readonly name: string;
  readonly path: string;
}

/** A message that waits until what runs has ended; it can be changed or taken back until then. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
}

/** A permission question as its card shows it: more than the journal keeps, and only as long as it waits. */
export interface PanelQuestion {
  /** The call that waits. */
  readonly id: string;
  readonly tool: string;
  /** An agent's path, when not the main session asks. */
  readonly requester?: string;
  /** Real path, command or other subject. */
  readonly subject: string;
  readonly access: "read" | "write" | "run" | "other";
  readonly reason: string;
  /** The rule that would be kept; none when no rule fits, and then only "once" is possible. */
  readonly suggestedRule?: string;
  /** Where a rule may be kept. */
  readonly scopes: readonly ("once" | "script" | "session" | "workspace" | "user")[];
  /** The whole arguments as JSON text, bounded. */
  readonly details: string;
  readonly diff?: string;
  /** An argument that the person may change before allowing: a command. */
  readonly editable?: { readonly name: string; readonly text: string };
  /** Shared by the questions of one parallel join: one card with a line each (product: permission prompts). */
  readonly group?: string;
  /** Why what the person wrote at the last asking was not taken. */
  readonly problem?: string;
}

/** How the panel draws; settings of the person. */
export interface PanelSettings {
  /** By tool; `*` for all others. */
  readonly display: Readonly<Record<string, RowDisplay>>;
  /** Lines of a script's value that stay within its envelope; 0 keeps all there (2.15). */
  readonly returnedLines: number;
  /** Plain rows above which a run of them is folded into a summary (2.15). */
  readonly summaryRows: number;
  /** Whether Enter sends, or only with Ctrl or Command held. */
  readonly enterSends: boolean;
}

/** What stands around the rows. */
export interface PanelState {
  readonly mode: PermissionModeName;
  /** Untrusted workspaces allow reading only. */
  readonly trusted: boolean;
  readonly roots: readonly PanelRoot[];
  /** Whether something runs or waits for the person. */
  readonly working: boolean;
  readonly queue: readonly QueuedMessage[];
  /** Names that scripts may call, for completion in the composer. */
  readonly tools: readonly { readonly name: string; readonly summary: string }[];
}

/** One session in the list. */
export interface SessionSummary {
  readonly id: string;
  readonly title: string;
  /** Wall time in ms of the last change. */
  readonly modified: number;
  /** Rows at the top; undefined when it was not read. */
  readonly rows?: number;
  /** Why it cannot be opened; it is never removed for that. */
  readonly problem?: string;
  /** Another window writes it. */
  readonly elsewhere?: boolean;
}

/** Something that `@` or `/` in the composer can stand for. */
export interface Suggestion {
  readonly kind: "file" | "folder" | "symbol" | "problem" | "selection" | "terminal" | "tool" | "command";
  /** What is put into the text. */
  readonly insert: string;
  readonly label: string;
  readonly detail?: string;
}

/** Most entries that a panel gets at once; older ones come when it asks. */
export const PANEL_ENTRIES = 200;
/** Most events in one message to a panel. */
export const PANEL_EVENTS = 2_000;
/** Most characters of a stored output that a panel gets at once. */
export const PANEL_TEXT_CHARS = 200_000;

/** Something told to a panel. The union is closed; a panel folds events as everything else does (`fold`). */
export type PanelMessage =
  /** Everything anew: the last entries of the session, how many older ones there are, and what stands around them. */
  | {
      readonly kind: "opened";
      readonly view: View;
      /** Entries before those of `view` that were not sent. */
      readonly older: number;
      readonly title: string;
      readonly state: PanelState;
      readonly settings: PanelSettings;
      readonly questions: readonly PanelQuestion[];
    }
  | { readonly kind: "events"; readonly events: readonly AgentEvent[] }
  /** Answers `more-entries`: what goes before the entries that are there. */
  | { readonly kind: "older"; readonly entries: readonly Entry[]; readonly older: number }
  /** All questions that wait now, in the order asked. */
  | { readonly kind: "questions"; readonly questions: readonly PanelQuestion[] }
  | { readonly kind: "state"; readonly state: PanelState }
  | { readonly kind: "settings"; readonly settings: PanelSettings }
  /** The name of the session that is shown. */
  | { readonly kind: "title"; readonly title: string }
  /** Answers `show-artifact`: part of a text, where it begins, and how long the whole is, in UTF-16 units. */
  | {
      readonly kind: "text";
      readonly request: number;
      readonly text: string;
      readonly start: number;
      readonly total: number;
      readonly problem?: string;
    }
  /** Answers `find`. */
  | { readonly kind: "suggestions"; readonly request: number; readonly items: readonly Suggestion[] }
  /** Answers `list-sessions`. */
  | { readonly kind: "sessions"; readonly sessions: readonly SessionSummary[]; readonly current: string | undefined }
  /** Puts a text into the composer, in place of what is there or where the cursor is. */
  | { readonly kind: "compose"; readonly text: string; readonly how: "replace" | "insert" }
  | { readonly kind: "focus" }
  /** Something to know; it goes away when it is dismissed. `example` is a script to try: chosen, it goes into the composer. */
  | {
      readonly kind: "notice";
      readonly level: "info" | "warning" | "error";
      readonly text: string;
      readonly example?: string;
    };
