import type { Approval, ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";

/** What the scripted person says to a question. */
export type Answer = (request: ApprovalRequest) => ApprovalAnswer | Promise<ApprovalAnswer>;

/** An approval port with a scripted person behind it. */
export interface ScriptedApproval extends Approval {
  /** Every question so far, in order. */
  readonly asked: readonly ApprovalRequest[];
}

/** Questions are answered by `answer`; without it nobody is there. A cancelled question is withdrawn. */
export function createScriptedApproval(answer: Answer | undefined): ScriptedApproval {
  const asked: ApprovalRequest[] = [];
  return {
    asked,
    available: answer !== undefined,
    ask: async (request, cancel) => {
      asked.push(request);
      if (answer === undefined || cancel.cancelled) return { answer: "withdrawn" };
      let stopListening: () => void = () => undefined;
      const withdrawn = new Promise<ApprovalAnswer>((resolve) => {
        stopListening = cancel.onCancel(() => resolve({ answer: "withdrawn" }));
      });
      const given = await Promise.race([Promise.resolve(answer(request)), withdrawn]);
      stopListening();
      return given;
    },
  };
}
