import type { QueuedMessage } from "../../protocol/panel-state.ts";
import type { Words } from "./words.ts";

/** Most messages that wait. */
export const MAX_QUEUED = 100;
/** Most characters of all messages that wait. */
export const MAX_QUEUED_CHARS = 2_000_000;

/** Messages that wait until what runs has ended: in order, changeable, kept beyond a reload. */
export interface MessageQueue {
  readonly items: () => readonly QueuedMessage[];
  /** Appends a message; answers why it cannot wait, too. */
  readonly add: (text: string) => string | undefined;
  /** Changes a message; without text left it is dropped. Answers whether it still waited. */
  readonly change: (id: string, text: string) => boolean;
  readonly drop: (id: string) => boolean;
  /** Takes the first message out. */
  readonly take: () => QueuedMessage | undefined;
}

/** A queue that begins with what was kept, and hands everything that changes to `keep`. */
export function createMessageQueue(
  kept: unknown,
  keep: (items: readonly QueuedMessage[]) => void,
  words: Words,
): MessageQueue {
  let items: readonly QueuedMessage[] = readKept(kept);
  let last = Math.max(0, ...items.map(({ id }) => Number(/^message-(\d{1,9})$/.exec(id)?.[1] ?? 0)));
  const set = (next: readonly QueuedMessage[]): void => {
    items = next;
    keep(items);
  };
  const has = (id: string): boolean => items.some((item) => item.id === id);
  const drop = (id: string): boolean => {
    if (!has(id)) return false;
    set(items.filter((item) => item.id !== id));
    return true;
  };
  return {
    items: () => items,
    add(text) {
      if (items.length >= MAX_QUEUED) return words("too-many-waiting", MAX_QUEUED);
      const chars = items.reduce((sum, item) => sum + item.text.length, text.length);
      if (chars > MAX_QUEUED_CHARS) return words("too-long-waiting", MAX_QUEUED_CHARS);
      set([...items, { id: `message-${++last}`, text }]);
      return undefined;
    },
    change(id, text) {
      if (text.trim() === "") return drop(id);
      if (!has(id)) return false;
      set(items.map((item) => (item.id === id ? { id, text } : item)));
      return true;
    },
    drop,
    take() {
      const [first, ...rest] = items;
      if (first !== undefined) set(rest);
      return first;
    },
  };
}

/** What an earlier window kept; whatever has another shape is left out. */
function readKept(kept: unknown): readonly QueuedMessage[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, MAX_QUEUED).flatMap((item: unknown) => {
    const { id, text } = (item ?? {}) as { readonly id?: unknown; readonly text?: unknown };
    return typeof id === "string" && typeof text === "string" ? [{ id, text }] : [];
  });
}
