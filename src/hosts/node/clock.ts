import { performance } from "node:perf_hooks";
import type { Clock } from "../../ports/clock.ts";

/** The longest wait that a timer can measure; longer waits end there. */
export const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** The clock of this machine. */
export function createClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    sleep: (ms, cancel) =>
      new Promise((resolve) => {
        let stopListening: () => void = () => undefined;
        const timer = setTimeout(
          () => {
            stopListening();
            resolve();
          },
          Math.min(Math.max(0, ms), LONGEST_WAIT_MS),
        );
        stopListening = cancel.onCancel(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    yield: () => new Promise((resolve) => setImmediate(resolve)),
  };
}
