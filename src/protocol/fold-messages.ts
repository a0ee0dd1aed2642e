import { headOf, MESSAGE_CHARS } from "./bounds.ts";
import type { EventName, EventOf } from "./events.ts";
import type { ContextUse, MessageEntry, View } from "./view.ts";
import { changeEntry, putLast, turnOf } from "./view.ts";

type MessageEvent = Extract<EventName, `message-${string}`> | "result-delivered" | "history-compacted";
type MessageSteps = { readonly [Kind in MessageEvent]: (view: View, event: EventOf<Kind>) => View };

/** How the view changes with what is said. What the product says to the model alone is not seen. */
export const MESSAGE_STEPS: MessageSteps = {
  "message-sent": (view, event) =>
    event.from === "person" ? put(view, event, { role: "person", state: "completed", ...textOf(event) }) : view,
  "message-started": (view, event) =>
    put(view, event, { role: "model", state: "running", text: "", model: event.model }),
  "message-progressed": (view, { id, text }) =>
    change(view, id, ({ note: _note, ...entry }) => ({ ...entry, text: headOf(entry.text + text, MESSAGE_CHARS) })),
  "message-delayed": (view, { id, problem, waitMs, attempt }) =>
    change(view, id, (entry) => ({
      ...entry,
      text: "",
      note: `${problem}; try ${attempt} in ${Math.ceil(waitMs / 1000)} s`,
    })),
  "message-answered": answered,
  "result-delivered": (view) => view,
  "message-failed": (view, event) => put(view, event, { role: "notice", state: "failed", text: event.text }),
  "history-compacted": (view, event) => put(view, event, { role: "summary", state: "completed", ...textOf(event) }),
};

type Said = Pick<MessageEntry, "role" | "state" | "text" | "model" | "artifact">;

function put(view: View, { id, at }: { readonly id: string; readonly at: number }, said: Said): View {
  const known = view.entries.findLast((entry) => entry.id === id);
  const entry: MessageEntry = { kind: "message", id, at: known?.at ?? at, ...turnOf(view), ...said };
  return { ...view, entries: putLast(view.entries, entry) };
}

function textOf({ text, artifact }: { readonly text: string; readonly artifact?: string }) {
  return { text, ...(artifact !== undefined && { artifact }) };
}

function change(view: View, id: string, how: (entry: MessageEntry) => MessageEntry): View {
  return changeEntry(view, id, (entry) => (entry.kind === "message" && entry.state === "running" ? how(entry) : entry));
}

/** An answer that only asks for calls is seen by its calls. */
function answered(view: View, event: EventOf<"message-answered">): View {
  const text = spokenText(event);
  const counted = countedIn(view, event);
  if (text === "") return { ...counted, entries: counted.entries.filter(({ id }) => id !== event.id) };
  const state = event.stop === "stopped" ? "stopped" : "completed";
  const kept = textOf({ text, ...(event.artifact !== undefined && { artifact: event.artifact }) });
  return put(counted, event, { role: "model", state, model: event.model, ...kept });
}

/** What a model said, for a person. */
export function spokenText({ text, parts = [] }: Pick<EventOf<"message-answered">, "text" | "parts">): string {
  return text ?? parts.map((part) => (part.part === "text" ? part.text : "")).join("");
}

function countedIn(view: View, { usage, model, contextTokens }: EventOf<"message-answered">): View {
  if (usage === undefined) return view;
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  const context: ContextUse = {
    model,
    tokens: inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens,
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
    ...(contextTokens !== undefined && { limit: contextTokens }),
  };
  return { ...view, context };
}
