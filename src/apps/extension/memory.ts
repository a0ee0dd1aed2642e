import type { QueuedMessage } from "../../protocol/panel-state.ts";
import type { PermissionModeName } from "../../protocol/session-events.ts";
import { MODE } from "../../protocol/session-events.ts";

/** What a workspace remembers of its window. */
export interface Memory {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
}

/** The session that was shown last, and its mode. */
export interface ShownSession {
  readonly id: string;
  readonly mode: PermissionModeName;
}

const SHOWN = "shownSession";
const QUEUE = "queuedMessages";

/** What was shown when the window was closed, reloaded or lost its extension host. */
export function recallShown(memory: Memory): ShownSession | undefined {
  const { id, mode } = (memory.get(SHOWN) ?? {}) as { readonly id?: unknown; readonly mode?: unknown };
  const known = MODE.safeParse(mode);
  return typeof id === "string" && known.success ? { id, mode: known.data } : undefined;
}

/** Keeps what is shown; undefined for a session that nothing has happened in. */
export function rememberShown(memory: Memory, shown: ShownSession | undefined): void {
  memory.set(SHOWN, shown);
}

/** The messages that waited, as they were kept. */
export function recallQueue(memory: Memory): unknown {
  return memory.get(QUEUE);
}

/** Keeps the messages that wait. */
export function rememberQueue(memory: Memory, items: readonly QueuedMessage[]): void {
  memory.set(QUEUE, items.length === 0 ? undefined : items);
}
