import { spawn, spawnSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { PROCESS_MARK } from "./environment.ts";
import { markedProcesses, signalGroup, signalProcess } from "./process-group.ts";

/** How long a group may take to end politely before it is ended by force. */
export const POLITE_MS = 2_000;

/** How long a group that was ended by force is waited for. What the kernel does not let go by then is given up. */
export const FORCED_MS = 5_000;

/** How often it is looked whether a group is gone. */
const LOOK_MS = 20;

/**
 * Stops a group and what left it but still carries its mark: politely first, then by force. Whether it is gone.
 * `isAlive` says whether anything of the group still runs.
 */
export async function stopProcess(group: number, id: string, isAlive: () => boolean): Promise<boolean> {
  const strays = () => markedProcesses(`${PROCESS_MARK}=${id}`);
  const isGone = () => !isAlive() && strays().length === 0;
  signalAll(group, strays(), "SIGTERM");
  // What is stopped cannot hear.
  signalAll(group, [], "SIGCONT");
  if (await until(isGone, POLITE_MS)) return true;
  return until(() => {
    signalAll(group, strays(), "SIGKILL");
    return isGone();
  }, FORCED_MS);
}

/** Ends a group at once, without waiting: for when the host itself ends. */
export function killProcess(group: number): void {
  if (process.platform === "win32") spawnSync("taskkill", killArguments(group), QUIETLY);
  else signalGroup(group, "SIGKILL");
}

const QUIETLY = { stdio: "ignore", windowsHide: true } as const;

/** Windows has no groups and no polite way: the whole tree below a process is ended. */
function killArguments(group: number): readonly string[] {
  return ["/PID", String(group), "/T", "/F"];
}

function signalAll(group: number, strays: readonly number[], signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    if (signal !== "SIGCONT") spawn("taskkill", killArguments(group), QUIETLY).on("error", () => undefined);
    return;
  }
  signalGroup(group, signal);
  for (const pid of strays) signalProcess(pid, signal);
}

async function until(condition: () => boolean, limitMs: number): Promise<boolean> {
  for (let waited = 0; ; waited += LOOK_MS) {
    if (condition()) return true;
    if (waited >= limitMs) return false;
    await wait(LOOK_MS);
  }
}
