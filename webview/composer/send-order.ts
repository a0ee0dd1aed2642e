import type { Intent } from "../../src/protocol/intents.ts";
import type { QueuedMessage } from "../../src/protocol/panel-state.ts";

/** What it takes to have a message that waits run before all others, at once: what runs is stopped, the others wait on. */
export function sendNow(queue: readonly QueuedMessage[], id: string, working: boolean): readonly Intent[] {
  const chosen = queue.find((message) => message.id === id);
  if (chosen === undefined) return [];
  const others = queue.filter((message) => message !== chosen);
  return [
    ...(working ? [{ kind: "cancel" } as const] : []),
    ...queue.map((message) => ({ kind: "drop-queued", id: message.id }) as const),
    ...[chosen, ...others].map(({ text }) => ({ kind: "send", text }) as const),
  ];
}
