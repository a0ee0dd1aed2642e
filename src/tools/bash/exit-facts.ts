import type { ProcessEnd, ProcessOutput } from "../../ports/processes.ts";

/** A time in the words of a result: `0.4 s`, `2 min 5 s`. */
export function inSeconds(ms: number): string {
  if (ms < 60_000) return `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A run that is over. */
export interface FinishedRun {
  readonly end: ProcessEnd;
  readonly elapsedMs: number;
  readonly timeoutMs: number;
}

/** How a command ended, in one line without brackets. */
export function exitFacts({ end, elapsedMs, timeoutMs }: FinishedRun): string {
  const after = `after ${inSeconds(elapsedMs)}`;
  switch (end.end) {
    case "exited":
      return `exit code ${end.code}, ${after}`;
    case "signalled":
      return `ended by signal ${end.signal}, ${after}`;
    case "timed-out":
      return `stopped at the timeout of ${inSeconds(timeoutMs)} with all its child processes, ${after}; give a longer timeout, or run_in_background for what should go on`;
    case "cancelled":
      return `cancelled with all its child processes, ${after}`;
    case "failed":
      return `could not be run: ${end.message}`;
  }
}

/** Terminal control sequences: colours, cursor movement, titles. */
const CONTROL_SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

function plain(text: string): string {
  return text.includes("\u001b") ? text.replaceAll(CONTROL_SEQUENCES, "") : text;
}

/** What a command wrote: all of it, or head and tail with what is between them and the file that holds everything. */
export function outputText(output: ProcessOutput): string {
  const [head, tail] = [plain(output.head), plain(output.tail)];
  if (output.omitted === 0) return head + tail;
  const where =
    output.file === undefined ? "" : `; all ${output.bytes} bytes are in ${output.file}, see them with Read or Grep`;
  return `${head}${head.endsWith("\n") ? "" : "\n"}... ${output.omitted} characters left out${where} ...\n${tail}`;
}

/** Output followed by a line of facts in brackets. */
export function withFacts(output: string, facts: string): string {
  const gap = output === "" || output.endsWith("\n") ? "" : "\n";
  return `${output}${gap}[${facts}]`;
}
