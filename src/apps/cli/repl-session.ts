import type { Limits, Route } from "../../dialect/index.ts";
import { LIMITS, print } from "../../dialect/index.ts";
import { nearestOf } from "../../dialect/nearest.ts";
import { referenceEverywhere } from "../../dialect/reference.ts";
import { isBlank, isUnfinished } from "./balance.ts";
import { painter } from "./colours.ts";
import type { Invocation } from "./command.ts";
import { complaints, evaluate, evaluationJson } from "./evaluate.ts";
import { loadScript } from "./load-script.ts";
import { entryText } from "./reference.ts";
import { counted, writeJson } from "./report.ts";
import { writeText } from "./write-text.ts";

/** A prompt's state. Nothing of a script is kept: every entry runs in a machine of its own (R016). */
export interface Session {
  readonly invocation: Invocation;
  readonly limits: Limits;
  route: Route;
  showsSteps: boolean;
  /** Lines of an entry that is not finished yet. */
  pending: string;
  /** Entries that had errors. */
  failed: number;
  isDone: boolean;
  isRunning: boolean;
  /** Set by Ctrl-C; ends the running entry. */
  isInterrupted: boolean;
}

/** Said after an entry that only defines something. */
const ENTRIES_STAND_ALONE =
  "  note: nothing is kept between entries; write the definition and its use as one: (defun f (x) (* 2 x)) (f 21)\n";

/** A fresh session. */
export function createSession(invocation: Invocation, limits: Limits, route: Route): Session {
  const state = { pending: "", failed: 0, isDone: false, isRunning: false, isInterrupted: false };
  return { invocation, limits, route, showsSteps: false, ...state };
}

/** Takes one line: a command, a part of an entry, or the end of one, which is then evaluated. */
export async function acceptLine(session: Session, line: string): Promise<void> {
  if (session.pending === "" && runReplCommand(session, line.trim())) return;
  const text = session.pending === "" ? line : `${session.pending}\n${line}`;
  if (session.pending === "" && isBlank(text)) return;
  session.pending = text;
  if (!isUnfinished(text, session.limits)) await finishEntry(session);
}

/** Evaluates what has been entered so far, finished or not. */
export async function finishEntry(session: Session): Promise<void> {
  const text = session.pending;
  session.pending = "";
  if (isBlank(text)) return;
  const { invocation, limits, route } = session;
  const { io, json } = invocation;
  const script = loadScript({ name: "<entry>", text }, limits, invocation);
  session.isRunning = true;
  session.isInterrupted = false;
  const release = io.onInterrupt(() => {
    session.isInterrupted = true;
  });
  const run = { route, now: io.now, interrupted: () => session.isInterrupted };
  const evaluation = await evaluate(script, run).finally(release);
  session.isRunning = false;
  if (evaluation.value === undefined) session.failed++;
  if (json) {
    writeJson(io, evaluationJson(evaluation));
    return;
  }
  io.err(complaints(evaluation, io.colours.err));
  if (evaluation.diagnostics.some(({ code }) => code === "E132")) io.err(ENTRIES_STAND_ALONE);
  if (evaluation.value !== undefined) writeText(io, print(evaluation.value));
  if (session.showsSteps) io.out(`${painter(io.colours.out)("dim", counted(evaluation.steps, "step"))}\n`);
}

/** What a prompt command takes: its arguments, already split. */
type ReplCommand = (session: Session, args: readonly string[]) => void;

/** The commands of the prompt with their help. */
export const REPL_COMMANDS: Readonly<
  Record<string, { readonly usage: string; readonly doc: string; readonly run: ReplCommand }>
> = {
  help: { usage: ":help", doc: "show this", run: showHelp },
  reference: { usage: ":reference NAME", doc: "look up a form, primitive, limit, code or topic entry", run: lookUp },
  limits: { usage: ":limits", doc: "show the budgets", run: showLimits },
  route: { usage: ":route tree|vm", doc: "choose the evaluator, or show it", run: chooseRoute },
  steps: { usage: ":steps on|off", doc: "show how many steps each entry took", run: switchSteps },
  quit: {
    usage: ":quit",
    doc: "leave, as Ctrl-D does",
    run: (session) => {
      session.isDone = true;
    },
  },
};

/** Runs a line that is a command; answers false for any other. Other keywords are expressions. */
function runReplCommand(session: Session, line: string): boolean {
  const [word = "", ...args] = line.split(/\s+/);
  if (!word.startsWith(":") || word === ":") return false;
  const name = word.slice(1);
  if (Object.hasOwn(REPL_COMMANDS, name)) {
    REPL_COMMANDS[name]?.run(session, args);
    return true;
  }
  const nearest = nearestOf(name, Object.keys(REPL_COMMANDS));
  if (nearest !== undefined) say(session, `(${word} is a keyword; the command is :${nearest})`);
  return false;
}

function say(session: Session, text: string): void {
  session.invocation.io.out(`${text}\n`);
}

function showHelp(session: Session): void {
  const rows = Object.values(REPL_COMMANDS).map(({ usage, doc }) => `  ${usage.padEnd(18)} ${doc}`);
  say(
    session,
    [
      "Type a form; it is evaluated as soon as its parentheses are balanced, and its value is printed readably.",
      "Every entry is a script of its own in a fresh machine: no definition and no variable is kept between",
      "entries, so write them together: (defun f (x) (* 2 x)) (f 21)",
      "Ctrl-C ends a running script or drops a half-typed entry; Ctrl-D leaves.",
      "",
      ...rows,
    ].join("\n"),
  );
}

function lookUp(session: Session, args: readonly string[]): void {
  const name = args.join(" ");
  const found = referenceEverywhere(name);
  const paint = painter(session.invocation.io.colours.out);
  if (found.length > 0)
    say(
      session,
      found
        .map(([topic, entry]) => entryText(topic, entry, paint))
        .join("\n")
        .trimEnd(),
    );
  else if (name === "")
    say(session, "Name what to look up, such as :reference mapcar; `toolcall reference` lists the topics.");
  else say(session, `There is no entry ${name}. \`toolcall reference TOPIC\` lists what there is.`);
}

function showLimits(session: Session): void {
  const rows = Object.entries(LIMITS).map(([name, { unit, counts }]) => {
    const value = session.limits[name as keyof typeof LIMITS];
    return `  ${name.padEnd(22)} ${String(value).padStart(8)} ${unit.padEnd(8)} ${counts}`;
  });
  say(session, rows.join("\n"));
}

function chooseRoute(session: Session, [route]: readonly string[]): void {
  if (route === "tree" || route === "vm") session.route = route;
  else if (route !== undefined) say(session, `There is no route ${route}; write :route tree or :route vm.`);
  say(session, `Entries run on the ${session.route} route.`);
}

function switchSteps(session: Session, [choice]: readonly string[]): void {
  if (choice === "on" || choice === "off") session.showsSteps = choice === "on";
  else if (choice !== undefined) say(session, `Write :steps on or :steps off, not ${choice}.`);
  say(session, `Steps are ${session.showsSteps ? "shown" : "not shown"}.`);
}
