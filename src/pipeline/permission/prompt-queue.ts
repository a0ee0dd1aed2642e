import type { CancelSource, CancelToken } from "../../base/cancel.ts";
import { createCancelSource } from "../../base/cancel.ts";
import type { Approval, ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";
import type { PromptsTold } from "./prompts-told.ts";
import { agreesTo } from "./gravity.ts";
import type { Gravity } from "./gravity.ts";

/** How a question ended: answered by a person, or by rules that were made while it waited. */
export type PromptEnd<Decided> =
  { readonly by: "person"; readonly answer: ApprovalAnswer } | { readonly by: "rules"; readonly decided: Decided };

/** A question that waits its turn. */
export interface Question<Decided> {
  readonly request: ApprovalRequest;
  readonly gravity: Gravity;
  readonly cancel: CancelToken;
  /** The same call was asked about before: it does not go to the end of the queue. */
  readonly again: boolean;
  /** What would be decided now; undefined while it would still be asked. */
  readonly recheck: () => Decided | undefined;
  /** Takes in what the person answered, before the next question is shown. */
  readonly take: (answer: ApprovalAnswer) => void;
}

/**
 * One queue of questions for a session and all its agents: first in, first out, one shown at a time (2.12). Questions of
 * one group are shown together when the first of them is.
 */
export interface PromptQueue<Decided> {
  readonly ask: (question: Question<Decided>) => Promise<PromptEnd<Decided>>;
  /** Settles the questions that wait and need no answer any more, because rules or mode have changed. */
  readonly recheck: () => void;
  /** Questions that wait, those that are shown included. */
  readonly waiting: () => readonly ApprovalRequest[];
}

/** Most questions that wait; one more is withdrawn at once. */
export const MAX_WAITING = 1_000;

const WITHDRAWN: ApprovalAnswer = { answer: "withdrawn" };

interface Entry<Decided> {
  readonly question: Question<Decided>;
  /** Takes the question back where it is shown. */
  readonly stop: CancelSource;
  readonly settle: (end: PromptEnd<Decided>) => void;
}

/** The person's answer; where asking itself fails, nobody has answered. */
async function answerTo<Decided>(approval: Approval, { question, stop }: Entry<Decided>): Promise<ApprovalAnswer> {
  try {
    return await approval.ask(question.request, stop.token);
  } catch {
    return WITHDRAWN;
  }
}

/** A queue in front of a host's approval port. A question whose call is cancelled is withdrawn at once: nobody has answered it. */
export function createPromptQueue<Decided>(approval: Approval, told: PromptsTold): PromptQueue<Decided> {
  /** What waits for an answer, in order. */
  const entries: Entry<Decided>[] = [];
  /** What the host has not given back yet. */
  const shown = new Set<Entry<Decided>>();
  let isTaking = false;

  const drop = (entry: Entry<Decided>): void => {
    const at = entries.indexOf(entry);
    if (at >= 0) entries.splice(at, 1);
  };

  /** Ends the waiting of questions that one answer is for, and tells of all of them: a denial stops what still waits. */
  const answerAll = (answered: readonly Entry<Decided>[], answer: ApprovalAnswer): void => {
    const [first] = answered;
    for (const entry of answered) entry.settle({ by: "person", answer: entry === first ? answer : alike(answer) });
    for (const { question } of answered) {
      const along = question === first?.question ? undefined : first?.question.request.callId;
      told.answered(question.request, along === undefined ? answer : alike(answer), along);
    }
    isTaking = true;
    for (const entry of answered) entry.question.take(entry === first ? answer : alike(answer));
    isTaking = false;
  };

  const show = (entry: Entry<Decided>): void => {
    shown.add(entry);
    const done = (answer: ApprovalAnswer): void => {
      shown.delete(entry);
      if (entries.includes(entry)) answerAll([entry, ...restOf(entries, entry, answer)], answer);
      showNext();
    };
    void answerTo(approval, entry).then(done);
  };

  const showNext = (): void => {
    const [head] = entries;
    if (head === undefined) return;
    const isTogether = (entry: Entry<Decided>): boolean => entry === head || isGroup(entry, head);
    if (![...shown].every(isTogether)) return;
    for (const entry of entries.filter(isTogether)) if (!shown.has(entry)) show(entry);
  };

  const ask = (question: Question<Decided>): Promise<PromptEnd<Decided>> => {
    if (question.cancel.cancelled || entries.length >= MAX_WAITING) {
      return Promise.resolve({ by: "person", answer: WITHDRAWN });
    }
    return new Promise((resolve) => {
      const stop = createCancelSource();
      const settle = (end: PromptEnd<Decided>): void => {
        unlisten();
        drop(entry);
        stop.cancel("the question is settled");
        resolve(end);
      };
      const entry: Entry<Decided> = { question, stop, settle };
      const at = question.again ? entries.findLastIndex((other) => shown.has(other)) + 1 : entries.length;
      entries.splice(at, 0, entry);
      told.asked(question.request);
      const unlisten = question.cancel.onCancel(() => {
        settle({ by: "person", answer: WITHDRAWN });
        told.answered(question.request, WITHDRAWN);
      });
      showNext();
    });
  };

  const recheck = (): void => {
    // A question under the person's eyes does not go away by itself, unless they have just answered another.
    const seen = isTaking ? undefined : entries.find((entry) => shown.has(entry));
    for (const entry of entries.filter((each) => each !== seen)) {
      const decided = entry.question.recheck();
      if (decided === undefined) continue;
      entry.settle({ by: "rules", decided });
      told.decided(entry.question.request);
    }
  };

  return { ask, recheck, waiting: () => entries.map(({ question }) => question.request) };
}

function isGroup<Decided>({ question: one }: Entry<Decided>, { question: other }: Entry<Decided>): boolean {
  return one.request.group !== undefined && one.request.group === other.request.group;
}

/** The questions that an answer to `first` is for as well: those that the person named, as far as it may count for them. */
function restOf<Decided>(
  entries: readonly Entry<Decided>[],
  first: Entry<Decided>,
  answer: ApprovalAnswer,
): readonly Entry<Decided>[] {
  if (answer.answer === "withdrawn" || answer.rest === undefined) return [];
  const named = new Set(answer.rest);
  return entries.filter(
    (entry) =>
      entry !== first &&
      isGroup(entry, first) &&
      named.has(entry.question.request.callId) &&
      (answer.answer === "deny" || agreesTo(first.question.gravity, entry.question.gravity)),
  );
}

/** An answer as it counts for another question: to allow it holds for this once, since the rule was the first one's. */
function alike(answer: ApprovalAnswer): ApprovalAnswer {
  if (answer.answer === "allow") return { answer: "allow", scope: "once" };
  if (answer.answer === "withdrawn") return answer;
  const { scope, feedback } = answer;
  return { answer: "deny", scope, ...(feedback !== undefined && { feedback }) };
}
