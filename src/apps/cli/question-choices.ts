import { parseRule, printRule } from "../../pipeline/permission/rule.ts";
import type { AllowAnswer, ApprovalAnswer } from "../../ports/approval.ts";
import { painter } from "./colours.ts";
import type { Key } from "./keyboard.ts";
import type { Asking, Desk } from "./question-desk.ts";
import { groupOf } from "./question-desk.ts";
import { oneSafeLine } from "./terminal-text.ts";

/** The longest text that is edited on one line, in characters. */
const EDITABLE_CHARS = 4_000;

/** The choices that there are now, on one line. */
export function choiceLine(desk: Desk, seen: readonly Asking[]): string {
  const style = painter(desk.options.colours);
  const shown = CHOICES.filter((choice) => isOffered(choice, desk, seen));
  const words = shown.map(({ key, label }) => `${style("bold", key)} ${label(desk, seen)}`);
  const others = groupOf(desk).length;
  if (others > 1) words.push(`${style("bold", `1-${Math.min(others, 9)}`)} look at another`);
  return `  ${words.join(style("dim", " · "))}\n`;
}

/** What a key comes to: an answer, showing the question again or all of it, or nothing. */
export type Chosen = ApprovalAnswer | "again" | "whole" | undefined;

/** One choice of a question; one without an answer goes on asking. */
interface Choice {
  readonly key: string;
  readonly label: (desk: Desk, seen: readonly Asking[]) => string;
  readonly offered?: (desk: Desk, seen: readonly Asking[]) => boolean;
  readonly choose: (desk: Desk, seen: readonly Asking[]) => Chosen | Promise<Chosen>;
}

const hasRule = ({ current }: Desk): boolean => current.rule !== undefined;
const hasOthers = (_desk: Desk, seen: readonly Asking[]): boolean => seen.length > 1;

/** The choices of a question (2.12), in the order shown. */
const CHOICES: readonly Choice[] = [
  { key: "a", label: () => "allow once", choose: ({ current }) => allow(current, "once") },
  {
    key: "s",
    label: () => "allow in this session",
    offered: hasRule,
    choose: ({ current }) => allow(current, "session"),
  },
  {
    key: "A",
    label: () => "always in this workspace",
    offered: (desk) => hasRule(desk) && desk.options.keepsRules,
    choose: ({ current }) => allow(current, "workspace"),
  },
  {
    key: "*",
    label: (desk, seen) => `allow ${allOf(desk, seen)} once`,
    offered: hasOthers,
    choose: (desk, seen) => ({ ...allow(desk.current, "once"), rest: othersOf(desk, seen) }),
  },
  { key: "d", label: () => "deny", choose: () => ({ answer: "deny", scope: "once" }) },
  { key: "D", label: () => "deny in this session", choose: () => ({ answer: "deny", scope: "session" }) },
  {
    key: "!",
    label: (desk, seen) => `deny ${allOf(desk, seen)}`,
    offered: hasOthers,
    choose: (desk, seen) => ({ answer: "deny", scope: "once", rest: othersOf(desk, seen) }),
  },
  { key: "f", label: () => "deny and say why", choose: denyWithFeedback },
  {
    key: "e",
    label: ({ current }) => `edit the ${argumentName(current).replaceAll("_", " ")}`,
    offered: ({ current }) => editableText(current) !== undefined,
    choose: editArgument,
  },
  { key: "r", label: () => "edit the rule", choose: editRule },
  { key: "v", label: () => "view all", choose: () => "whole" },
];

function allOf(desk: Desk, seen: readonly Asking[]): string {
  return seen.length === groupOf(desk).length ? `all ${seen.length}` : `the ${seen.length} shown`;
}

/** The calls that an answer is for besides the one that is looked at. */
function othersOf({ current }: Desk, seen: readonly Asking[]): readonly string[] {
  return seen.filter((asking) => asking !== current).map(({ request }) => request.callId);
}

/** What a key means; without one nobody is there any more. `seen` are the questions of the step shown to their end. */
export function answerOf(desk: Desk, seen: readonly Asking[], key: Key | undefined): Chosen | Promise<Chosen> {
  if (key === undefined) return { answer: "withdrawn" };
  if (isInterrupt(key)) {
    desk.options.interrupt();
    return { answer: "withdrawn" };
  }
  const text = key.name === "return" || key.name === "enter" ? "a" : key.text;
  if (!key.ctrl && /^[1-9]$/.test(text)) return lookAt(desk, Number(text));
  const choice = key.ctrl ? undefined : CHOICES.find((candidate) => candidate.key === text);
  if (choice === undefined || !isOffered(choice, desk, seen)) {
    desk.options.write(choiceLine(desk, seen));
    return undefined;
  }
  return choice.choose(desk, seen);
}

function isOffered({ offered }: Choice, desk: Desk, seen: readonly Asking[]): boolean {
  return offered === undefined || offered(desk, seen);
}

/** Whether a key is Ctrl-C. */
export function isInterrupt({ ctrl, name }: Key): boolean {
  return ctrl && name === "c";
}

function lookAt(desk: Desk, number: number): Chosen {
  const group = groupOf(desk);
  const found = group.length > 1 ? group[number - 1] : undefined;
  if (found === undefined) return undefined;
  desk.current = found;
  return "again";
}

function allow({ request, rule, edited }: Asking, scope: "once" | "session" | "workspace"): AllowAnswer {
  return {
    answer: "allow",
    scope,
    ...(scope !== "once" && rule !== undefined && { rule }),
    ...(edited !== undefined && request.editable !== undefined && { edited: { ...request.editable, text: edited } }),
  };
}

async function denyWithFeedback({ options, current: { cancel } }: Desk): Promise<Chosen> {
  const text = await options.keyboard.line("  why: ", "", cancel);
  if (text === undefined) return cancel.cancelled ? { answer: "withdrawn" } : undefined;
  const feedback = text.trim();
  return { answer: "deny", scope: "once", ...(feedback !== "" && { feedback }) };
}

/** What can be edited on one line: nothing with ends of lines, and nothing that acts on the line that is edited. */
function editableText({ request, edited }: Asking): string | undefined {
  const text = edited ?? request.editable?.text;
  return text === undefined || text.length > EDITABLE_CHARS || /\p{Cc}/u.test(text) ? undefined : text;
}

function argumentName({ request }: Asking): string {
  return request.editable?.name ?? "";
}

/** Lets the person change the command. The rule was for what it was before; they may write another one. */
async function editArgument({ options, current }: Desk): Promise<Chosen> {
  const { request, cancel } = current;
  const text = await options.keyboard.line(`  ${argumentName(current)}: `, editableText(current) ?? "", cancel);
  if (text === undefined) return cancel.cancelled ? { answer: "withdrawn" } : "again";
  const isSame = text === request.editable?.text;
  current.edited = isSame ? undefined : text;
  current.rule = isSame ? request.suggestedRule : undefined;
  return "again";
}

/** Lets the person change the rule; one that cannot be read is explained and the old one stays. */
async function editRule({ options, current }: Desk): Promise<Chosen> {
  const { request, cancel } = current;
  const text = await options.keyboard.line("  rule: ", current.rule ?? request.tool, cancel);
  if (text === undefined) return cancel.cancelled ? { answer: "withdrawn" } : undefined;
  const parsed = parseRule(text);
  if ("problem" in parsed) options.write(`  ${oneSafeLine(parsed.problem.message)}\n`);
  else current.rule = printRule(parsed.rule);
  return "again";
}
