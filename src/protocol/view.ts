import type { EventOf } from "./events.ts";
import type { PermissionModeName } from "./session-events.ts";

/** What is known of one call. */
export interface CallEntry {
  readonly kind: "call";
  readonly id: string;
  readonly tool: string;
  readonly at: number;
  readonly turn?: string;
  readonly batch?: number;
  readonly requester?: string;
  readonly args?: EventOf<"call-received">["args"];
  readonly state: "queued" | "received" | "asked" | "running" | "settled";
  readonly progress?: string;
  readonly question?: EventOf<"permission-asked">;
  readonly repaired?: readonly string[];
  /** The person changed its arguments before allowing it. */
  readonly edited?: boolean;
  /** There from the beginning: a member that is added to a copy costs many times the copy. */
  readonly settled: EventOf<"call-settled"> | undefined;
  /** Files that it changed, by path, and whether that is undone. */
  readonly files?: Readonly<Record<string, boolean>>;
  /** Whether all that it changed is undone. */
  readonly undone?: boolean;
}

/** What is known of one script. */
export interface EnvelopeEntry {
  readonly kind: "envelope";
  readonly id: string;
  readonly at: number;
  readonly turn?: string;
  readonly opened: EventOf<"envelope-opened">;
  readonly children: readonly CallEntry[];
  readonly settled?: EventOf<"envelope-settled">;
  /** Whether all that its calls changed is undone. */
  readonly undone?: boolean;
}

/** Something that was said: by the person, by a model, or by the product about the work on a request. */
export interface MessageEntry {
  readonly kind: "message";
  readonly id: string;
  readonly at: number;
  readonly turn?: string;
  /** `notice`: why the work ended early; `summary`: what the model is told of all that came before. */
  readonly role: "person" | "model" | "notice" | "summary";
  /** At most `MESSAGE_CHARS`. */
  readonly text: string;
  readonly state: "running" | "completed" | "stopped" | "failed";
  /** Why nothing comes just now. */
  readonly note?: string;
  /** The model that answers. */
  readonly model?: string;
  /** Where all of the text is, when this is its head. */
  readonly artifact?: string;
}

/** What a call or a script is known by: everything at the top but messages. */
export type WorkEntry = CallEntry | EnvelopeEntry;

/** One thing at the top of a session's history. */
export type Entry = WorkEntry | MessageEntry;

/** How much of what a model can read the conversation takes, by the provider's own count. */
export interface ContextUse {
  readonly model: string;
  readonly tokens: number;
  readonly limit?: number;
  /** Tokens of that which came from a cache, and which went into one. */
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** What the events so far add up to. Immutable; made by `fold` alone. */
export interface View {
  readonly session: string | undefined;
  /** The name that the person gave, else the first thing that was asked. */
  readonly title?: string;
  readonly mode: PermissionModeName;
  /** The request that is under way. */
  readonly turn: string | undefined;
  /** The sequence of the last event; -1 before the first. */
  readonly seq: number;
  readonly entries: readonly Entry[];
  /** After the last answer whose provider has counted. */
  readonly context?: ContextUse;
}

/** A session before its first event. */
export const EMPTY_VIEW: View = { session: undefined, mode: "ask", turn: undefined, seq: -1, entries: [] };

/** Whether a call's id is that of a script's child, and whose: `ENVELOPE/N` (R207). */
export function envelopeOf(id: string): { readonly envelope: string; readonly index: number } | undefined {
  const slash = id.lastIndexOf("/");
  const digits = id.slice(slash + 1);
  return slash > 0 && /^[1-9]\d{0,8}$/.test(digits)
    ? { envelope: id.slice(0, slash), index: Number(digits) }
    : undefined;
}

/** The view with the entry of this id replaced; the same view when there is none. */
export function changeEntry(view: View, id: string, change: (entry: Entry) => Entry): View {
  const at = view.entries.findLastIndex((entry) => entry.id === id);
  if (at < 0) return view;
  return { ...view, entries: view.entries.with(at, change(view.entries[at] as Entry)) };
}

/** The view with the call of this id replaced, at the top or in its envelope; the same view when there is none. */
export function changeCall(view: View, id: string, change: (call: CallEntry) => CallEntry): View {
  const place = envelopeOf(id);
  const inEnvelope =
    place === undefined
      ? view
      : changeEntry(view, place.envelope, (entry) => changeChild(entry, id, place.index, change));
  if (inEnvelope !== view) return inEnvelope;
  return changeEntry(view, id, (entry) => (entry.kind === "call" ? change(entry) : entry));
}

function changeChild(entry: Entry, id: string, index: number, change: (call: CallEntry) => CallEntry): Entry {
  if (entry.kind !== "envelope") return entry;
  const at = indexOfChild(entry, id, index);
  return at < 0 ? entry : { ...entry, children: entry.children.with(at, change(entry.children[at] as CallEntry)) };
}

/** Where the `index`th child is, -1 when there is none. Children come in order almost always. */
export function indexOfChild(entry: EnvelopeEntry, id: string, index: number): number {
  if (entry.children[index - 1]?.id === id) return index - 1;
  return entry.children.findLastIndex((child) => child.id === id);
}

/** The entries with this one in the place of the one of its id, or at the end. */
export function putLast(entries: readonly Entry[], last: Entry): readonly Entry[] {
  const at = entries.findLastIndex((entry) => entry.id === last.id);
  return at < 0 ? [...entries, last] : entries.with(at, last);
}

/** The request that something which begins now belongs to. */
export function turnOf({ turn }: View): { readonly turn?: string } {
  return turn === undefined ? {} : { turn };
}
