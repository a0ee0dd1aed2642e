import * as z from "zod";
import { createCancelSource } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
import type { Host } from "../ports/host.ts";
import type { ProcessEnd, RunningProcess } from "../ports/processes.ts";
import { defineTool } from "../pipeline/tool.ts";
import type { ToolContext, ToolOutcome } from "../pipeline/tool.ts";
import { exitFacts, inSeconds, outputText, withFacts } from "./bash/exit-facts.ts";
import { waitForCommand } from "./bash/wait-for-command.ts";

/** Time a command has when none is given, in ms. */
export const DEFAULT_TIMEOUT_MS = 120_000;
/** Longest time a command may be given, in ms. */
export const MAX_TIMEOUT_MS = 600_000;
/** How long a command in the background is waited for when no time is given, in ms. */
export const BACKGROUND_WAIT_MS = 1_000;
/** After this time a command in the background is stopped, too, in ms. */
export const MAX_BACKGROUND_MS = 2 * 60 * 60_000;
/** Characters of output in a result, below the result limit of 2.9 with the facts added. */
const KEPT_CHARS = 28_000;
/** Characters of a command and its description in render data. */
const MAX_RENDERED = 1_000;

const INPUT = z.strictObject({
  command: z.string().min(1).max(100_000).describe("Command line for the shell, run in the first workspace folder."),
  timeout: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_MS)
    .optional()
    .describe("Milliseconds until it is stopped (120000 by default), or waited for when in the background."),
  description: z.string().max(500).optional().describe("What it does, in a few words, for the person."),
  run_in_background: z
    .boolean()
    .optional()
    .describe("Let it go on when the timeout passes; the result then names the running process."),
});

type Input = z.output<typeof INPUT>;

function workingFolder(host: Host): string {
  return host.workspace.roots[0] ?? host.workspace.home;
}

interface Run {
  readonly input: Input;
  readonly process: RunningProcess;
  readonly elapsedMs: number;
  readonly timeoutMs: number;
}

function renderDataOf({ input, process, elapsedMs }: Run, end: ProcessEnd | undefined): JsonObject {
  const { bytes, omitted, file } = process.output();
  return {
    kind: "command",
    command: input.command.slice(0, MAX_RENDERED),
    ...(input.description !== undefined && { description: input.description.slice(0, MAX_RENDERED) }),
    end: end?.end ?? "running",
    ...(end?.end === "exited" && { exitCode: end.code }),
    ...(end?.end === "signalled" && { signal: end.signal }),
    ...(end === undefined && { process: process.id }),
    elapsedMs: Math.round(elapsedMs),
    bytes,
    omitted,
    ...(file !== undefined && { file }),
  };
}

function outcomeOf(run: Run, end: ProcessEnd | undefined): ToolOutcome {
  const renderData = renderDataOf(run, end);
  const output = outputText(run.process.output());
  if (end === undefined) {
    const facts = `still running, id ${run.process.id}, after ${inSeconds(run.elapsedMs)}`;
    return { status: "success", text: withFacts(output, facts), renderData };
  }
  const text = withFacts(output, exitFacts({ end, elapsedMs: run.elapsedMs, timeoutMs: run.timeoutMs }));
  return { status: end.end === "exited" && end.code === 0 ? "success" : "error", text, renderData };
}

async function runCommand(input: Input, context: ToolContext): Promise<ToolOutcome> {
  const { clock, processes } = context.host;
  const background = input.run_in_background === true;
  const timeoutMs = input.timeout ?? (background ? BACKGROUND_WAIT_MS : DEFAULT_TIMEOUT_MS);
  // Stopping the call stops the command only while the call waits for it: what was left running is stopped by its id.
  const cancel = createCancelSource();
  const detach = context.cancel.onCancel(cancel.cancel);
  const started = clock.elapsed();
  const process = processes.start(
    {
      command: input.command,
      cwd: workingFolder(context.host),
      timeoutMs: background ? MAX_BACKGROUND_MS : timeoutMs,
      keepChars: KEPT_CHARS,
      owner: context.callId,
    },
    cancel.token,
  );
  const end = await waitForCommand(process, background ? timeoutMs : Number.POSITIVE_INFINITY, context);
  detach();
  return outcomeOf({ input, process, elapsedMs: clock.elapsed() - started, timeoutMs }, end);
}

/** Runs a command line in a process group of its own. */
export const Bash = defineTool({
  name: "Bash",
  category: "core",
  summary: "Run a shell command in the workspace and get its output and exit code.",
  description: [
    "Runs a command line in a shell of its own, without terminal, pager or input. The result is what it wrote to both",
    "streams, then a line in brackets with exit code or signal and duration; a command that does not exit with 0 is an error.",
    "Long output is shown by head and tail; the file named between them holds all of it. At the timeout the command and all",
    "its child processes are stopped, unless run_in_background is set. Use Read, Grep, Glob and Edit instead of cat, grep, find and sed.",
  ].join(" "),
  effect: "run",
  standalone: false,
  input: INPUT,
  resultLimit: 30_000,
  editable: "command",
  resources: ({ command }, host) => [{ kind: "command", command, cwd: workingFolder(host) }],
  run: runCommand,
});
