import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createCancelSource } from "../../base/cancel.ts";
import type { CancelSource } from "../../base/cancel.ts";
import type { Processes, RunningProcess } from "../../ports/processes.ts";
import { onExit } from "./on-exit.ts";
import { commandEnvironment, HOST_MARK } from "./processes/environment.ts";
import { markedProcesses, signalProcess } from "./processes/process-group.ts";
import { pruneOutputs } from "./processes/prune-outputs.ts";
import { runProcess } from "./processes/run-process.ts";
import { findShell, shellStart, syntaxOf } from "./processes/shells.ts";
import { killProcess } from "./processes/stop-process.ts";
import { createWatchdog } from "./processes/watchdog.ts";

/** How commands are run. */
export interface ProcessesOptions {
  /** Folder for output that is more than memory keeps. */
  readonly folder: string;
  /** Name or path of the shell; without it, the best one of this machine. */
  readonly shell?: string;
  /** Environment to build on; without it, this program's own. */
  readonly env?: NodeJS.ProcessEnv;
}

/** The port, and the way to end everything. */
export interface NodeProcesses extends Processes {
  /** Stops what still runs, and what left its group to run on; settles when the groups are gone. */
  readonly dispose: () => Promise<void>;
}

/** A process and how it is stopped. */
interface Entry {
  readonly running: RunningProcess;
  readonly source: CancelSource;
  group: number | undefined;
}

/**
 * Commands run in a shell of their own and in a group of their own, with no terminal, no pager and no editor. Nothing
 * outlives this program: not when it ends by itself, and on POSIX systems not when it is killed either.
 */
export function createProcesses(options: ProcessesOptions): NodeProcesses {
  const host = randomBytes(8).toString("hex");
  const env = options.env ?? process.env;
  const watchdog = createWatchdog(host);
  const entries = new Map<string, Entry>();
  const shell = findShell(options.shell, env);
  let started = 0;
  const killStrays = (): void => {
    if (started === 0) return;
    for (const pid of markedProcesses(`${HOST_MARK}=${host}`)) signalProcess(pid, "SIGKILL");
  };
  const forgetExit = onExit(() => {
    for (const { group } of entries.values()) if (group !== undefined) killProcess(group);
    killStrays();
  });

  const start: Processes["start"] = (spec, cancel) => {
    if (started === 0) void pruneOutputs(options.folder);
    started += 1;
    const id = `process-${started}`;
    const source = createCancelSource();
    const stopListening = cancel.onCancel(source.cancel);
    let group: number | undefined;
    watchdog.begin();
    const live = runProcess(
      spec,
      {
        id: `${host}-${started}`,
        shell: shellStart(shell, spec.command, spec.apart === true),
        env: commandEnvironment(env, { host, id: `${host}-${started}` }),
        outputPath: join(options.folder, `${host}-${started}.log`),
        onGroup: (made) => {
          group = made;
          watchdog.watch(made);
        },
      },
      source.token,
    );
    const done = live.done.finally(() => {
      entries.delete(id);
      stopListening();
      if (group !== undefined) watchdog.forget(group);
    });
    const running: RunningProcess = { id, output: live.output, done };
    entries.set(id, { running, source, group });
    return running;
  };
  return {
    shell: syntaxOf(shell),
    start,
    running: () => [...entries.values()].map(({ running }) => running),
    dispose: async () => {
      for (const { source } of entries.values()) source.cancel("the host is closed");
      await Promise.all([...entries.values()].map(({ running }) => running.done));
      killStrays();
      forgetExit();
    },
  };
}
