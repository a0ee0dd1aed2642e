import { readFileSync, readdirSync } from "node:fs";

/** What a process of this machine is; Linux only. */
interface ProcessStatus {
  readonly parent: number;
  readonly command: string;
  readonly isEnded: boolean;
}

function statusOf(pid: number): ProcessStatus | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return {
      isEnded: /^State:\s+[ZX]/m.test(status),
      parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]),
      command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "),
    };
  } catch {
    // It has ended in between.
    return undefined;
  }
}

/** Every process below one, at any depth. */
export function descendants(root: number): readonly { readonly pid: number; readonly command: string }[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = statusOf(Number(name));
      return status === undefined ? [] : [{ pid: Number(name), ...status }];
    });
  const below = [root];
  for (const pid of below) below.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return all.filter(({ pid }) => pid !== root && below.includes(pid));
}

/** Whether a process still does anything: one that has ended and only waits to be counted does not. */
export function isAlive(pid: number): boolean {
  return statusOf(pid)?.isEnded === false;
}

/** The extension hosts of a server, one for each window. */
export function extensionHosts(server: number): readonly number[] {
  return descendants(server)
    .filter(({ command }) => command.includes("--type=extensionHost"))
    .map(({ pid }) => pid);
}

/** Kills the extension hosts of a server as a crash would; throws when there is none. */
export function killExtensionHosts(server: number): void {
  const hosts = extensionHosts(server);
  if (hosts.length === 0) throw new Error("There is no extension host to kill.");
  for (const pid of hosts) process.kill(pid, "SIGKILL");
}
