import { headOf } from "../protocol/bounds.ts";
import type { Emit } from "../protocol/emit.ts";
import type { EventOf } from "../protocol/events.ts";
import type { View } from "../protocol/view.ts";

/** Characters of a request that its event holds. */
const TURN_TEXT_CHARS = 200;

/** The requests of a session: whatever begins while none is under way begins one (2.11). */
export interface Turns {
  /** The request that is under way. */
  readonly current: () => string | undefined;
  /** Does `work` within the request that is under way, or within a new one; `text` says what was asked. */
  readonly within: <T>(text: string, work: () => Promise<T>, outcomeOf?: (result: T) => TurnOutcome) => Promise<T>;
}

/** How the work on a request ended. */
export type TurnOutcome = EventOf<"turn-ended">["outcome"];

/** The requests of a session whose history is `view`. */
export function createTurns(emit: Emit, view: View): Turns {
  let number = lastTurn(view);
  let current: string | undefined;
  let depth = 0;
  return {
    current: () => current,
    async within<T>(text: string, work: () => Promise<T>, outcomeOf?: (result: T) => TurnOutcome): Promise<T> {
      if (depth++ === 0) {
        current = `turn-${++number}`;
        void emit({ kind: "turn-started", turn: current, text: headOf(text, TURN_TEXT_CHARS) });
      }
      let outcome: TurnOutcome = "completed";
      try {
        const result = await work();
        outcome = outcomeOf?.(result) ?? outcome;
        return result;
      } finally {
        if (--depth === 0 && current !== undefined) {
          void emit({ kind: "turn-ended", turn: current, outcome });
          current = undefined;
        }
      }
    },
  };
}

function lastTurn({ entries }: View): number {
  const numbers = entries.map(({ turn }) => Number(/^turn-(\d{1,9})$/u.exec(turn ?? "")?.[1] ?? 0));
  return Math.max(0, ...numbers);
}
