import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { HOST_MARK } from "./environment.ts";

/**
 * Reads `+ GROUP` and `- GROUP` lines. When its input ends, which it does however the host ends, it kills the groups that
 * are left and, where processes can be seen, whatever else carries the host's mark.
 */
const SCRIPT = `
host=$1
groups=' '
while read -r sign group; do
  rest=' '
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest$each "; done
  groups=$rest
  [ "$sign" = + ] && groups="$groups$group "
done
for each in $groups; do kill -KILL -- "-$each" 2>/dev/null; done
for round in 1 2 3; do
  for file in $(grep -lsz "^${HOST_MARK}=$host$" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}" 2>/dev/null
  done
done
`;

/** Ends processes when their host can no longer do it, because it was killed. */
export interface Watchdog {
  /** Begins to watch before a process is started: one whose host is killed right then is found by its mark. */
  readonly begin: () => void;
  readonly watch: (group: number) => void;
  readonly forget: (group: number) => void;
}

/** Starts a watchdog with the first process that it is told of. It needs a POSIX shell; elsewhere it does nothing. */
export function createWatchdog(host: string): Watchdog {
  if (process.platform === "win32") return { begin: () => undefined, watch: () => undefined, forget: () => undefined };
  let input: Writable | undefined;
  const begin = (): Writable => (input ??= startWatchdog(host));
  return {
    begin: () => void begin(),
    watch: (group) => void begin().write(`+ ${group}\n`),
    forget: (group) => {
      input?.write(`- ${group}\n`);
    },
  };
}

function startWatchdog(host: string): Writable {
  const child = spawn("/bin/sh", ["-c", SCRIPT, "toolcall-watchdog", host], {
    cwd: "/",
    detached: true,
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Neither it nor the pipe to it keeps the host running, and its loss harms nothing but its purpose.
  child.unref();
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  (child.stdin as Writable & { unref?: () => void }).unref?.();
  return child.stdin;
}
