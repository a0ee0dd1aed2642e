import type { ApprovalAnswer, ApprovalRequest } from "../ports/approval.ts";
import { previewOf } from "../protocol/bounds.ts";
import type { Emit } from "../protocol/emit.ts";
import type { EventFact } from "../protocol/events.ts";
import type { PromptsTold } from "./permission/prompts-told.ts";

/** Characters of a subject, such as a command, in an event. */
const SUBJECT_CHARS = 2_000;

/**
 * Tells questions and answers as events, so that rows show what waits and the journal what was answered. A question is told
 * when it begins to wait, not when it is shown: whoever waits behind others waits for the person, too.
 */
export function recordPrompts(emit: Emit): PromptsTold {
  return {
    asked: (request) => void emit(askedFact(request)),
    answered: ({ callId }, answer, along) => void emit(answeredFact(callId, answer, along)),
    decided: ({ callId }) => void emit({ kind: "permission-withdrawn", id: callId, by: "rules" }),
  };
}

function askedFact(request: ApprovalRequest): EventFact {
  const { callId: id, tool, subject, access, reason, suggestedRule, group, editable } = request;
  return {
    kind: "permission-asked",
    id,
    tool,
    subject: previewOf(subject, SUBJECT_CHARS),
    access,
    reason: previewOf(reason, SUBJECT_CHARS),
    ...(suggestedRule !== undefined && { suggestedRule: previewOf(suggestedRule, SUBJECT_CHARS) }),
    ...(group !== undefined && { group }),
    ...(editable !== undefined && { editable: editable.name }),
  };
}

function answeredFact(id: string, answer: ApprovalAnswer, along: string | undefined): EventFact {
  if (answer.answer === "withdrawn") return { kind: "permission-withdrawn", id };
  const { scope } = answer;
  const rule = answer.answer === "allow" ? answer.rule : undefined;
  const feedback = answer.answer === "deny" ? answer.feedback : undefined;
  return {
    kind: "permission-answered",
    id,
    answer: answer.answer,
    scope,
    ...(rule !== undefined && { rule: previewOf(rule, SUBJECT_CHARS) }),
    ...(feedback !== undefined && { feedback: previewOf(feedback, SUBJECT_CHARS) }),
    ...(along !== undefined && { along }),
    ...(answer.answer === "allow" && answer.edited !== undefined && { edited: true }),
  };
}
