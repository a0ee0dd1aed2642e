import type { CancelToken } from "../base/cancel.ts";
import type { Clock } from "../ports/clock.ts";
import type { Model, ModelAnswer, ModelDelta, ModelProblem, ModelRequest } from "../ports/model.ts";
import { isModelProblem, MODEL_PROBLEMS } from "../ports/model.ts";

/** How patient a round is with a provider that cannot answer just now. */
export const PATIENCE = {
  /** Tries, the first included. */
  tries: 5,
  /** Ms before the second try; each further wait is twice as long. */
  firstWaitMs: 1_000,
  /** Ms of one wait, where the provider does not ask for a longer one. */
  mostWaitMs: 30_000,
  /** Ms that a provider may ask for; beyond it the person is told instead. */
  mostAskedMs: 120_000,
} as const;

/** A wait before a round is tried again. What was told of the answer until then counts for nothing. */
export interface Delay {
  readonly problem: ModelProblem;
  readonly waitMs: number;
  /** The number of the try that follows. */
  readonly attempt: number;
}

/** What a patient round needs beside its model. */
export interface PatientOptions {
  readonly clock: Clock;
  readonly cancel: CancelToken;
  /** From 0 to 1, for the jitter. */
  readonly random: () => number;
  readonly sink?: (delta: ModelDelta) => void;
  /** Told of each wait before it begins. */
  readonly delayed?: (delay: Delay) => void;
}

const CANCELLED: ModelProblem = { problem: "cancelled", detail: "" };

/** One round, tried again where that may help: with growing waits and jitter, or after as long as the provider says. */
export async function patientChat(
  model: Model,
  request: ModelRequest,
  { clock, cancel, random, sink = () => undefined, delayed }: PatientOptions,
): Promise<ModelAnswer | ModelProblem> {
  for (let attempt = 1; ; attempt++) {
    const answer = await model.chat(request, sink, cancel);
    if (!isModelProblem(answer)) return answer;
    if (cancel.cancelled) return CANCELLED;
    const waitMs = waitAfter(answer, attempt, random);
    if (waitMs === undefined) return answer;
    delayed?.({ problem: answer, waitMs, attempt: attempt + 1 });
    await clock.sleep(waitMs, cancel);
  }
}

/** Ms to wait before the next try; undefined where there is none. */
function waitAfter({ problem, retryAfterMs }: ModelProblem, attempt: number, random: () => number): number | undefined {
  if (!MODEL_PROBLEMS[problem].passing || attempt >= PATIENCE.tries) return undefined;
  if (retryAfterMs !== undefined) return retryAfterMs > PATIENCE.mostAskedMs ? undefined : Math.max(0, retryAfterMs);
  const most = Math.min(PATIENCE.firstWaitMs * 2 ** (attempt - 1), PATIENCE.mostWaitMs);
  return Math.round(most / 2 + (random() * most) / 2);
}
