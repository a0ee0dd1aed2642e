import type { Command, Invocation } from "./command.ts";
import { COMMON_OPTIONS } from "./command.ts";
import { routeOf } from "./eval.ts";
import { inputLines } from "./input-lines.ts";
import { EXIT } from "./io.ts";
import { limitsOf } from "./limits-option.ts";
import { INPUT_OPTION, loadScript } from "./load-script.ts";
import type { Session } from "./repl-session.ts";
import { acceptLine, createSession, finishEntry } from "./repl-session.ts";
import { runTerminal } from "./repl-terminal.ts";

/** `toolcall repl`. */
export const replCommand: Command = {
  name: "repl",
  operands: "",
  min: 0,
  max: 0,
  summary: "evaluate expressions as they are typed",
  details: [
    "An entry is evaluated as soon as its parentheses are balanced. Each entry is a script of its own in a fresh machine; nothing is kept between entries. :help lists the commands of the prompt. The history is kept in the user's cache folder.",
    "When standard input is not a terminal, entries are read until it ends, without a prompt; the exit code is 1 when one of them failed. With --json each entry answers with one object on a line, as eval does.",
  ],
  options: [
    { name: "route", value: "ROUTE", choices: ["vm", "tree"], doc: "the evaluator; vm is the default" },
    INPUT_OPTION,
    COMMON_OPTIONS.limit,
  ],
  examples: ["toolcall repl", "toolcall repl --route tree --limit max-steps=10000", "toolcall repl < entries.tcl"],
  run: runRepl,
};

async function runRepl(invocation: Invocation): Promise<number> {
  const limits = limitsOf(invocation);
  // Finds out about a bad --input before the first entry.
  loadScript({ name: "<entry>", text: "nil" }, limits, invocation);
  const session = createSession(invocation, limits, routeOf(invocation));
  const { terminal } = invocation.io;
  if (terminal !== undefined && !invocation.json) return runTerminal(session, terminal);
  return runPiped(session);
}

/** Reads entries until the input ends. Ctrl-C ends the running entry and the session. */
async function runPiped(session: Session): Promise<number> {
  for await (const line of inputLines(session.invocation.io.stdin)) {
    await acceptLine(session, line);
    if (session.isDone || session.isInterrupted) break;
  }
  if (!session.isDone && !session.isInterrupted) await finishEntry(session);
  if (session.isInterrupted) return EXIT.interrupted;
  return session.failed > 0 ? EXIT.script : EXIT.ok;
}
