import type { CancelToken } from "../base/cancel.ts";
import type { Clock } from "../ports/clock.ts";

/**
 * The time a script has used (A37): everything since it began, except while at least one of its calls waits for the
 * person. Milliseconds.
 */
export interface ScriptClock {
  readonly elapsed: () => number;
  /** A call began to wait for the person. */
  readonly waitBegan: () => void;
  /** A call that waited goes on, however it was answered. */
  readonly waitEnded: () => void;
  /** Settles true when the script has used more than `ms`, false when `stop` is cancelled before. */
  readonly expires: (ms: number, stop: CancelToken) => Promise<boolean>;
}

/** A clock that begins now. */
export function createScriptClock(clock: Clock): ScriptClock {
  let used = 0;
  let runningSince = clock.elapsed();
  let waiting = 0;
  const wakers = new Set<() => void>();

  const elapsed = (): number => (waiting > 0 ? used : used + clock.elapsed() - runningSince);

  const untilNobodyWaits = (stop: CancelToken): Promise<void> =>
    new Promise((resolve) => {
      let release = (): void => undefined;
      const wake = (): void => {
        wakers.delete(wake);
        release();
        resolve();
      };
      wakers.add(wake);
      release = stop.onCancel(wake);
    });

  return {
    elapsed,
    waitBegan() {
      used = elapsed();
      waiting++;
    },
    waitEnded() {
      waiting--;
      if (waiting > 0) return;
      runningSince = clock.elapsed();
      for (const wake of [...wakers]) wake();
    },
    async expires(ms, stop) {
      while (!stop.cancelled) {
        if (waiting > 0) {
          await untilNobodyWaits(stop);
          continue;
        }
        const left = ms - elapsed();
        if (left < 0) return true;
        await clock.sleep(Math.min(left + 1, LONGEST_SLEEP_MS), stop);
      }
      return false;
    },
  };
}

/** Timers of most hosts hold no more than 31 bits of milliseconds. */
const LONGEST_SLEEP_MS = 2_000_000_000;
