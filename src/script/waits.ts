import type { EventFact } from "../protocol/events.ts";

/** Tells who waits for the person, from the events of permission prompts (A37). */
export interface Waits {
  /** Looks at an event that is being said. */
  readonly notice: (fact: EventFact) => void;
  /** Tells of each beginning (true) and end of a wait of the envelope's calls; answers how to stop listening. */
  readonly watch: (envelopeId: string, listener: (waiting: boolean) => void) => () => void;
}

/** A `Waits` that nobody waits in yet. */
export function createWaits(): Waits {
  const waiting = new Set<string>();
  const listeners = new Map<string, (waiting: boolean) => void>();
  const tell = (callId: string, isWaiting: boolean): void => {
    listeners.get(callId.slice(0, callId.lastIndexOf("/")))?.(isWaiting);
  };
  return {
    notice(fact) {
      if (fact.kind === "permission-asked") {
        if (waiting.has(fact.id)) return;
        waiting.add(fact.id);
        tell(fact.id, true);
      } else if (WAIT_ENDS.has(fact.kind) && "id" in fact && waiting.delete(fact.id)) {
        tell(fact.id, false);
      }
    },
    watch(envelopeId, listener) {
      listeners.set(envelopeId, listener);
      return () => {
        listeners.delete(envelopeId);
      };
    },
  };
}

/** However a question ends, its call waits no longer. */
const WAIT_ENDS: ReadonlySet<EventFact["kind"]> = new Set([
  "permission-answered",
  "permission-withdrawn",
  "call-started",
  "call-settled",
]);
