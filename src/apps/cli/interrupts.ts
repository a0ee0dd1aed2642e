import type { CliIo } from "./io.ts";
import { EXIT } from "./io.ts";

/** Ctrl-C while something runs. */
export interface Interrupts {
  /** Whether it came. */
  readonly happened: () => boolean;
  /** What Ctrl-C does, for where it comes as a key. */
  readonly press: () => void;
  /** Stops listening. */
  readonly end: () => void;
}

/** Calls `stop` on the first Ctrl-C; with the second the program leaves at once. `say` tells so. */
export function watchInterrupts(io: CliIo, say: (text: string) => void, stop: () => void): Interrupts {
  let count = 0;
  const press = (): void => {
    count++;
    if (count === 1) {
      say("stopping; Ctrl-C again leaves at once\n");
      stop();
    } else io.leave?.(EXIT.interrupted);
  };
  const end = io.onInterrupt(press);
  return { happened: () => count > 0, press, end };
}
