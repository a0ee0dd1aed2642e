import type { Clock } from "../../ports/clock.ts";

/** A clock that moves only when told to. */
export interface ManualClock extends Clock {
  /** Moves time forward and wakes what sleeps until then, in order of its time. */
  readonly advance: (ms: number) => void;
  /** How many sleep. */
  readonly sleeping: () => number;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A manual clock that begins at `start`, wall time in ms; `elapsed` begins at 0. */
export function createManualClock(start = 0): ManualClock {
  let elapsed = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => start + elapsed,
    elapsed: () => elapsed,
    sleep: (ms, cancel) =>
      new Promise((resolve) => {
        const sleeper: Sleeper = {
          until: elapsed + Math.max(0, ms),
          wake: () => {
            sleepers.delete(sleeper);
            stopListening();
            resolve();
          },
        };
        sleepers.add(sleeper);
        let stopListening: () => void = () => undefined;
        stopListening = cancel.onCancel(() => sleeper.wake());
        if (ms <= 0) sleeper.wake();
      }),
    yield: () => Promise.resolve(),
    advance: (ms) => {
      elapsed += ms;
      const due = [...sleepers].filter(({ until }) => until <= elapsed).sort((a, b) => a.until - b.until);
      for (const sleeper of due) sleeper.wake();
    },
    sleeping: () => sleepers.size,
  };
}
