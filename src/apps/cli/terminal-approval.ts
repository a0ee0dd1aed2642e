import type { CancelToken } from "../../base/cancel.ts";
import { parseRule, printRule } from "../../pipeline/permission/rule.ts";
import type { Approval, ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";
import { painter } from "./colours.ts";
import type { CliScreen } from "./io.ts";
import type { Key, Keyboard } from "./keyboard.ts";
import { paintQuestion } from "./paint-question.ts";
import type { RowScreen } from "./row-screen.ts";
import { oneSafeLine } from "./terminal-text.ts";

/**
 * Milliseconds after a question appears in which keys are ignored: what was typed before it could be read is no answer
 * to it.
 */
const QUIET_MS = 250;

/** What a terminal approval is made with. */
export interface TerminalApprovalOptions {
  readonly screen: CliScreen;
  readonly keyboard: Keyboard;
  readonly rows: RowScreen;
  /** Whether a rule may be kept in the workspace: only where it is trusted. */
  readonly keepsRules: boolean;
  readonly write: (text: string) => void;
  readonly colours: boolean;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Ctrl-C while a question is open. */
  readonly interrupt: () => void;
}

/** Nobody can be asked: then asking is a denial. */
export const NOBODY: Approval = { available: false, ask: () => Promise.resolve({ answer: "withdrawn" }) };

/** Asks on the terminal, one question after the other. */
export function createTerminalApproval(options: TerminalApprovalOptions): Approval {
  let last: Promise<unknown> = Promise.resolve();
  return {
    available: true,
    ask(request, cancel) {
      const answer = last.then(() => askOne(options, request, cancel));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

/** One question under way. */
interface Asking {
  readonly options: TerminalApprovalOptions;
  readonly request: ApprovalRequest;
  readonly cancel: CancelToken;
  /** The rule that "always" stores: the suggested one, as it was edited. */
  rule: string | undefined;
  shownAt: number;
}

async function askOne(
  options: TerminalApprovalOptions,
  request: ApprovalRequest,
  cancel: CancelToken,
): Promise<ApprovalAnswer> {
  if (cancel.cancelled) return { answer: "withdrawn" };
  const asking: Asking = { options, request, cancel, rule: request.suggestedRule, shownAt: 0 };
  options.rows.pause();
  show(asking, false);
  try {
    for (;;) {
      const key = await options.keyboard.key(cancel);
      const isEarly = key !== undefined && !isInterrupt(key) && options.now() - asking.shownAt < QUIET_MS;
      if (isEarly) continue;
      const answer = await answerOf(asking, key);
      if (answer === undefined) continue;
      options.write(`  ${painter(options.colours)("dim", accountOf(answer))}\n`);
      return answer;
    }
  } finally {
    options.rows.resume();
  }
}

function show(asking: Asking, whole: boolean): void {
  const { screen, write, colours, now } = asking.options;
  const paint = { columns: screen.columns(), lines: screen.lines(), colours, whole };
  write(paintQuestion(asking.request, asking.rule, paint) + choices(asking));
  asking.shownAt = now();
}

function choices(asking: Asking): string {
  const style = painter(asking.options.colours);
  const shown = CHOICES.filter((choice) => isOffered(choice, asking));
  return `  ${shown.map(({ key, label }) => `${style("bold", key)} ${label}`).join(style("dim", " · "))}\n`;
}

/** One choice of a question; one without an answer goes on asking. */
interface Choice {
  readonly key: string;
  readonly label: string;
  /** Only there when there is a rule to store, for the session or for longer. */
  readonly stores?: "session" | "workspace";
  readonly choose: (asking: Asking) => ApprovalAnswer | undefined | Promise<ApprovalAnswer | undefined>;
}

/** The choices of a question (2.12), in the order shown. */
const CHOICES: readonly Choice[] = [
  { key: "a", label: "allow once", choose: () => ({ answer: "allow", scope: "once" }) },
  { key: "s", label: "allow in this session", stores: "session", choose: (asking) => allow(asking, "session") },
  { key: "A", label: "always in this workspace", stores: "workspace", choose: (asking) => allow(asking, "workspace") },
  { key: "d", label: "deny", choose: () => ({ answer: "deny", scope: "once" }) },
  { key: "D", label: "deny in this session", choose: () => ({ answer: "deny", scope: "session" }) },
  { key: "f", label: "deny and say why", choose: denyWithFeedback },
  { key: "e", label: "edit the rule", choose: editRule },
  { key: "v", label: "view all", choose: viewAll },
];

async function answerOf(asking: Asking, key: Key | undefined): Promise<ApprovalAnswer | undefined> {
  if (key === undefined) return { answer: "withdrawn" };
  if (isInterrupt(key)) {
    asking.options.interrupt();
    return { answer: "withdrawn" };
  }
  const text = key.name === "return" || key.name === "enter" ? "a" : key.text;
  const choice = key.ctrl ? undefined : CHOICES.find((candidate) => candidate.key === text);
  if (choice === undefined || !isOffered(choice, asking)) {
    asking.options.write(choices(asking));
    return undefined;
  }
  return choice.choose(asking);
}

function isOffered({ stores }: Choice, { rule, options }: Asking): boolean {
  return stores === undefined || (rule !== undefined && (stores === "session" || options.keepsRules));
}

function isInterrupt({ ctrl, name }: Key): boolean {
  return ctrl && name === "c";
}

function allow({ rule }: Asking, scope: "session" | "workspace"): ApprovalAnswer {
  return { answer: "allow", scope, ...(rule !== undefined && { rule }) };
}

async function denyWithFeedback({ options, cancel }: Asking): Promise<ApprovalAnswer | undefined> {
  const text = await options.keyboard.line("  why: ", "", cancel);
  if (text === undefined) return cancel.cancelled ? { answer: "withdrawn" } : undefined;
  const feedback = text.trim();
  return { answer: "deny", scope: "once", ...(feedback !== "" && { feedback }) };
}

/** Lets the person change the rule; one that cannot be read is explained and the old one stays. */
async function editRule(asking: Asking): Promise<ApprovalAnswer | undefined> {
  const { options, request, cancel } = asking;
  const text = await options.keyboard.line("  rule: ", asking.rule ?? request.tool, cancel);
  if (text === undefined) return cancel.cancelled ? { answer: "withdrawn" } : undefined;
  const parsed = parseRule(text);
  if ("problem" in parsed) options.write(`  ${oneSafeLine(parsed.problem.message)}\n`);
  else asking.rule = printRule(parsed.rule);
  show(asking, false);
  return undefined;
}

function viewAll(asking: Asking): undefined {
  show(asking, true);
}

/** What was answered, in words that stay on the terminal. */
function accountOf(answer: ApprovalAnswer): string {
  if (answer.answer === "withdrawn") return "the question was withdrawn";
  const done = answer.answer === "allow" ? "allowed" : "denied";
  const where = { once: "once", script: "in this script", session: "in this session" };
  const scope = { ...where, workspace: "in this workspace", user: "everywhere" }[answer.scope];
  const rule = answer.answer === "allow" && answer.rule !== undefined ? `: ${oneSafeLine(answer.rule)}` : "";
  return `${done} ${scope}${rule}`;
}
