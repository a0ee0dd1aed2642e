import type { CancelSource, CancelToken } from "../base/cancel.ts";
import { createCancelSource } from "../base/cancel.ts";

/** What runs in a session. */
export interface Running {
  /** Stops what has this id, or everything. */
  readonly cancel: (reason: string, id?: string) => void;
  /** Runs `work` under an id with a token that `cancel` and `outer` cancel. */
  readonly run: <T>(
    id: string,
    outer: CancelToken | undefined,
    work: (cancel: CancelToken) => Promise<T>,
  ) => Promise<T>;
  /** Stops everything and settles when all of it has ended. */
  readonly end: (reason: string) => Promise<void>;
}

/** A record of what runs, each with what stops it. */
export function createRunning(): Running {
  const running = new Map<string, { readonly source: CancelSource; end: Promise<unknown> }>();
  const cancel = (reason: string, id?: string): void => {
    for (const [name, { source }] of [...running]) if (id === undefined || id === name) source.cancel(reason);
  };
  return {
    cancel,
    async run<T>(id: string, outer: CancelToken | undefined, work: (cancel: CancelToken) => Promise<T>): Promise<T> {
      const source = createCancelSource(outer);
      // Known before it begins: what is told of its beginning may already want it to end.
      const entry = { source, end: Promise.resolve() as Promise<unknown> };
      running.set(id, entry);
      try {
        const end = work(source.token);
        entry.end = end;
        return await end;
      } finally {
        running.delete(id);
      }
    },
    async end(reason: string): Promise<void> {
      cancel(reason);
      await Promise.allSettled([...running.values()].map(({ end }) => end));
    },
  };
}
