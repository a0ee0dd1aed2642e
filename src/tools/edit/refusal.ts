/** Why a change cannot be made, written for the model that asked for it. */
export interface Refusal {
  readonly refused: string;
}

/** Whether an answer is a refusal. */
export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}
