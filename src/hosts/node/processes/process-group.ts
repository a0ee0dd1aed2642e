import { readdirSync, readFileSync } from "node:fs";
import { codeOf } from "../files/file-problem.ts";

/** Sends a signal to a whole group. Whether there was anything to send it to. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    // What may not be signalled is still there.
    return codeOf(error) === "EPERM";
  }
}

/** Sends a signal to one process, if it is there. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone, or belongs to somebody else.
  }
}

/**
 * Watches whether anything of a group still runs; the answer tells. What has ended and only waits to be collected does not
 * count: where nobody collects, that would be for ever.
 */
export function watchGroup(group: number): () => boolean {
  let known: readonly number[] = [];
  const isMember = (pid: number): boolean => {
    const facts = factsOf(pid);
    return facts?.group === group && facts.state !== "Z" && facts.state !== "X";
  };
  return () => {
    if (process.platform === "win32") return isProcessAlive(group);
    if (!signalGroup(group, 0)) return false;
    if (process.platform !== "linux") return true;
    // Looking at all processes takes milliseconds, so those that were members are asked first.
    known = known.filter(isMember);
    if (known.length === 0) known = processIds().filter(isMember);
    return known.length > 0;
  };
}

function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Processes of this machine whose environment holds `mark`, such as `NAME=value`; none where that cannot be seen. */
export function markedProcesses(mark: string): readonly number[] {
  if (process.platform !== "linux") return [];
  const wanted = `${mark}\0`;
  return processIds().filter((pid) => pid !== process.pid && environmentOf(pid).includes(wanted));
}

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** State and group of a process. Its name, which may hold anything, stands in parentheses before them. */
function factsOf(pid: number): { readonly state: string; readonly group: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state = "X", , group = "0"] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state, group: Number(group) };
  } catch {
    return undefined;
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}
