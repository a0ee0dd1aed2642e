import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { SessionEntry, Store, StoreProblem } from "../../ports/store.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { createAppendQueue } from "./store/append-queue.ts";
import { addressesIn, createArtifacts } from "./store/artifacts.ts";
import type { JournalFile } from "./store/journal-file.ts";
import { openJournalFile, readJournal } from "./store/journal-file.ts";
import type { SessionLock } from "./store/session-lock.ts";
import { isLocked, takeLock } from "./store/session-lock.ts";
import { isStoreProblem, storeProblem, toStoreProblem } from "./store/store-problem.ts";
import { makeFolders } from "./files/make-folders.ts";

/** Where and how much is stored. */
export interface StoreOptions {
  readonly folder: string;
  /** Most bytes of artifacts. */
  readonly artifactBytes?: number;
  /** Days for which artifacts that were named are kept in any case. */
  readonly artifactDays?: number;
  /** Ms after which an append looks again whether the session is still this program's; one that is synced always does. */
  readonly checkMs?: number;
}

/** The port, and the way to let go of everything. */
export interface NodeStore extends Store {
  /** Waits for what has begun and closes every session. From then on nothing is written: appends and artifacts are refused. */
  readonly dispose: () => Promise<void>;
}

/** A session that this program writes. */
interface OpenSession {
  readonly journal: JournalFile;
  readonly lock: SessionLock;
  /** Artifacts that its lines name. */
  readonly named: Set<string>;
  /** When it was last seen to be this program's still, ms. */
  checked: number;
}

/** Unless said otherwise: far less than the time without a write after which another machine may take a lock over. */
const CHECK_MS = 50;

const JOURNAL = "journal.jsonl";
const LOCK = "lock";

/** A name for a session that is a safe folder name everywhere. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * Sessions and artifacts in a folder: `sessions/ID/journal.jsonl`, `artifacts/XX/DIGITS`. There is no index: what is in the
 * folder is what there is.
 */
export function createStore(options: StoreOptions): NodeStore {
  const { checkMs = CHECK_MS } = options;
  const sessionsFolder = join(options.folder, "sessions");
  const open = new Map<string, OpenSession>();
  const ordered = createKeyedQueue();
  const artifacts = createArtifacts({
    folder: join(options.folder, "artifacts"),
    named: () => namedNow(sessionsFolder, open),
    ...(options.artifactBytes !== undefined && { maxBytes: options.artifactBytes }),
    ...(options.artifactDays !== undefined && { keptDays: options.artifactDays }),
  });
  const close = async (session: string): Promise<void> => {
    const entry = open.get(session);
    open.delete(session);
    await entry?.journal.close();
    await entry?.lock.release();
  };
  const append = async (
    session: string,
    lines: readonly string[],
    sync: boolean,
  ): Promise<StoreProblem | undefined> => {
    const entry = open.get(session) ?? (await openSession(join(sessionsFolder, session)));
    if (isStoreProblem(entry)) return entry;
    open.set(session, entry);
    const lost = sync || performance.now() - entry.checked >= checkMs ? await lossOf(entry) : undefined;
    if (lost !== undefined) {
      await close(session);
      return lost;
    }
    const problem = await entry.journal.append(lines, sync);
    if (!problem) await noteNames(entry, lines, artifacts.touch);
    return problem;
  };
  const appends = createAppendQueue((session, lines, sync) => ordered(session, () => append(session, lines, sync)));
  const begun = new Set<Promise<unknown>>();
  let isDisposed = false;
  /** Writes, unless the store was disposed; disposing waits for it. */
  const begin = async <T>(work: () => Promise<T>): Promise<T | StoreProblem> => {
    if (isDisposed) return storeProblem("io", "the store has been closed; what is to be kept needs a new one");
    const run = work();
    begun.add(run);
    try {
      return await run;
    } finally {
      begun.delete(run);
    }
  };
  const after = async <T>(session: string, work: () => Promise<T>): Promise<T> => {
    await appends.written(session);
    return ordered(session, work);
  };
  return {
    journalFiles: { folder: sessionsFolder, name: JOURNAL },
    append: async (session, lines, sync) =>
      checkId(session) ?? checkLines(lines) ?? begin(() => appends.append(session, lines, sync)),
    journal: async (session) =>
      checkId(session) ?? after(session, () => readJournal(join(sessionsFolder, session, JOURNAL))),
    sessions: () => listSessions(sessionsFolder),
    putArtifact: (bytes) => begin(() => ordered("artifacts ", () => artifacts.put(bytes))),
    getArtifact: artifacts.get,
    close: (session) => after(session, () => close(session)),
    dispose: async () => {
      isDisposed = true;
      await Promise.allSettled(begun);
      await Promise.all([...open.keys()].map((session) => after(session, () => close(session))));
    },
  };
}

function checkId(session: string): StoreProblem | undefined {
  if (SESSION_ID.test(session)) return undefined;
  return storeProblem(
    "missing",
    `a session is named by letters, digits, dots, hyphens and underscores, at most 128: ${session.slice(0, 80)}`,
  );
}

function checkLines(lines: readonly string[]): StoreProblem | undefined {
  const strange = lines.find((line) => line.includes("\n") || line.includes("\0"));
  if (strange === undefined) return undefined;
  return storeProblem("io", `a journal line is one line of text without NUL: ${JSON.stringify(strange.slice(0, 80))}`);
}

async function openSession(folder: string): Promise<OpenSession | StoreProblem> {
  const path = join(folder, JOURNAL);
  try {
    await makeFolders(folder, 0o700);
  } catch (error) {
    return toStoreProblem(error);
  }
  const lock = await takeLock(join(folder, LOCK), path);
  if (isStoreProblem(lock)) return lock;
  const journal = await openJournalFile(path);
  if (!isStoreProblem(journal))
    return { journal, lock, named: new Set(await namesIn(path)), checked: performance.now() };
  await lock.release();
  return journal;
}

/** Why a session may not be written any more. */
async function lossOf(entry: OpenSession): Promise<StoreProblem | undefined> {
  const now = performance.now();
  const [isHeld, missing] = await Promise.all([entry.lock.isHeld(), entry.journal.missing()]);
  if (!isHeld) return storeProblem("locked", "another program has taken the session over");
  if (missing === undefined) entry.checked = now;
  return missing;
}

/** Remembers the artifacts that lines name, and marks those that are named for the first time as used. */
async function noteNames(
  { named }: OpenSession,
  lines: readonly string[],
  touch: (addresses: Iterable<string>) => Promise<void>,
): Promise<void> {
  const fresh = lines.flatMap(addressesIn).filter((address) => !named.has(address));
  for (const address of fresh) named.add(address);
  if (fresh.length > 0) await touch(fresh);
}

async function namesIn(journal: string): Promise<readonly string[]> {
  const text = await readJournal(journal);
  return isStoreProblem(text) ? [] : text.lines.flatMap(addressesIn);
}

/** The artifacts that open sessions name: ours, and those that another running program has locked. */
async function namedNow(sessionsFolder: string, open: ReadonlyMap<string, OpenSession>): Promise<ReadonlySet<string>> {
  const named = new Set([...open.values()].flatMap((entry) => [...entry.named]));
  for (const id of await readdir(sessionsFolder).catch(() => [])) {
    const journal = join(sessionsFolder, id, JOURNAL);
    if (open.has(id) || !(await isLocked(join(sessionsFolder, id, LOCK), journal))) continue;
    for (const address of await namesIn(journal)) named.add(address);
  }
  return named;
}

async function listSessions(folder: string): Promise<readonly SessionEntry[]> {
  const ids = (await readdir(folder).catch(() => [])).filter((id) => SESSION_ID.test(id));
  const entries = await Promise.all(
    ids.map(async (id): Promise<SessionEntry | undefined> => {
      const facts = await stat(join(folder, id, JOURNAL)).catch(() => undefined);
      return facts?.isFile() === true ? { id, bytes: facts.size, modified: facts.mtimeMs } : undefined;
    }),
  );
  return entries.filter((entry) => entry !== undefined).sort((a, b) => b.modified - a.modified);
}
