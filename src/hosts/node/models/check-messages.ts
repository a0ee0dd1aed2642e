import type { ModelMessage } from "../../../ports/model.ts";
import { CALL_ID } from "../../../ports/model.ts";

interface Seen {
  readonly ids: Set<string>;
  /** Calls that have no answer yet. */
  readonly open: Set<string>;
}

function callsOf(message: ModelMessage): readonly string[] {
  if (message.role !== "assistant") return [];
  return message.parts.flatMap((part) => (part.part === "call" ? [part.id] : []));
}

function wrongCall(id: string, { ids, open }: Seen): string | undefined {
  if (!CALL_ID.test(id)) return `the id of its call ${JSON.stringify(id)} has to match ${CALL_ID.source}`;
  if (ids.has(id)) return `the id of its call ${id} was used before`;
  ids.add(id);
  open.add(id);
  return undefined;
}

function wrongMessage(message: ModelMessage, seen: Seen): string | undefined {
  if (message.role === "tool") {
    return seen.open.delete(message.id) ? undefined : `it answers ${message.id}, which no call before it waits for`;
  }
  const [waiting] = seen.open;
  if (waiting !== undefined) return `the call ${waiting} before it has no answer`;
  for (const id of callsOf(message)) {
    const wrong = wrongCall(id, seen);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/**
 * What is wrong with a conversation that every provider would refuse with words of its own; absent when each call has exactly
 * one answer at its place (report 78). Messages are counted from 1.
 */
export function messagesProblem(messages: readonly ModelMessage[]): string | undefined {
  const seen: Seen = { ids: new Set(), open: new Set() };
  for (const [index, message] of messages.entries()) {
    const wrong = wrongMessage(message, seen);
    if (wrong !== undefined) return `message ${index + 1} (${message.role}): ${wrong}`;
  }
  const [waiting] = seen.open;
  if (waiting !== undefined) return `the call ${waiting} has no answer at the end of the conversation`;
  return messages.every(({ role }) => role === "system") ? "a conversation needs a message of a person" : undefined;
}
