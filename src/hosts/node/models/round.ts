import type { ModelInfo, ModelRequest, ModelStop, ModelUsage } from "../../../ports/model.ts";
import type { Collector } from "./collector.ts";
import type { ThinkingStyle } from "./known-models.ts";
import type { Provider } from "./providers.ts";
import type { WireFetch } from "./wire-fetch.ts";

/** How hard a model is asked to think, where it can be asked. */
export type Effort = "low" | "medium" | "high";

/** A model with everything that a round with it needs to know. */
export interface ResolvedModel {
  readonly info: ModelInfo;
  /** Its name at its provider. */
  readonly name: string;
  readonly provider: Provider;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly thinking?: ThinkingStyle;
  readonly effort?: Effort;
}

/** One round, as the code of one wire sees it. */
export interface Round {
  readonly request: ModelRequest;
  readonly model: ResolvedModel;
  readonly key: string | undefined;
  /** Most tokens of the answer. */
  readonly answerTokens: number;
  readonly collect: Collector;
  readonly wire: WireFetch;
  readonly signal: AbortSignal;
}

/** How an answer ended. */
export interface Ended {
  readonly stop: ModelStop;
  readonly usage?: ModelUsage;
  /** The name of the model, as the provider says. */
  readonly model?: string;
}

/** An error that a provider tells amid its answer; `body` is what it says. */
export class StreamError extends Error {
  readonly body: unknown;
  constructor(body: unknown) {
    super("the provider broke off its answer");
    this.body = body;
  }
}

/**
 * Talks to a provider in its own way: sends the round, hands what comes to `collect`, answers how it ended. Rejects where there
 * is no whole answer: with a `StreamError` where the provider said so, otherwise with anything. Absent: the answer just ended.
 */
export type Wire = (round: Round) => Promise<Ended | undefined>;

/** How long an SDK may wait: longer than every limit of our own. */
export const SDK_TIMEOUT_MS = 3_600_000;

/** How long usage and the end of the stream may follow the end of an answer, ms: some servers send neither. */
export const AFTER_END_MS = 3_000;

const nothing = (): void => undefined;

/** Says nothing: an SDK would write parts of answers and requests. */
export const SILENT = { error: nothing, warn: nothing, info: nothing, debug: nothing } as const;
