import type { Approval } from "../ports/approval.ts";
import { previewOf } from "../protocol/bounds.ts";
import type { Emit } from "../protocol/emit.ts";

/** Characters of a subject, such as a command, in an event. */
const SUBJECT_CHARS = 2_000;

/**
 * An approval port whose questions and answers are told as events, so that rows show what waits and the journal what was
 * answered. Give it to whatever asks: one wrapping per session.
 */
export function recordApproval(approval: Approval, emit: Emit): Approval {
  return {
    get available() {
      return approval.available;
    },
    ask: async (request, cancel) => {
      const { callId: id, tool, subject, access, reason, suggestedRule } = request;
      void emit({
        kind: "permission-asked",
        id,
        tool,
        subject: previewOf(subject, SUBJECT_CHARS),
        access,
        reason: previewOf(reason, SUBJECT_CHARS),
        ...(suggestedRule !== undefined && { suggestedRule: previewOf(suggestedRule, SUBJECT_CHARS) }),
      });
      const answer = await approval.ask(request, cancel);
      if (answer.answer === "withdrawn") void emit({ kind: "permission-withdrawn", id });
      else {
        const { scope } = answer;
        const rule = answer.answer === "allow" ? answer.rule : undefined;
        const feedback = answer.answer === "deny" ? answer.feedback : undefined;
        void emit({
          kind: "permission-answered",
          id,
          answer: answer.answer,
          scope,
          ...(rule !== undefined && { rule: previewOf(rule, SUBJECT_CHARS) }),
          ...(feedback !== undefined && { feedback: previewOf(feedback, SUBJECT_CHARS) }),
        });
      }
      return answer;
    },
  };
}
