import type { CancelToken } from "../base/cancel.ts";
import type { Shell } from "./commands.ts";

/** A command to run in a shell of its own, without terminal or pager. */
export interface ProcessSpec {
  readonly command: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Characters of output kept in memory: half at the head, half at the tail. Everything is kept on disk. */
  readonly keepChars: number;
  /** Text for its standard input, which is then closed; without it the command has no input at all. */
  readonly input?: string;
  /** Keep what it writes to standard error apart, in `ProcessOutput.errors`; for commands that answer by a protocol. */
  readonly apart?: boolean;
  /**
   * A program that the person has configured, such as a hook, and no call has asked for: it also runs where the commands of
   * calls must not or cannot, and then perhaps in another folder.
   */
  readonly personal?: true;
  /** The call that it belongs to, for whoever lists what runs. */
  readonly owner?: string;
}

/** How a process ended. */
export type ProcessEnd =
  | { readonly end: "exited"; readonly code: number }
  | { readonly end: "signalled"; readonly signal: string }
  | { readonly end: "timed-out" | "cancelled" }
  | { readonly end: "failed"; readonly message: string };

/** What a process wrote: both streams in order of arrival, or standard output alone when they are kept apart. */
export interface ProcessOutput {
  readonly head: string;
  readonly tail: string;
  /** Characters left out between head and tail. */
  readonly omitted: number;
  readonly bytes: number;
  /** File that holds all of it, when some was left out. */
  readonly file: string | undefined;
  /** The head of standard error, at most `keepChars` characters, when the streams are kept apart. */
  readonly errors?: string;
}

/** A process that was started. It is the leader of its own group, so that stopping it stops all of it. */
export interface RunningProcess {
  readonly id: string;
  readonly output: () => ProcessOutput;
  /** Settles when the process and its whole group are gone. */
  readonly done: Promise<ProcessEnd>;
}

/** Child processes. Cancelling stops the whole group, first politely, then by force. */
export interface Processes {
  /** Whose syntax commands are written in, Bash where nothing is said: what decides about a command reads it as this shell will. */
  readonly shell?: Shell;
  readonly start: (spec: ProcessSpec, cancel: CancelToken) => RunningProcess;
  /** Processes that still run. */
  readonly running: () => readonly RunningProcess[];
}
