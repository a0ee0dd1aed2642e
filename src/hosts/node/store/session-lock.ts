import { randomBytes } from "node:crypto";
import { link, readFile, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { StoreProblem } from "../../../ports/store.ts";
import { codeOf } from "../files/file-problem.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { isRunning, ownIdentity } from "./process-identity.ts";
import { storeProblem, toStoreProblem } from "./store-problem.ts";

/** What a lock file says: who holds it. */
interface Holder extends ProcessIdentity {
  readonly token: string;
}

/** A lock that is held. */
export interface SessionLock {
  /** Whether it is still this one that is in place. */
  readonly isHeld: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/** How often taking a lock is tried again after a stale one was cleared. */
const TRIES = 5;

/**
 * A lock of another machine (a shared home folder, a container that was made anew) cannot be asked for its process. It
 * counts as stale when nothing was written under it for this long.
 */
export const FOREIGN_LOCK_MS = 60 * 60 * 1000;

/**
 * Takes the lock file at `path`. It appears with its content in one step; one whose holder has ended is cleared first.
 * `watched` is the file that a living holder writes.
 */
export async function takeLock(path: string, watched: string): Promise<SessionLock | StoreProblem> {
  const token = randomBytes(8).toString("hex");
  const draft = join(dirname(path), `.lock.${token}`);
  const holder: Holder = { ...(await ownIdentity()), token };
  try {
    await writeFile(draft, `${JSON.stringify(holder)}\n`, { flag: "wx", mode: 0o600 });
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (await linked(draft, path)) return heldLock(path, await printOf(path));
      const refusal = await clearStale(path, watched, draft);
      if (refusal) return refusal;
    }
    return storeProblem("locked", "several programs want the session at the same time; try again");
  } catch (error) {
    return toStoreProblem(error);
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Number and time of a file: a number alone is soon given to another file. */
async function printOf(path: string): Promise<string> {
  const { ino, mtimeNs } = await stat(path, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

function heldLock(path: string, print: string): SessionLock {
  const isHeld = async () => (await printOf(path).catch(() => "")) === print;
  return {
    isHeld,
    release: async () => {
      if (await isHeld()) await unlink(path).catch(() => undefined);
    },
  };
}

/**
 * Removes a lock whose holder has ended; why not, when it may not be removed. One program at a time looks again and
 * removes, so that nobody removes a lock that was taken meanwhile.
 */
async function clearStale(path: string, watched: string, draft: string): Promise<StoreProblem | undefined> {
  const guard = `${path}.clearing`;
  if (!(await linked(draft, guard))) {
    const clearing = await holderOf(guard);
    // Whoever was clearing has ended in the middle of it.
    if (clearing && !(await isRunning(clearing))) await unlink(guard).catch(() => undefined);
    return undefined;
  }
  try {
    const holder = await holderOf(path);
    if (holder && (await isLive(holder, path, watched))) {
      return storeProblem(
        "locked",
        `the session is open in another program (process ${holder.pid} on ${holder.machine})`,
      );
    }
    await unlink(path).catch(() => undefined);
    return undefined;
  } finally {
    await unlink(guard).catch(() => undefined);
  }
}

async function isLive(holder: Holder, path: string, watched: string): Promise<boolean> {
  const own = await ownIdentity();
  if (holder.machine === own.machine) return isRunning(holder);
  const times = await Promise.all(
    [path, watched].map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return Date.now() - Math.max(...times) < FOREIGN_LOCK_MS;
}

/** Who holds a lock; undefined when there is none, or when what it says makes no sense. */
async function holderOf(path: string): Promise<Holder | undefined> {
  try {
    const said = JSON.parse(await readFile(path, "utf8")) as Partial<Holder> | null;
    const { machine, pid, started, token } = said ?? {};
    const isWhole =
      typeof machine === "string" &&
      typeof pid === "number" &&
      typeof started === "string" &&
      typeof token === "string";
    return isWhole ? { machine, pid, started, token } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the lock file at `path` belongs to a program that still runs. */
export async function isLocked(path: string, watched: string): Promise<boolean> {
  const holder = await holderOf(path);
  return holder !== undefined && isLive(holder, path, watched);
}
