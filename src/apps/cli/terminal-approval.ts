import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import type { Approval, ApprovalAnswer } from "../../ports/approval.ts";
import { painter } from "./colours.ts";
import { paintGroup, paintQuestion } from "./paint-question.ts";
import { answerOf, choiceLine, isInterrupt } from "./question-choices.ts";
import { groupOf } from "./question-desk.ts";
import type { Asking, Desk, TerminalApprovalOptions } from "./question-desk.ts";
import { oneSafeLine } from "./terminal-text.ts";

/**
 * Milliseconds after a question appears in which keys are ignored: what was typed before it could be read is no answer
 * to it.
 */
const QUIET_MS = 250;

/** Nobody can be asked: then asking is a denial. */
export const NOBODY: Approval = { available: false, ask: () => Promise.resolve({ answer: "withdrawn" }) };

/** Milliseconds in which the other questions of a parallel step come, before the first of them is shown. */
const GATHER_MS = 30;
/** Asks on the terminal, one question after the other; those of one parallel step with a list of the others. */
export function createTerminalApproval(options: TerminalApprovalOptions): Approval {
  const waiting: Asking[] = [];
  let isAtWork = false;
  const work = async (): Promise<void> => {
    if (isAtWork) return;
    isAtWork = true;
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (first.request.group !== undefined) await sleep(GATHER_MS);
      const current = waiting[0];
      if (current !== undefined) await askOne({ options, waiting, current });
      // What an answer settles beside its question goes away now.
      await turn();
    }
    isAtWork = false;
  };
  return {
    available: true,
    ask(request, cancel) {
      if (cancel.cancelled) return Promise.resolve({ answer: "withdrawn" });
      return new Promise((resolve) => {
        const settle = (answer: ApprovalAnswer): void => {
          unlisten();
          const at = waiting.indexOf(asking);
          if (at >= 0) waiting.splice(at, 1);
          resolve(answer);
        };
        const asking: Asking = { request, cancel, rule: request.suggestedRule, edited: undefined, settle };
        waiting.push(asking);
        const unlisten = cancel.onCancel(() => {
          settle({ answer: "withdrawn" });
        });
        void work();
      });
    },
  };
}

/** What is on the screen. */
interface Screen {
  /** The questions of the same step that were shown to their end, the one that is looked at among them. */
  readonly seen: readonly Asking[];
  readonly shownAt: number;
}

/** Asks until one question has its answer; which one is for the person to choose. */
async function askOne(desk: Desk): Promise<void> {
  const { options } = desk;
  options.rows.pause();
  try {
    let screen = show(desk, false);
    for (;;) {
      const { current } = desk;
      const key = await options.keyboard.key(current.cancel);
      if (key !== undefined && !isInterrupt(key) && options.now() - screen.shownAt < QUIET_MS) continue;
      const chosen = await answerOf(desk, screen.seen, key);
      if (chosen === "again") screen = show(desk, false);
      else if (chosen === "whole") screen = show(desk, true);
      else if (chosen !== undefined) {
        options.write(`  ${painter(options.colours)("dim", accountOf(chosen))}\n`);
        current.settle(chosen);
        return;
      }
    }
  } finally {
    options.rows.resume();
  }
}

function show(desk: Desk, whole: boolean): Screen {
  const { current, options } = desk;
  const { screen, write, colours, now } = options;
  const paint = { columns: screen.columns(), lines: screen.lines(), colours, whole };
  const group = groupOf(desk);
  const requests = group.map(({ request }) => request);
  const { text, readable } = paintGroup(requests, paint);
  const seen = group.filter((asking) => asking === current || readable.includes(asking.request));
  write(paintQuestion({ ...current, group: requests }, paint) + text + choiceLine(desk, seen));
  return { seen, shownAt: now() };
}

/** What was answered, in words that stay on the terminal. */
function accountOf(answer: ApprovalAnswer): string {
  if (answer.answer === "withdrawn") return "the question was withdrawn";
  const done = answer.answer === "allow" ? "allowed" : "denied";
  const where = { once: "once", script: "in this script", session: "in this session" };
  const scope = { ...where, workspace: "in this workspace", user: "everywhere" }[answer.scope];
  const changed = answer.answer === "allow" && answer.edited !== undefined ? ", as it was changed" : "";
  const rule = answer.answer === "allow" && answer.rule !== undefined ? `: ${oneSafeLine(answer.rule)}` : "";
  const unless = answer.answer === "allow" ? ", unless something stricter asks for them" : "";
  const others = answer.rest === undefined ? "" : `, and ${answer.rest.length} more${unless}`;
  return `${done} ${scope}${changed}${rule}${others}`;
}
