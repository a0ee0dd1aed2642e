import { SCHEMA_VERSION } from "./event-kinds.ts";
import type { AgentEvent, EventFact } from "./events.ts";

/**
 * Says what happened: the event is stamped, journaled as its durability demands, then shown. Settles at once except for
 * `sync` events, which are on disk then; answers why an event could not be kept, in words for a person, or undefined.
 * Never rejects.
 */
export type Emit = (fact: EventFact) => Promise<string | undefined>;

/** Stamps facts with version, sequence and wall time: the one place that does. */
export type Stamp = (fact: EventFact) => AgentEvent;

/** A stamp that goes on after `lastSequence`; -1 for a new session. `now` gives wall time in ms. */
export function createStamp(now: () => number, lastSequence = -1): Stamp {
  let seq = lastSequence;
  return (fact) => ({ v: SCHEMA_VERSION, seq: ++seq, at: now(), ...fact });
}

const KEPT = Promise.resolve(undefined);

/** An emit that keeps nothing: it stamps and hands on. For tests and dry runs. */
export function createPlainEmit(stamp: Stamp, show: (event: AgentEvent) => void): Emit {
  return (fact) => {
    show(stamp(fact));
    return KEPT;
  };
}
