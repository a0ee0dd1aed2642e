import type { ModelInfo, ModelRequest, ModelUsage } from "../../ports/model.ts";
import { requestTokens } from "./estimate.ts";

/** How far the provider's count may move the estimate: beyond that, one of them is about something else. */
const LEAST = 0.5;
const MOST = 4;
/** The part of a model's context that is kept for its answer, at most. */
const ANSWER_PART = 4;

/** Tells whether a round fits into a model's context before it is sent, and learns from what providers count. */
export interface Fitting {
  /** Tokens of the round. */
  readonly tokens: (request: ModelRequest, info: ModelInfo) => number;
  /** Tokens that a round may have, so that there is room for an answer. */
  readonly room: (info: ModelInfo) => number;
  /** What a provider counted for a round. */
  readonly learn: (request: ModelRequest, info: ModelInfo, usage: ModelUsage) => void;
}

/** A fitting that knows nothing yet: the first estimates are on the safe side. */
export function createFitting(): Fitting {
  const ratios = new Map<string, number>();
  return {
    tokens: (request, { id }) => Math.ceil(requestTokens(request) * (ratios.get(id) ?? 1)),
    room: ({ contextTokens, outputTokens }) =>
      contextTokens - Math.min(outputTokens, Math.floor(contextTokens / ANSWER_PART)),
    learn: (request, { id }, usage) => {
      const counted = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
      const estimated = requestTokens(request);
      if (counted > 0 && estimated > 0) ratios.set(id, Math.min(MOST, Math.max(LEAST, counted / estimated)));
    },
  };
}
