import type { Emit } from "../protocol/emit.ts";
import { createStamp } from "../protocol/emit.ts";
import type { AgentEvent } from "../protocol/events.ts";
import { durabilityOf } from "../protocol/events.ts";
import type { Store, StoreProblem } from "../ports/store.ts";

/** Characters of events that wait to be written before `emit` makes its callers wait. */
export const MAX_WAITING_CHARS = 4_194_304;
/** Characters of unwritten events that are kept while the store refuses them; beyond them the oldest are given up. */
export const MAX_KEPT_CHARS = 4_194_304;

/** What a journal is opened with. */
export interface JournalOptions {
  readonly store: Store;
  readonly session: string;
  /** Wall time in ms. */
  readonly now: () => number;
  /** Sequence of the last event in the journal; -1 for a new session. */
  readonly lastSequence: number;
  /** Lets the event loop turn: then what is said in one turn of it is written together. */
  readonly turn?: () => Promise<void>;
  /** Gets each event once, in order, after it has been written. */
  readonly show: (event: AgentEvent) => void;
}

/**
 * A session's journal: the only way an event comes about. Events are stamped, appended in order, and then shown, so
 * that whatever anybody has seen is there after a crash (R247–R261).
 */
export interface Journal {
  /** See `Emit`. A `sync` event that cannot be written is not shown and not tried again; others are tried with the next. */
  readonly emit: Emit;
  /** Settles when everything said so far has been written, and is on disk if `sync`; or answers why it is not. */
  readonly flush: (sync: boolean) => Promise<string | undefined>;
  /** What the store said of the last append, when it refused it. */
  readonly problem: () => StoreProblem | undefined;
  /** Appends that the store synced, for accounts of durability. */
  readonly syncs: () => number;
  /** Flushes, and lets other writers have the session. */
  readonly close: () => Promise<string | undefined>;
}

/** An event on its way to the disk. */
interface Waiting {
  readonly event: AgentEvent | undefined;
  readonly line: string;
  readonly sync: boolean;
  shown: boolean;
  readonly settle: ((problem: string | undefined) => void) | undefined;
}

const KEPT = Promise.resolve(undefined);

/** A journal over the store; nothing is written before the first event. */
export function openJournal(options: JournalOptions): Journal {
  const { store, session, show, turn = () => KEPT } = options;
  const stamp = createStamp(options.now, options.lastSequence);
  let waiting: Waiting[] = [];
  let waitingChars = 0;
  let syncs = 0;
  let lastProblem: StoreProblem | undefined;
  let writing = false;

  const enqueue = (item: Waiting): void => {
    waiting.push(item);
    waitingChars += item.line.length;
    if (!writing) void write();
  };

  /** Whether somebody waits for what is still to be written. */
  const isAwaited = (): boolean => waiting.some(({ settle }) => settle !== undefined);

  /** Writes what waits, batch after batch: while one is being written the next gathers. */
  async function write(): Promise<void> {
    writing = true;
    let refused: Waiting[] = [];
    while (waiting.length > 0) {
      await (isAwaited() ? KEPT : turn());
      const batch = [...refused, ...waiting];
      waiting = [];
      waitingChars = 0;
      const sync = batch.some((item) => item.sync);
      const problem = await append(
        batch.flatMap(({ line }) => (line === "" ? [] : [line])),
        sync,
      );
      lastProblem = problem;
      if (problem === undefined && sync) syncs++;
      for (const item of batch) settle(item, problem);
      refused = problem === undefined ? [] : keepable(batch);
    }
    waiting = refused;
    // Not in a `finally` of the caller: whoever was told of the last batch may say something more at once.
    writing = false;
  }

  async function append(lines: readonly string[], sync: boolean): Promise<StoreProblem | undefined> {
    try {
      return await store.append(session, lines, sync);
    } catch (error) {
      // A host that breaks its contract must not silence the session.
      return { problem: "io", detail: String(error) };
    }
  }

  function settle(item: Waiting, problem: StoreProblem | undefined): void {
    if (item.event !== undefined && !item.shown && (problem === undefined || !item.sync)) {
      item.shown = true;
      show(item.event);
    }
    item.settle?.(problem === undefined ? undefined : problemText(problem));
  }

  const emit: Emit = (fact) => {
    const event = stamp(fact);
    const durability = durabilityOf(event.kind);
    const line = durability === "none" ? "" : JSON.stringify(event);
    if (durability === "sync" || waitingChars > MAX_WAITING_CHARS) {
      const sync = durability === "sync";
      return new Promise((settle) => enqueue({ event, line, sync, shown: false, settle }));
    }
    enqueue({ event, line, sync: false, shown: false, settle: undefined });
    return KEPT;
  };

  const flush = (sync: boolean): Promise<string | undefined> =>
    new Promise((settle) => enqueue({ event: undefined, line: "", sync, shown: true, settle }));

  return {
    emit,
    flush,
    problem: () => lastProblem,
    syncs: () => syncs,
    async close() {
      const problem = await flush(true);
      await store.close(session);
      return problem;
    },
  };
}

/** What of a refused batch is tried again: everything but synced events, whose callers have been told; bounded. */
function keepable(batch: readonly Waiting[]): Waiting[] {
  const kept: Waiting[] = [];
  let chars = 0;
  for (const item of batch.toReversed()) {
    if (item.sync || item.line === "") continue;
    chars += item.line.length;
    if (chars > MAX_KEPT_CHARS) break;
    kept.push({ ...item, settle: undefined });
  }
  return kept.reverse();
}

/** A problem of the store in words for a person. */
export function problemText({ problem, detail }: StoreProblem): string {
  const words: Readonly<Record<StoreProblem["problem"], string>> = {
    full: "the disk is full",
    denied: "the session folder may not be written",
    locked: "another process writes to this session",
    missing: "there is no such session",
    io: "the session file could not be read or written",
  };
  return detail === "" ? words[problem] : `${words[problem]} (${detail})`;
}
