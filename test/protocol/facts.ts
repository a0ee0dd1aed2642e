import type { JsonObject } from "../../src/base/json.ts";
import { createStamp } from "../../src/protocol/emit.ts";
import type { EventFact } from "../../src/protocol/events.ts";
import { fold } from "../../src/protocol/fold.ts";
import type { View } from "../../src/protocol/view.ts";
import { EMPTY_VIEW } from "../../src/protocol/view.ts";

type FactOf<Kind extends EventFact["kind"]> = Extract<EventFact, { kind: Kind }>;

/** The envelope `e` was opened. */
export function opened(expression = "(list)", direct?: string): EventFact {
  return { kind: "envelope-opened", id: "e", expression, source: "model", ...(direct !== undefined && { direct }) };
}

function place(number: number, tool: string, batch?: number, args?: JsonObject): Omit<FactOf<"call-received">, "kind"> {
  return {
    id: `e/${number}`,
    tool,
    source: "script",
    parent: "e",
    ...(batch !== undefined && { batch }),
    ...(args !== undefined && { args }),
  };
}

/** The envelope's child of this number entered the stages. */
export function received(number: number, tool: string, batch?: number, args?: JsonObject): EventFact {
  return { kind: "call-received", ...place(number, tool, batch, args) };
}

/** The envelope's child of this number waits for its turn. */
export function queued(number: number, tool: string, batch?: number): EventFact {
  return { kind: "call-queued", ...place(number, tool, batch) };
}

/** A call outside any envelope entered the stages. */
export function child(call: { readonly id: string; readonly tool: string; readonly args?: JsonObject }): EventFact {
  return { kind: "call-received", source: "model", ...call };
}

/** A call changed a file. */
export function changed(id: string, path: string): EventFact {
  return { kind: "file-changed", id, path, before: { content: "artifact://a" }, after: { content: "artifact://b" } };
}

/** A child's handler began. */
export function started(number: number): EventFact {
  return { kind: "call-started", id: `e/${number}` };
}

/** A person was asked about a child. */
export function asked(number: number, tool: string): EventFact {
  return { kind: "permission-asked", id: `e/${number}`, tool, subject: "x", access: "run", reason: "no rule" };
}

/** The person allowed it. */
export function answered(number: number): EventFact {
  return { kind: "permission-answered", id: `e/${number}`, answer: "allow", scope: "once" };
}

/** A call ended with the text `ok`. */
export function settled(
  id: string,
  status: FactOf<"call-settled">["status"] = "success",
  renderData?: JsonObject,
): EventFact {
  const text = { chars: 2, bytes: 2, lines: 1, preview: "ok" };
  return {
    kind: "call-settled",
    id,
    status,
    ...text,
    handlerMs: 1,
    contexts: 0,
    ...(renderData !== undefined && { renderData }),
  };
}

/** The envelope ended; by default at once, with the value 1. */
export function settledEnvelope(how: Partial<FactOf<"envelope-settled">>): EventFact {
  const preview = how.preview ?? "1";
  const sizes = { chars: preview.length, bytes: preview.length, lines: 1 };
  const ended: FactOf<"envelope-settled"> = {
    ...{ kind: "envelope-settled", id: "e", outcome: "completed", elapsedMs: 0, calls: 0, failed: 0 },
    ...{ ...sizes, preview },
  };
  return { ...ended, ...how };
}

/** What facts add up to, after a view. */
export function viewOf(facts: readonly EventFact[], start: View = EMPTY_VIEW): View {
  const stamp = createStamp(() => 1_000, start.seq);
  return facts.map(stamp).reduce(fold, start);
}
