import type { EventFact } from "../protocol/events.ts";

/** What becomes of a call that has to be asked about: it waits, it goes on, or the person has just refused it. */
export type WaitChange = "waits" | "goes-on" | "refused";

/** Tells who waits for the person, from the events of permission prompts (A37). */
export interface Waits {
  /** Looks at an event that is being said. */
  readonly notice: (fact: EventFact) => void;
  /** Tells of the envelope's calls; answers how to stop listening. */
  readonly watch: (envelopeId: string, listener: (change: WaitChange, callId: string) => void) => () => void;
}

/** A `Waits` that nobody waits in yet. */
export function createWaits(): Waits {
  const waiting = new Set<string>();
  const listeners = new Map<string, (change: WaitChange, callId: string) => void>();
  const tell = (callId: string, change: WaitChange): void => {
    listeners.get(callId.slice(0, callId.lastIndexOf("/")))?.(change, callId);
  };
  return {
    notice(fact) {
      if (fact.kind === "permission-asked") {
        if (waiting.has(fact.id)) return;
        waiting.add(fact.id);
        tell(fact.id, "waits");
      } else if (WAIT_ENDS.has(fact.kind) && "id" in fact && waiting.delete(fact.id)) {
        tell(fact.id, "goes-on");
        if (fact.kind === "permission-answered" && fact.answer === "deny") tell(fact.id, "refused");
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
