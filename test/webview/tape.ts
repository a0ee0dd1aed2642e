import { previewOf } from "../../src/protocol/bounds.ts";
import { countLines } from "../../src/protocol/bounds.ts";
import type { AgentEvent, EventFact, EventOf } from "../../src/protocol/events.ts";
import { fold } from "../../src/protocol/fold.ts";
import type { View } from "../../src/protocol/view.ts";
import { EMPTY_VIEW } from "../../src/protocol/view.ts";

type Args = NonNullable<EventOf<"call-received">["args"]>;

/** One call of a session that a test makes up. */
export interface TapeCall {
  readonly tool: string;
  readonly args?: Args;
  readonly text?: string;
  readonly renderData?: Args;
  readonly status?: EventOf<"call-settled">["status"];
  readonly reason?: string;
  readonly ms?: number;
  readonly batch?: number;
  /** Keeps the whole text apart, under this address. */
  readonly artifact?: string;
  /** How far it gets: settled unless said otherwise. */
  readonly until?: "queued" | "asked" | "running";
  readonly files?: readonly string[];
  readonly group?: string;
  readonly access?: "read" | "write" | "run";
}

/** How a made-up script ends. */
export interface TapeEnd {
  readonly outcome?: EventOf<"envelope-settled">["outcome"];
  readonly text?: string;
  readonly ms?: number;
  readonly artifact?: string;
  readonly savedBytes?: number;
  readonly savedRoundTrips?: number;
}

/** A session that a test makes up, as the events that would have told it. */
export interface Tape {
  readonly events: AgentEvent[];
  readonly say: (fact: EventFact) => void;
  /** A call at the top, or of a script. */
  readonly call: (id: string, call: TapeCall, parent?: string) => void;
  /** A script with its calls; it goes on when it has no end. */
  readonly script: (id: string, expression: string, calls: readonly TapeCall[], end?: TapeEnd) => void;
  readonly view: () => View;
}

/** A new tape; times are made up from `start`. */
export function createTape(start = 1_780_000_000_000): Tape {
  const events: AgentEvent[] = [];
  const say = (fact: EventFact): void => {
    events.push({ ...fact, v: 1, seq: events.length, at: start + events.length * 10 });
  };
  say({ kind: "session-opened", session: "s-1", roots: ["/work/app"], mode: "ask", resumed: false });

  const call = (id: string, given: TapeCall, parent?: string): void => {
    const { until, files = [] } = given;
    say(begun(id, given, parent));
    if (until === "asked") say(asked(id, given));
    if (until === "running") say({ kind: "call-started", id });
    if (until !== undefined) return;
    const content = { content: "artifact://before" };
    for (const path of files) say({ kind: "file-changed", id, path, before: content, after: content });
    say(settled(id, given));
  };

  return {
    events,
    say,
    call,
    script: (id, expression, calls, end) => {
      say({ kind: "envelope-opened", id, expression, source: "model" });
      for (const [index, each] of calls.entries()) call(`${id}/${index + 1}`, each, id);
      if (end === undefined) return;
      const { outcome = "completed", text = "nil", ms = 1_000, artifact, savedBytes, savedRoundTrips } = end;
      say({
        kind: "envelope-settled",
        id,
        outcome,
        elapsedMs: ms,
        calls: calls.length,
        failed: calls.filter(({ status = "success" }) => status !== "success").length,
        ...measured(text),
        ...(artifact !== undefined && { artifact }),
        ...(savedBytes !== undefined && { savedBytes }),
        ...(savedRoundTrips !== undefined && { savedRoundTrips }),
      });
    },
    view: () => events.reduce(fold, EMPTY_VIEW),
  };
}

function begun(id: string, { tool, args = {}, until, batch }: TapeCall, parent: string | undefined): EventFact {
  return {
    kind: until === "queued" ? "call-queued" : "call-received",
    id,
    tool,
    source: parent === undefined ? "model" : "script",
    args,
    ...(parent !== undefined && { parent }),
    ...(batch !== undefined && { batch }),
  };
}

function asked(id: string, { tool, args = {}, access = "write", group }: TapeCall): EventFact {
  const subject = Object.values(args).find((value) => typeof value === "string") ?? tool;
  const reason = "the mode asks for every change";
  return { kind: "permission-asked", id, tool, subject, access, reason, ...(group !== undefined && { group }) };
}

function settled(id: string, given: TapeCall): EventFact {
  const { text = "", status = "success", ms = 5, renderData, artifact, reason } = given;
  return {
    kind: "call-settled",
    id,
    status,
    ...measured(text),
    handlerMs: ms,
    contexts: 0,
    ...(renderData !== undefined && { renderData }),
    ...(artifact !== undefined && { artifact }),
    ...(reason !== undefined && { reason }),
  };
}

function measured(text: string) {
  return { preview: previewOf(text), chars: text.length, bytes: text.length, lines: countLines(text) };
}
