import type { ModelInfo, ModelMessage } from "../../ports/model.ts";
import type { AgentEvent, EventOf } from "../../protocol/events.ts";
import type { HistoryItem, Outcomes } from "./history-messages.ts";
import { messagesOf } from "./history-messages.ts";
import type { LoadKept } from "./load-kept.ts";
import type { Ledger } from "./ledger.ts";
import { createLedger } from "./ledger.ts";

/**
 * What a model has been told and has said, as the journal's events tell it. The same events give the same messages, byte for
 * byte, live and after a restart, and every call in them is answered.
 */
export interface History {
  /** Takes in one more event. */
  readonly take: (event: AgentEvent) => void;
  /** The messages for a model, without system messages. */
  readonly messages: (load: LoadKept, info: ModelInfo) => Promise<readonly ModelMessage[]>;
  /** The messages up to before the one that is kept at a compaction, and its id. */
  readonly compactable: (load: LoadKept, info: ModelInfo, keepRound: boolean) => Promise<Compactable>;
  /** What a named section was last told as; undefined when the model does not have it. */
  readonly section: (name: string) => EventOf<"message-sent"> | undefined;
  /** Whether a model asked for a call of this id before. */
  readonly hasCall: (id: string) => boolean;
  /** The highest number of a message. */
  readonly lastNumber: () => number;
  readonly ledger: Ledger;
}

/** What can be replaced by a summary. */
export interface Compactable {
  readonly messages: readonly ModelMessage[];
  /** The first message that stays. */
  readonly kept?: string;
}

/** An empty history. */
export function createHistory(): History {
  let items: HistoryItem[] = [];
  let number = 0;
  const asked = new Set<string>();
  const outcomes: Outcomes = { delivered: new Map(), statuses: new Map() };
  const ledger = createLedger();

  return {
    ledger,
    hasCall: (id) => asked.has(id),
    lastNumber: () => number,
    messages: (load, info) => messagesOf(items, outcomes, { load, info }),
    compactable: async (load, info, keepRound) => {
      const at = keptFrom(items, keepRound);
      const kept = items[at]?.id;
      const messages = await messagesOf(items.slice(0, at), outcomes, { load, info });
      return { messages, ...(kept !== undefined && { kept }) };
    },
    section: (name) =>
      items.findLast((item): item is EventOf<"message-sent"> => item.kind === "message-sent" && item.section === name),
    take: (event) => {
      ledger.take(event);
      const found = "id" in event ? /^message-([1-9]\d{0,8})$/u.exec(event.id) : null;
      if (found !== null) number = Math.max(number, Number(found[1]));
      switch (event.kind) {
        case "message-sent":
          if (event.withheld !== true) items.push(event);
          return;
        case "message-answered":
          for (const { id } of event.calls) asked.add(id);
          items.push(event);
          return;
        case "result-delivered":
          outcomes.delivered.set(event.id, event);
          return;
        case "call-settled":
          if (asked.has(event.id)) outcomes.statuses.set(event.id, event.status);
          return;
        case "history-compacted":
          items = [event, ...keptItems(items, event.kept)];
          return;
        default:
      }
    },
  };
}

function keptItems(items: readonly HistoryItem[], kept: string | undefined): readonly HistoryItem[] {
  const at = kept === undefined ? -1 : items.findIndex(({ id }) => id === kept);
  return at < 0 ? [] : items.slice(at);
}

/** Where a compaction ends: before what was said since the last answer, or before the last round where its calls wait to be seen. */
function keptFrom(items: readonly HistoryItem[], keepRound: boolean): number {
  const last = items.findLastIndex((item) => item.kind === "message-answered");
  const after = last + 1;
  // What the product said between is told anew.
  const said = items.findIndex((item, at) => at >= after && item.kind === "message-sent" && item.section === undefined);
  if (said >= 0) return said;
  const round = items[last];
  return keepRound && round?.kind === "message-answered" && round.calls.length > 0 ? last : items.length;
}
