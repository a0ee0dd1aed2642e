import * as z from "zod";
import * as calls from "./call-events.ts";
import type { Durability } from "./event-kinds.ts";
import * as messages from "./message-events.ts";
import * as sessions from "./session-events.ts";

/** Every kind of event, in the order in which a session tells them. The table is closed. */
export const EVENTS = [
  sessions.SESSION_OPENED,
  sessions.SESSION_RENAMED,
  sessions.TURN_STARTED,
  sessions.TURN_ENDED,
  messages.MESSAGE_SENT,
  messages.MESSAGE_STARTED,
  messages.MESSAGE_PROGRESSED,
  messages.MESSAGE_DELAYED,
  messages.MESSAGE_ANSWERED,
  messages.RESULT_DELIVERED,
  messages.MESSAGE_FAILED,
  messages.HISTORY_COMPACTED,
  sessions.ENVELOPE_OPENED,
  sessions.ENVELOPE_SETTLED,
  calls.CALL_QUEUED,
  calls.CALL_RECEIVED,
  calls.INPUT_REPAIRED,
  calls.INPUT_REWRITTEN,
  calls.PERMISSION_ASKED,
  calls.PERMISSION_ANSWERED,
  calls.PERMISSION_WITHDRAWN,
  calls.CALL_STARTED,
  calls.CALL_PROGRESSED,
  calls.CALL_SETTLED,
  calls.SNAPSHOT_TAKEN,
  calls.FILE_CHANGED,
  calls.EFFECT_UNTRACKED,
  sessions.FILE_UNDONE,
  sessions.FILE_REDONE,
  sessions.MODE_CHANGED,
  sessions.RULE_STORED,
] as const;

/** What happened, stamped. Events are the audit: rows are folded from them and the journal holds them. */
export type AgentEvent = z.infer<(typeof EVENTS)[number]["schema"]>;

/** The name of a kind of event. */
export type EventName = AgentEvent["kind"];

/** One kind of event, stamped. */
export type EventOf<Kind extends EventName> = Extract<AgentEvent, { kind: Kind }>;

type Unstamped<Event> = Event extends AgentEvent ? Omit<Event, "v" | "seq" | "at"> : never;

/** What happened, before it is stamped: what stages and driver say. */
export type EventFact = Unstamped<AgentEvent>;

const DURABILITY = new Map<EventName, Durability>(EVENTS.map(({ kind, durability }) => [kind, durability]));

/** What the journal owes an event of this kind. */
export function durabilityOf(kind: EventName): Durability {
  return DURABILITY.get(kind) as Durability;
}

const AGENT_EVENT = z.discriminatedUnion("kind", schemasOf(EVENTS));

function schemasOf<Kinds extends readonly { schema: z.ZodObject }[]>(
  kinds: Kinds,
): { [Index in keyof Kinds]: Kinds[Index]["schema"] } {
  return kinds.map(({ schema }) => schema) as { [Index in keyof Kinds]: Kinds[Index]["schema"] };
}

/** A journal line as an event, or what is wrong with it, in one line. */
export type ParsedEvent =
  { readonly ok: true; readonly event: AgentEvent } | { readonly ok: false; readonly problem: string };

/** Reads one line of a journal. Never throws. */
export function parseEvent(line: string): ParsedEvent {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { ok: false, problem: "the line is not JSON" };
  }
  const parsed = AGENT_EVENT.safeParse(json);
  if (parsed.success) return { ok: true, event: parsed.data };
  const issue = parsed.error.issues[0];
  const path = issue?.path.join(".") ?? "";
  return { ok: false, problem: `${path === "" ? "event" : path}: ${issue?.message ?? "not an event"}` };
}
