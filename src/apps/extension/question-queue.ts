import { parseRule, printRule } from "../../pipeline/permission/rule.ts";
import type { Approval, ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";
import type { Intent } from "../../protocol/intents.ts";
import type { PanelQuestion } from "../../protocol/panel-state.ts";
import { envelopeOf } from "../../protocol/view.ts";
import type { Words } from "./words.ts";

/** A person's answer as a panel sends it. */
export type AnswerIntent = Extract<Intent, { kind: "answer-permission" }>;

/** The questions that wait for the person, in the order asked. */
export interface QuestionQueue {
  readonly approval: Approval;
  readonly questions: () => readonly PanelQuestion[];
  readonly requestOf: (callId: string) => ApprovalRequest | undefined;
  /** Takes an answer; says what is wrong with one that cannot be taken, and the question goes on waiting. */
  readonly answer: (intent: AnswerIntent) => string | undefined;
  /** Takes every question back: nobody will answer. */
  readonly withdraw: () => void;
}

/** What a queue of questions is made with. */
export interface QuestionQueueOptions {
  readonly words: Words;
  /** Whether rules may be kept in the workspace: only where it is trusted. */
  readonly trusted: () => boolean;
  /** Hears that there are other questions now. */
  readonly changed: (isNew: boolean) => void;
}

interface Waiting {
  readonly request: ApprovalRequest;
  readonly settle: (answer: ApprovalAnswer) => void;
}

/** Questions for the panels of a window. */
export function createQuestionQueue({ words, trusted, changed }: QuestionQueueOptions): QuestionQueue {
  const waiting = new Map<string, Waiting>();
  const end = (callId: string, answer: ApprovalAnswer): void => {
    const question = waiting.get(callId);
    if (question === undefined) return;
    waiting.delete(callId);
    question.settle(answer);
    changed(false);
  };
  const approval: Approval = {
    available: true,
    ask: (request, cancel) => {
      if (cancel.cancelled) return Promise.resolve({ answer: "withdrawn" });
      const { callId } = request;
      end(callId, { answer: "withdrawn" });
      return new Promise((resolve) => {
        waiting.set(callId, {
          request,
          settle: (answer) => {
            stop();
            resolve(answer);
          },
        });
        const stop = cancel.onCancel(() => end(callId, { answer: "withdrawn" }));
        changed(true);
      });
    },
  };
  return {
    approval,
    questions: () => [...waiting.values()].map(({ request }) => toQuestion(request, trusted())),
    requestOf: (callId) => waiting.get(callId)?.request,
    answer(intent) {
      const question = waiting.get(intent.id);
      if (question === undefined) return words("answered-already");
      const group = [...waiting.values()].map(({ request }) => request);
      const answer = toAnswer(intent, question.request, { group, trusted: trusted(), words });
      if ("problem" in answer) return answer.problem;
      end(intent.id, answer);
      return undefined;
    },
    withdraw() {
      for (const callId of [...waiting.keys()]) end(callId, { answer: "withdrawn" });
    },
  };
}

/** Where an answer may hold: a script only for its own calls, a workspace only where it is trusted. */
function scopesOf({ callId, suggestedRule }: ApprovalRequest, trusted: boolean): PanelQuestion["scopes"] {
  if (suggestedRule === undefined) return ["once"];
  return [
    "once",
    ...(envelopeOf(callId) === undefined ? [] : (["script"] as const)),
    "session",
    ...(trusted ? (["workspace"] as const) : []),
    "user",
  ];
}

function toQuestion(request: ApprovalRequest, trusted: boolean): PanelQuestion {
  const { callId, tool, requester, subject, access, reason, suggestedRule, details, diff, editable, group, problem } =
    request;
  return {
    id: callId,
    tool,
    ...(requester !== undefined && { requester }),
    subject,
    access,
    reason,
    ...(suggestedRule !== undefined && { suggestedRule }),
    scopes: scopesOf(request, trusted),
    details,
    ...(diff !== undefined && { diff }),
    ...(editable !== undefined && { editable }),
    ...(group !== undefined && { group }),
    ...(problem !== undefined && { problem }),
  };
}

interface Around {
  readonly words: Words;
  readonly group: readonly ApprovalRequest[];
  readonly trusted: boolean;
}

interface Refusal {
  readonly problem: string;
}

function toAnswer(intent: AnswerIntent, request: ApprovalRequest, around: Around): ApprovalAnswer | Refusal {
  const { scope, feedback = "" } = intent;
  const rest = intent.rest === true ? { rest: restOf(request, around.group) } : {};
  if (intent.answer === "deny") {
    const reason = feedback.trim();
    const extent = scope === "once" || scope === "script" ? "once" : "session";
    return { answer: "deny", scope: extent, ...(reason !== "" && { feedback: reason }), ...rest };
  }
  if (!scopesOf(request, around.trusted).includes(scope)) {
    return { problem: around.words("scope-not-offered") };
  }
  const rule = checkedRule(intent.rule, around.words);
  if ("problem" in rule) return rule;
  const edited = checkedEdit(intent, request, around.words);
  if ("problem" in edited) return edited;
  return { answer: "allow", scope, ...(scope !== "once" && rule), ...edited, ...rest };
}

/** The others of the group: all of them stand on the card that was answered. */
function restOf({ callId, group }: ApprovalRequest, waiting: readonly ApprovalRequest[]): readonly string[] {
  if (group === undefined) return [];
  return waiting.filter((other) => other.group === group && other.callId !== callId).map((other) => other.callId);
}

function checkedRule(text: string | undefined, words: Words): { readonly rule?: string } | Refusal {
  if (text === undefined || text.trim() === "") return {};
  const parsed = parseRule(text);
  return "problem" in parsed
    ? { problem: words("rule-unreadable", parsed.problem.message) }
    : { rule: printRule(parsed.rule) };
}

function checkedEdit(
  { edited }: AnswerIntent,
  { editable }: ApprovalRequest,
  words: Words,
): Pick<Extract<ApprovalAnswer, { answer: "allow" }>, "edited"> | Refusal {
  if (edited === undefined || (edited.name === editable?.name && edited.text === editable.text)) return {};
  if (editable?.name !== edited.name) return { problem: words("not-editable", edited.name) };
  return { edited };
}
