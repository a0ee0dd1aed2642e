import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { codeOf } from "../files/file-problem.ts";

/** Tells one process from every other, also from a later one with the same number. */
export interface ProcessIdentity {
  readonly machine: string;
  readonly pid: number;
  /** When it started, in the system's own terms; empty where that cannot be found out. */
  readonly started: string;
}

/** This process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  return { machine: hostname(), pid: process.pid, started: await startOf(process.pid) };
}

/** Whether the process still runs. Only ask about processes of this machine. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  if (!isPresent(pid)) return false;
  const now = await startOf(pid);
  return started === "" || now === "" || now === started;
}

function isPresent(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** When a process started: ticks since boot with the boot's own name on Linux, the time of day elsewhere. */
async function startOf(pid: number): Promise<string> {
  if (process.platform === "win32") return "";
  if (process.platform !== "linux") return startByPs(pid);
  try {
    const [boot, text] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "latin1"),
      readFile(`/proc/${pid}/stat`, "latin1"),
    ]);
    const ticks = text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    return `${boot.trim()} ${ticks}`;
  } catch {
    return "";
  }
}

function startByPs(pid: number): Promise<string> {
  return new Promise((resolve) => {
    execFile("ps", ["-o", "lstart=", "-p", String(pid)], { env: { LC_ALL: "C" } }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : "");
    });
  });
}
