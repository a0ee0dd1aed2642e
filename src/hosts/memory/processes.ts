import type { CancelToken } from "../../base/cancel.ts";
import { utf8Length } from "../../base/utf8.ts";
import type { ProcessEnd, ProcessOutput, ProcessSpec, Processes, RunningProcess } from "../../ports/processes.ts";

/** What a scripted command can do. */
export interface ScriptedRun {
  readonly spec: ProcessSpec;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly cancel: CancelToken;
}

/** Plays every command: writes output and says how it ended. It may wait for the cancel token. */
export type Script = (run: ScriptedRun) => ProcessEnd | Promise<ProcessEnd>;

/** Without a script no command is known. */
export const NO_SCRIPT: Script = ({ spec, writeError }) => {
  writeError(`${spec.command}: command not found\n`);
  return { end: "exited", code: 127 };
};

/** Processes that are played by a script. */
export function createMemoryProcesses(script: Script): Processes {
  const running = new Set<RunningProcess>();
  let started = 0;
  return {
    start: (spec, cancel) => {
      let joined = "";
      let errors = "";
      const write = (text: string): void => {
        joined += text;
      };
      const writeError = (text: string): void => {
        if (spec.apart === true) errors += text;
        else joined += text;
      };
      const play = async (): Promise<ProcessEnd> => {
        await Promise.resolve();
        if (cancel.cancelled) return { end: "cancelled" };
        try {
          return await script({ spec, write, writeError, cancel });
        } catch (error) {
          return {
            end: "failed",
            message: error instanceof Error ? error.message : "the script of this command broke",
          };
        }
      };
      const process: RunningProcess = {
        id: `process-${++started}`,
        output: () => ({
          ...kept(joined, spec.keepChars),
          ...(spec.apart === true && { errors: errors.slice(0, spec.keepChars) }),
        }),
        done: play().finally(() => running.delete(process)),
      };
      running.add(process);
      return process;
    },
    running: () => [...running],
  };
}

function kept(text: string, chars: number): ProcessOutput {
  const half = Math.ceil(chars / 2);
  const bytes = utf8Length(text);
  if (text.length <= chars) return { head: text, tail: "", omitted: 0, bytes, file: undefined };
  return {
    head: text.slice(0, half),
    tail: text.slice(text.length - (chars - half)),
    omitted: text.length - chars,
    bytes,
    file: undefined,
  };
}
