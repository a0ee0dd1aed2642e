import { headOf } from "./bounds.ts";
import type { AgentEvent, EventFact, EventName, EventOf } from "./events.ts";
import { MESSAGE_STEPS } from "./fold-messages.ts";
import { markFile, noteChange } from "./undone.ts";
import type { CallEntry, Entry, EnvelopeEntry, View } from "./view.ts";
import { changeCall, changeEntry, envelopeOf, indexOfChild, putLast, turnOf } from "./view.ts";

/** Characters of the first request that stand for a session without a name. */
const FIRST_TITLE_CHARS = 80;

type Steps = { readonly [Kind in EventName]: (view: View, event: EventOf<Kind>) => View };

const STEPS: Steps = {
  "session-opened": (view, { session, mode }) => ({ ...view, session, mode }),
  "session-renamed": (view, { title }) => ({ ...view, title }),
  "turn-started": (view, { turn, text }) => ({ ...view, turn, ...firstTitle(view, text) }),
  "turn-ended": (view) => ({ ...view, turn: undefined }),
  "mode-changed": (view, { to }) => ({ ...view, mode: to }),
  "rule-stored": (view) => view,
  ...MESSAGE_STEPS,
  "envelope-opened": openEnvelope,
  "envelope-settled": (view, event) =>
    changeEntry(view, event.id, (entry) => (entry.kind === "envelope" ? { ...entry, settled: event } : entry)),
  "call-queued": (view, event) => putCall(view, event, "queued"),
  "call-received": (view, event) => putCall(view, event, "received"),
  "input-repaired": (view, { id, changes }) => change(view, id, (call) => ({ ...call, repaired: changes })),
  "input-rewritten": (view, { id, args, by }) =>
    change(view, id, ({ args: _args, ...call }) => ({
      ...call,
      ...(args !== undefined && { args }),
      ...(by === "person" && { edited: true }),
    })),
  "permission-asked": (view, event) => change(view, event.id, (call) => ({ ...call, state: "asked", question: event })),
  "permission-answered": (view, { id }) => change(view, id, answered),
  "permission-withdrawn": (view, { id }) => change(view, id, answered),
  "call-started": (view, { id }) => change(view, id, (call) => ({ ...answered(call), state: "running" })),
  "call-progressed": (view, { id, text }) => change(view, id, (call) => ({ ...call, progress: text })),
  "call-settled": (view, event) =>
    changeCall(view, event.id, (call) => ({ ...answered(call), state: "settled", settled: event })),
  "snapshot-taken": (view) => view,
  "file-changed": noteChange,
  "effect-untracked": (view) => view,
  "file-undone": (view, event) => markFile(view, event, true),
  "file-redone": (view, event) => markFile(view, event, false),
};

/**
 * The view after one more event. Pure: what a person sees has no other source, live or read back from a journal. An
 * event about a call that is not there, or that has ended, changes nothing but the sequence.
 */
export function fold(view: View, event: AgentEvent): View {
  const step = STEPS[event.kind] as (view: View, event: AgentEvent) => View;
  return { ...step(view, event), seq: event.seq };
}

/** A session that nobody named is known by the first thing that was asked in it. */
function firstTitle({ title }: View, text: string | undefined): { readonly title?: string } {
  const line = (text ?? "").replaceAll(/\s+/g, " ").trim();
  return title !== undefined || line === "" ? {} : { title: headOf(line, FIRST_TITLE_CHARS) };
}

/** What to emit when a session is taken up again: everything without an end is interrupted, inner calls first (R258). */
export function interruptions(view: View): readonly EventFact[] {
  return view.entries.flatMap((entry) => {
    if (entry.kind === "message") return [];
    return entry.kind === "call" ? interruptedCall(entry) : interruptedEnvelope(entry);
  });
}

/** The words in place of a result that a restart took away. */
const INTERRUPTED_TEXT =
  "Error: interrupted by a restart before it ended; what it had done until then was not rolled back";

function interruptedCall({ id, settled }: CallEntry): EventFact[] {
  if (settled !== undefined) return [];
  const reason = "interrupted: the program ended before the call did";
  return [{ kind: "call-settled", id, status: "interrupted", reason, ...ownText(""), handlerMs: 0, contexts: 0 }];
}

function interruptedEnvelope({ id, opened, children, settled, at }: EnvelopeEntry): EventFact[] {
  if (settled !== undefined) return [];
  const ends = children.flatMap(interruptedCall);
  const succeeded = children.filter((child) => child.settled?.status === "success").length;
  const last = children.reduce((latest, child) => Math.max(latest, child.settled?.at ?? child.at), at);
  return [
    ...ends,
    {
      kind: "envelope-settled",
      id,
      outcome: "interrupted",
      elapsedMs: Math.max(0, last - opened.at),
      calls: children.length,
      failed: children.length - succeeded,
      recovered: true,
      ...ownText(INTERRUPTED_TEXT),
    },
  ];
}

/** A short ASCII text of one line, as the fields of a settlement. */
function ownText(text: string) {
  return { preview: text, chars: text.length, bytes: text.length, lines: text === "" ? 0 : 1 };
}

/** A script's row takes the place of the call that began it, when a model called ToolCall by its name. */
function openEnvelope(view: View, event: EventOf<"envelope-opened">): View {
  const entry: EnvelopeEntry = {
    kind: "envelope",
    id: event.id,
    at: event.at,
    opened: event,
    children: [],
    ...turnOf(view),
  };
  return { ...view, entries: putLast(view.entries, entry) };
}

function putCall(
  view: View,
  event: EventOf<"call-queued"> | EventOf<"call-received">,
  state: "queued" | "received",
): View {
  const call: CallEntry = {
    kind: "call",
    id: event.id,
    tool: event.tool,
    at: event.at,
    state,
    settled: undefined,
    ...turnOf(view),
    ...(event.batch !== undefined && { batch: event.batch }),
    ...(event.requester !== undefined && { requester: event.requester }),
    ...(event.args !== undefined && { args: event.args }),
  };
  if (event.parent !== undefined) {
    const within = changeEntry(view, event.parent, (entry) => putChild(entry, call));
    if (within !== view) return within;
  }
  return { ...view, entries: putLast(view.entries, call) };
}

function putChild(entry: Entry, call: CallEntry): Entry {
  if (entry.kind !== "envelope") return entry;
  const order = envelopeOf(call.id)?.index ?? Number.MAX_SAFE_INTEGER;
  const at = indexOfChild(entry, call.id, order);
  if (at >= 0) return { ...entry, children: entry.children.with(at, call) };
  const before = entry.children.findLastIndex((child) => (envelopeOf(child.id)?.index ?? 0) < order);
  return { ...entry, children: entry.children.toSpliced(before + 1, 0, call) };
}

/** A change of a call that has not ended. */
function change(view: View, id: string, how: (call: CallEntry) => CallEntry): View {
  return changeCall(view, id, (call) => (call.settled === undefined ? how(call) : call));
}

/** A call without its question. */
function answered(call: CallEntry): CallEntry {
  if (call.question === undefined && call.state !== "asked") return call;
  const { question: _question, ...rest } = call;
  return rest.state === "asked" ? { ...rest, state: "received" } : rest;
}
