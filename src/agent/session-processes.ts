import type { CancelSource } from "../base/cancel.ts";
import { createCancelSource } from "../base/cancel.ts";
import type { Clock } from "../ports/clock.ts";
import type { ProcessEnd, Processes, RunningProcess } from "../ports/processes.ts";

/** A command of a session that runs, for whoever lists or stops it. */
export interface SessionProcess {
  readonly id: string;
  readonly command: string;
  /** The call that started it; `ENVELOPE/N` for a script's child. */
  readonly call: string;
  /** Wall time in ms. */
  readonly startedAt: number;
  /** What it has written so far. */
  readonly output: RunningProcess["output"];
}

/** The processes of one session. */
export interface SessionProcesses {
  /** The port for its tools: what they start is the session's. */
  readonly port: Processes;
  /** Commands that run now, those that were left running by their calls among them, the oldest first. */
  readonly list: () => readonly SessionProcess[];
  /** Stops a command and all that it started, and settles when they are gone; undefined when none of this id runs. */
  readonly stop: (id: string, reason: string) => Promise<ProcessEnd | undefined>;
  /** Stops all of them and lets none begin any more. */
  readonly end: (reason: string) => Promise<void>;
}

interface Entry {
  readonly shown: SessionProcess | undefined;
  readonly running: RunningProcess;
  readonly source: CancelSource;
}

/** Keeps the processes of a session apart from those of others on the same host, so that they can be listed and end with it. */
export function createSessionProcesses({
  processes,
  clock,
}: {
  readonly processes: Processes;
  readonly clock: Clock;
}): SessionProcesses {
  const entries = new Map<string, Entry>();
  const over = createCancelSource();
  const port: Processes = {
    ...processes,
    start: (spec, cancel) => {
      const source = createCancelSource(cancel);
      const unfollow = over.token.onCancel(source.cancel);
      const running = processes.start(spec, source.token);
      const { id, output } = running;
      const { owner, command } = spec;
      const shown = owner === undefined ? undefined : { id, command, call: owner, startedAt: clock.now(), output };
      const done = running.done.finally(() => {
        entries.delete(id);
        unfollow();
      });
      const own: RunningProcess = { ...running, done };
      entries.set(id, { shown, running: own, source });
      return own;
    },
    running: () => [...entries.values()].map(({ running }) => running),
  };
  return {
    port,
    list: () => [...entries.values()].flatMap(({ shown }) => shown ?? []),
    async stop(id, reason) {
      const entry = entries.get(id);
      entry?.source.cancel(reason);
      return entry?.running.done;
    },
    async end(reason) {
      over.cancel(reason);
      await Promise.all([...entries.values()].map(({ running }) => running.done));
    },
  };
}
