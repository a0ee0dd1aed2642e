import type { StoreProblem } from "../../../ports/store.ts";

/** Writes lines; one call at a time for each session. */
export type WriteLines = (
  session: string,
  lines: readonly string[],
  sync: boolean,
) => Promise<StoreProblem | undefined>;

/** Lines of one append that wait to be written. */
interface Waiting {
  readonly lines: readonly string[];
  readonly sync: boolean;
  readonly settle: (answer: Promise<StoreProblem | undefined>) => void;
}

/** Appends on their way. */
export interface AppendQueue {
  readonly append: WriteLines;
  /** Settles when every append made so far is written. */
  readonly written: (session: string) => Promise<void>;
}

/**
 * Gathers the appends of a session that come while another one is being written, and writes them together, in order: many
 * small appends cost as much as one, and one sync serves all that wait for it.
 */
export function createAppendQueue(write: WriteLines): AppendQueue {
  const waiting = new Map<string, Waiting[]>();
  const draining = new Map<string, Promise<void>>();
  const drain = async (session: string): Promise<void> => {
    // The appends of one turn of the event loop go together.
    await Promise.resolve();
    for (let batch = waiting.get(session); batch; batch = waiting.get(session)) {
      waiting.delete(session);
      const answer = writeBatch(write, session, batch);
      for (const { settle } of batch) settle(answer);
      await answer.catch(() => undefined);
    }
    draining.delete(session);
  };
  return {
    append: (session, lines, sync) =>
      new Promise((settle) => {
        const batch = waiting.get(session);
        if (batch) batch.push({ lines, sync, settle });
        else waiting.set(session, [{ lines, sync, settle }]);
        if (!draining.has(session)) draining.set(session, drain(session));
      }),
    written: (session) => draining.get(session) ?? Promise.resolve(),
  };
}

function writeBatch(write: WriteLines, session: string, batch: readonly Waiting[]): Promise<StoreProblem | undefined> {
  const lines = batch.flatMap((each) => each.lines);
  return write(
    session,
    lines,
    batch.some(({ sync }) => sync),
  );
}
