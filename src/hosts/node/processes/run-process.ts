import type { ChildProcessByStdio } from "node:child_process";
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { CancelToken } from "../../../base/cancel.ts";
import type { ProcessEnd, ProcessOutput, ProcessSpec } from "../../../ports/processes.ts";
import { LONGEST_WAIT_MS } from "../clock.ts";
import type { Collector } from "./collect-output.ts";
import { collectOutput } from "./collect-output.ts";
import { watchGroup } from "./process-group.ts";
import type { ShellStart } from "./shells.ts";
import { stopProcess } from "./stop-process.ts";

/** How long a pipe that a stray still holds open may be silent before it is given up, once the group is gone. */
const SILENCE_MS = 100;

/** How long such a stray is listened to at most. What the group itself wrote fits into the pipe and comes first. */
const MAX_TALK_MS = 2_000;

/** How often it is looked whether what outlived the shell is gone: often at first, then less. */
const LOOKS_MS = [2, 5, 10, 20, 50, 100, 200] as const;

/** What a process is started with. */
export interface ProcessStart {
  readonly id: string;
  readonly shell: ShellStart;
  readonly env: NodeJS.ProcessEnv;
  /** Where its output goes when it is more than memory keeps. */
  readonly outputPath: string;
  /** Told of the group once there is one. */
  readonly onGroup: (group: number) => void;
}

/** A process on its way. */
export interface LiveProcess {
  readonly output: () => ProcessOutput;
  readonly done: Promise<ProcessEnd>;
}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;
type Exit = { readonly code: number | null; readonly signal: string | null } | { readonly error: string };
type EarlyEnd = "timed-out" | "cancelled";

const NO_OUTPUT: ProcessOutput = { head: "", tail: "", omitted: 0, bytes: 0, file: undefined };

/** A process that never ran. */
function endedProcess(end: ProcessEnd): LiveProcess {
  return { output: () => NO_OUTPUT, done: Promise.resolve(end) };
}

/**
 * Runs a command in a group of its own. It is done when every member of the group is gone, its output is read to the end
 * and, when there is a file, written to it.
 */
export function runProcess(spec: ProcessSpec, start: ProcessStart, cancel: CancelToken): LiveProcess {
  if (cancel.cancelled) return endedProcess({ end: "cancelled" });
  let child: Child;
  try {
    child = spawnShell(spec, start);
  } catch (error) {
    return endedProcess({ end: "failed", message: startFailure(spec, error) });
  }
  const collector = collectOutput(child.stdout, child.stderr, {
    keepChars: spec.keepChars,
    path: start.outputPath,
    apart: spec.apart === true,
  });
  if (child.pid !== undefined) start.onGroup(child.pid);
  return { output: collector.output, done: liveThrough(child, spec, { id: start.id, collector, cancel }) };
}

function spawnShell(spec: ProcessSpec, { shell, env }: ProcessStart): Child {
  const child = spawn(shell.program, shell.args, {
    cwd: spec.cwd,
    env,
    detached: process.platform !== "win32",
    stdio: [spec.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    windowsHide: true,
    windowsVerbatimArguments: shell.verbatim,
  }) as Child;
  if (child.stdin) {
    // A command need not read its input.
    child.stdin.on("error", () => undefined);
    child.stdin.end(spec.input);
  }
  return child;
}

/** Why a command did not start, in words that say what to look at. */
function startFailure(spec: ProcessSpec, error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  if (detail.includes("E2BIG")) {
    return `the command has ${spec.command.length} characters, which is more than the system takes; put it into a file and run that (${detail})`;
  }
  const isFolder = statSync(spec.cwd, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? detail : `the folder to run in is not there: ${spec.cwd}`;
}

async function liveThrough(
  child: Child,
  spec: ProcessSpec,
  { id, collector, cancel }: Surroundings,
): Promise<ProcessEnd> {
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const exited = new Promise<Exit>((resolve) => {
    child.once("error", (error) => resolve({ error: startFailure(spec, error) }));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  if (child.pid === undefined) {
    await collector.end();
    return endOf(await exited);
  }
  const stop = armStop({ group: child.pid, id, isAlive: watchGroup(child.pid) }, spec, cancel);
  const exit = await Promise.race([exited, stop.givenUp]);
  const isGone = await whenGone(stop);
  stop.disarm();
  await Promise.race([closed, silence(collector)]);
  await collector.end();
  if (exit === undefined || !isGone) {
    return { end: "failed", message: `process group ${child.pid} could not be stopped: it ignores even being killed` };
  }
  const early = stop.early();
  return early === undefined ? endOf(exit) : { end: early };
}

/** What one life shares. */
interface Surroundings {
  readonly id: string;
  readonly collector: Collector;
  readonly cancel: CancelToken;
}

/** The group of a process. */
interface Group {
  readonly group: number;
  readonly id: string;
  readonly isAlive: () => boolean;
}

/** What may end a process before it ends by itself. */
interface Stop {
  readonly early: () => EarlyEnd | undefined;
  readonly isAlive: () => boolean;
  /** Whether the group is gone, once stopping has begun. */
  readonly stopped: () => Promise<boolean> | undefined;
  /** Settles only when the group could not be stopped. */
  readonly givenUp: Promise<undefined>;
  readonly disarm: () => void;
}

function armStop({ group, id, isAlive }: Group, spec: ProcessSpec, cancel: CancelToken): Stop {
  let early: EarlyEnd | undefined;
  let stopped: Promise<boolean> | undefined;
  let giveUp: (value: undefined) => void = () => undefined;
  const givenUp = new Promise<undefined>((resolve) => (giveUp = resolve));
  const stop = (end: EarlyEnd): void => {
    if (early !== undefined) return;
    early = end;
    stopped = stopProcess(group, id, isAlive);
    void stopped.then((isGone) => {
      if (!isGone) giveUp(undefined);
    });
  };
  const timer = setTimeout(() => stop("timed-out"), Math.min(Math.max(0, spec.timeoutMs), LONGEST_WAIT_MS));
  const stopListening = cancel.onCancel(() => stop("cancelled"));
  return {
    early: () => early,
    isAlive,
    stopped: () => stopped,
    givenUp,
    disarm: () => {
      clearTimeout(timer);
      stopListening();
    },
  };
}

/** Waits for what outlived the shell; whether all of it is gone. */
async function whenGone({ isAlive, stopped }: Stop): Promise<boolean> {
  for (let look = 0; ; look += 1) {
    const stopping = stopped();
    if (stopping) return stopping;
    if (!isAlive()) return true;
    await wait(LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)]);
  }
}

/** Settles when a pipe that something outside the group still holds has been silent for a while, or talks for too long. */
async function silence(collector: Collector): Promise<void> {
  let talked = 0;
  do {
    await wait(SILENCE_MS);
    // While it is us who keep it waiting, nothing can be told from its silence, nor from its talk.
    talked = collector.isWaiting() ? 0 : talked + SILENCE_MS;
  } while (talked < MAX_TALK_MS && (collector.isWaiting() || collector.idle() < SILENCE_MS));
}

function endOf(exit: Exit): ProcessEnd {
  if ("error" in exit) return { end: "failed", message: exit.error };
  if (exit.signal !== null) return { end: "signalled", signal: exit.signal };
  return { end: "exited", code: exit.code ?? 0 };
}
