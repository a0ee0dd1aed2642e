/** What a key does in the list of sessions. */
export type SessionCommand = "next" | "previous" | "close" | "rename" | "delete";

const KEYS: Readonly<Record<string, SessionCommand>> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Escape: "close",
  F2: "rename",
  Delete: "delete",
};

/** What a key does in the list, whatever of it has the focus; nothing when it belongs to what has it. */
export function sessionCommand(key: string): SessionCommand | undefined {
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
}
