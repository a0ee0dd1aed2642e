import type { CancelToken } from "../../base/cancel.ts";
import type { Approval, ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";

/** How a question ended: answered by a person, or by rules that were made while it waited. */
export type PromptEnd<Decided> =
  { readonly by: "person"; readonly answer: ApprovalAnswer } | { readonly by: "rules"; readonly decided: Decided };

/** A question that waits its turn. */
export interface Question<Decided> {
  readonly request: ApprovalRequest;
  readonly cancel: CancelToken;
  /** What would be decided now; undefined while it would still be asked. */
  readonly recheck: () => Decided | undefined;
  /** Takes in what the person answered, before the next question is shown. */
  readonly take: (answer: ApprovalAnswer) => void;
}

/** One queue of questions for a session and all its agents: first in, first out, one shown at a time (2.12). */
export interface PromptQueue<Decided> {
  readonly ask: (question: Question<Decided>) => Promise<PromptEnd<Decided>>;
  /** Settles the questions that wait and need no answer any more, because rules or mode have changed. */
  readonly recheck: () => void;
  /** Questions that wait, the one that is shown included. */
  readonly waiting: () => readonly ApprovalRequest[];
}

/** Most questions that wait; one more is withdrawn at once. */
export const MAX_WAITING = 1_000;

const WITHDRAWN: ApprovalAnswer = { answer: "withdrawn" };

interface Entry<Decided> {
  readonly question: Question<Decided>;
  readonly settle: (end: PromptEnd<Decided>) => void;
}

/** The person's answer; where asking itself fails, nobody has answered. */
async function answerTo<Decided>(approval: Approval, { request, cancel }: Question<Decided>): Promise<ApprovalAnswer> {
  try {
    return await approval.ask(request, cancel);
  } catch {
    return WITHDRAWN;
  }
}

/** A queue in front of a host's approval port. A question whose call is cancelled is withdrawn at once: nobody has answered it. */
export function createPromptQueue<Decided>(approval: Approval): PromptQueue<Decided> {
  const entries: Entry<Decided>[] = [];
  let shown: Entry<Decided> | undefined;

  const drop = (entry: Entry<Decided>): void => {
    const at = entries.indexOf(entry);
    if (at >= 0) entries.splice(at, 1);
  };

  const showNext = (): void => {
    const entry = entries[0];
    if (shown !== undefined || entry === undefined) return;
    shown = entry;
    const done = (answer: ApprovalAnswer): void => {
      shown = undefined;
      const isAwaited = entries.includes(entry);
      entry.settle({ by: "person", answer });
      if (isAwaited) entry.question.take(answer);
      showNext();
    };
    void answerTo(approval, entry.question).then(done);
  };

  const ask = (question: Question<Decided>): Promise<PromptEnd<Decided>> => {
    if (question.cancel.cancelled || entries.length >= MAX_WAITING) {
      return Promise.resolve({ by: "person", answer: WITHDRAWN });
    }
    return new Promise((resolve) => {
      const settle = (end: PromptEnd<Decided>): void => {
        stop();
        drop(entry);
        resolve(end);
      };
      const entry: Entry<Decided> = { question, settle };
      entries.push(entry);
      const stop = question.cancel.onCancel(() => settle({ by: "person", answer: WITHDRAWN }));
      showNext();
    });
  };

  const recheck = (): void => {
    for (const entry of entries.filter((each) => each !== shown)) {
      const decided = entry.question.recheck();
      if (decided !== undefined) entry.settle({ by: "rules", decided });
    }
  };

  return { ask, recheck, waiting: () => entries.map(({ question }) => question.request) };
}
