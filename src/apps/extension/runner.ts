import type { QueuedMessage } from "../../protocol/panel-state.ts";
import type { Desk } from "./desk.ts";
import type { MessageQueue } from "./message-queue.ts";

/** What a runner works with. */
export interface RunnerOptions {
  readonly desk: Desk;
  readonly queue: MessageQueue;
  /** Hears that something began or ended, or that other messages wait. */
  readonly changed: () => void;
  /** Tells the person why something could not be run. */
  readonly refuse: (why: string, message: QueuedMessage["text"]) => void;
}

/** Runs scripts one after the other, in the order in which they were sent. */
export interface Runner {
  /** Runs a script, or lets it wait while something runs. */
  readonly send: (expression: string) => void;
  /** Runs something else than a script, such as one call again, at once. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  readonly working: () => boolean;
  /** Lets no message begin by itself until the next one is sent: the person stopped, or the window is new. */
  readonly hold: () => void;
  /** Begins with the first message that waits, if nothing runs. */
  readonly goOn: () => void;
}

/** A runner on the session of a desk. Messages that were kept from before wait until something is sent. */
export function createRunner({ desk, queue, changed, refuse }: RunnerOptions): Runner {
  let running = 0;
  let isHeld = true;

  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    running++;
    changed();
    try {
      return await work();
    } finally {
      running--;
      next();
      changed();
    }
  };

  const run = (expression: string): void => {
    void during(async () => {
      const session = await desk.live();
      if ("problem" in session) {
        refuse(session.message, expression);
        return;
      }
      await session.runScript({ expression });
    }).catch((error: unknown) => refuse(String(error), expression));
  };

  const next = (): void => {
    if (isHeld || running > 0) return;
    const message = queue.take();
    if (message !== undefined) run(message.text);
  };

  const goOn = (): void => {
    isHeld = false;
    next();
    changed();
  };

  return {
    send(expression) {
      if (running === 0 && queue.items().length === 0) {
        isHeld = false;
        run(expression);
        return;
      }
      const problem = queue.add(expression);
      if (problem !== undefined) refuse(problem, expression);
      goOn();
    },
    during,
    working: () => running > 0,
    hold: () => {
      isHeld = true;
    },
    goOn,
  };
}
