import type { ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";

/** Hears what becomes of questions: of each that it was asked, and then how it ended. */
export interface PromptsTold {
  /** It waits for the person from now on, shown or behind others. */
  readonly asked: (request: ApprovalRequest) => void;
  /** It was answered or withdrawn; `along` is the call whose answer was for the rest of its group. */
  readonly answered: (request: ApprovalRequest, answer: ApprovalAnswer, along?: string) => void;
  /** Rules or a mode that were chosen meanwhile decide; the person need not. */
  readonly decided: (request: ApprovalRequest) => void;
}

/** Tells nobody. */
export const UNTOLD: PromptsTold = { asked: () => undefined, answered: () => undefined, decided: () => undefined };
