import { rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../files/file-problem.ts";
import { isLocked, takeLock } from "./session-lock.ts";
import { isStoreProblem } from "./store-problem.ts";

/** Where a session of a store lies: the store's folder, and the session's id. */
export interface SessionPlace {
  readonly folder: string;
  readonly id: string;
}

/** What names a session's folder and no other place. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Whether a program that runs, this one included, writes a session. */
export function isWritten({ folder, id }: SessionPlace): Promise<boolean> {
  const session = join(folder, "sessions", id);
  return isLocked(join(session, "lock"), join(session, "journal.jsonl"));
}

/**
 * Removes a session's folder for good, unless a program writes the session. What it names of the artifacts stays until the
 * quota needs the room. Answers why it was not done.
 */
export async function removeSession({ folder, id }: SessionPlace): Promise<string | undefined> {
  if (!SESSION_ID.test(id)) return "that is no session's id";
  const session = join(folder, "sessions", id);
  const lock = await takeLock(join(session, "lock"), join(session, "journal.jsonl"));
  if (isStoreProblem(lock)) return lock.detail;
  try {
    await rm(session, { recursive: true, force: true, maxRetries: 3 });
    return undefined;
  } catch (error) {
    await lock.release();
    return codeOf(error) ?? String(error);
  }
}
