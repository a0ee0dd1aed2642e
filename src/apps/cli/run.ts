import type { Limits } from "../../dialect/index.ts";
import { limitProblem, LIMITS } from "../../dialect/index.ts";
import type { EnvelopeResult } from "../../script/envelope.ts";
import type { Command, Invocation } from "./command.ts";
import { COMMON_OPTIONS, optionValue, UsageError } from "./command.ts";
import { EXIT } from "./io.ts";
import { timeDirectCalls } from "./direct-timeout.ts";
import { limitsOf } from "./limits-option.ts";
import { SESSION_OPTION, withSession } from "./live-session.ts";
import { TRUST_HOOKS_OPTION } from "./load-hooks.ts";
import { findScript } from "./load-script.ts";
import { savingsText } from "./savings-text.ts";
import { describeAll, writeJson } from "./report.ts";
import { PERMISSION_OPTIONS, WORKSPACE_OPTION } from "./workspace.ts";
import { writeFailure, writeText } from "./write-text.ts";

/** `toolcall run`. */
export const runCommand: Command = {
  name: "run",
  operands: "FILE|EXPR|-",
  min: 0,
  max: 1,
  summary: "run a script on a workspace, with its tools",
  details: [
    "The argument is a script or a file, as with eval; `-` is standard input, -e EXPR and --file FILE leave nothing to guess. What the script calls is shown on standard error as it happens; its value goes to standard output.",
    "Calls that need permission are asked for on the terminal; without a terminal they are denied. Ctrl-C stops the script and waits until its calls have ended; a second Ctrl-C leaves at once. What happened is kept: see sessions, show and undo.",
    "Exit codes: 0 it ran to its end, 1 it failed, 2 wrong usage, 3 a call was denied, 130 interrupted.",
    'With --json every event is one object a line, in order; the last line is {kind: "run-ended", session, outcome, status, exit, text}, with the whole text of the value or of the failure.',
  ],
  options: [
    COMMON_OPTIONS.expression,
    COMMON_OPTIONS.file,
    WORKSPACE_OPTION,
    ...PERMISSION_OPTIONS,
    TRUST_HOOKS_OPTION,
    {
      name: "timeout",
      value: "S",
      doc: "end the script after so many seconds; time in which you are asked does not count",
    },
    COMMON_OPTIONS.limit,
    SESSION_OPTION,
  ],
  examples: [
    "toolcall run -e '(Grep :pattern \"TODO\")'",
    "toolcall run report.tcl --workspace ~/project --json",
    "toolcall run rename.tcl --mode edits --deny 'Edit(vendor/**)'",
    "toolcall run -e '(Bash :command \"npm test\")' --allow 'Bash(npm test)'",
  ],
  run: runRun,
};

async function runRun(invocation: Invocation): Promise<number> {
  const { io, json } = invocation;
  const source = await findScript(invocation);
  const seconds = secondsOf(optionValue(invocation, "timeout"));
  const limits = (usual: Limits): Limits => ({
    ...limitsOf(invocation, usual),
    ...(seconds !== undefined && { "max-seconds": seconds }),
  });
  const end = await withSession(invocation, limits, async (live) => {
    const { session, interrupts, canAsk } = live;
    const timer = seconds === undefined ? undefined : timeDirectCalls(live, seconds);
    const result = await session.runScript({ expression: source.text });
    return { result, session: session.id, interrupted: interrupts.happened(), late: timer?.expired() === true, canAsk };
  });
  const { result } = end;
  const exit = end.late ? EXIT.script : exitOf(result, end.interrupted);
  if (json) {
    const { outcome, status, text } = result;
    writeJson(io, { kind: "run-ended", session: end.session, outcome, status, exit, text });
    return exit;
  }
  if (result.warnings.length > 0) io.err(describeAll(result.warnings, source, io.colours.err));
  if (result.status === "success") writeText(io, result.text);
  else if (result.diagnostics.length > 0) io.err(describeAll(result.diagnostics, source, io.colours.err));
  else writeFailure(io, result.text);
  if (end.late) io.err(`toolcall: it was stopped after the ${seconds} s of --timeout.\n`);
  io.err(footer(result, exit === EXIT.denied && !end.canAsk && lacksPerson(result)));
  return exit;
}

/** The seconds of `--timeout`. Throws `UsageError`. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && limitProblem("max-seconds", seconds) === undefined) return seconds;
  const { max } = LIMITS["max-seconds"];
  throw new UsageError(`--timeout takes whole seconds from 1 to ${max}, not ${text}.`);
}

function exitOf({ outcome, status }: EnvelopeResult, interrupted: boolean): number {
  if (status === "success") return EXIT.ok;
  if (interrupted) return EXIT.interrupted;
  if (outcome === "denied") return EXIT.denied;
  return outcome === "interrupted" ? EXIT.interrupted : EXIT.script;
}

/** Whether a call was denied for want of somebody to ask, and not by a rule or a hook: more permission would help. */
function lacksPerson({ children }: EnvelopeResult): boolean {
  return children.some(({ reason = "" }) => /^permission-denied:.*nobody can be asked/s.test(reason));
}

/**
 * What else there is to say: processes that are stopped now, media that a terminal cannot show, how to allow a call, what
 * the script has saved a conversation with a model.
 */
function footer({ stillRunning, media, savings }: EnvelopeResult, nobodyAsked: boolean): string {
  const lines = media.map(({ mime, path }) => `${path} (${mime})`);
  if (stillRunning.length > 0) lines.push(`stopped what still ran: ${stillRunning.join(", ")}`);
  if (nobodyAsked) {
    lines.push("Nobody could be asked: run it on a terminal, or allow the call with --mode or --allow RULE.");
  }
  const saved = savingsText(savings);
  if (saved !== undefined) lines.push(saved);
  return lines.map((line) => `${line}\n`).join("");
}
