import type { CancelToken } from "../base/cancel.ts";
import type { Json, JsonObject } from "../base/json.ts";

/** Text. */
export interface TextPart {
  readonly part: "text";
  readonly text: string;
}

/** A picture or a document, whole. Only sent to models that take its kind; see `ModelInfo`. */
export interface MediaPart {
  readonly part: "media";
  readonly kind: "image" | "document";
  readonly mime: string;
  readonly bytes: Uint8Array;
}

/**
 * What a model thought before it answered. It goes back to the model that made it and to no other: a client leaves out
 * blocks whose `model` is not its own, and sends its own back exactly as `replay` has them.
 */
export interface ThinkingPart {
  readonly part: "thinking";
  /** What may be shown of it; empty where the provider shows nothing. */
  readonly text: string;
  /** `ModelInfo.id` of the model that made it. */
  readonly model: string;
  /** The provider's own block with its signature: nobody but the client looks into it. None: it is not sent back. */
  readonly replay?: Json;
}

/** A tool call that a model asks for. It has not been made, and its arguments may be no JSON at all. */
export interface CallPart {
  readonly part: "call";
  /**
   * In an answer, what the provider named it; empty if it gave no name. In messages it matches `CALL_ID` and is unique in
   * the conversation: whoever keeps the history sees to that.
   */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them. A wire that takes objects alone gets `{}` where this is no JSON object. */
  readonly argumentsText: string;
}

/** One part of a model's answer. Parts stay in the order in which the model made them. */
export type AnswerPart = TextPart | ThinkingPart | CallPart;

/** Ids of calls in messages: what every provider's wire takes. */
export const CALL_ID = /^[A-Za-z0-9_-]{1,40}$/u;
/** Names of advertised tools: what every provider's wire takes. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/u;

/**
 * One message of a conversation. Every call of an assistant message is answered by exactly one tool message after it,
 * before anything else is said. A client puts messages together as its wire wants them (tool messages in a row, user
 * messages in a row) and never drops, moves or makes up one.
 */
export type ModelMessage =
  | { readonly role: "system"; readonly text: string }
  | { readonly role: "user"; readonly parts: readonly (TextPart | MediaPart)[] }
  | { readonly role: "assistant"; readonly parts: readonly AnswerPart[] }
  | {
      readonly role: "tool";
      /** The call that it answers. */
      readonly id: string;
      readonly parts: readonly (TextPart | MediaPart)[];
      /** The call did not succeed. */
      readonly failed: boolean;
    };

/** A tool as a model is told of it. */
export interface ToolSchema {
  /** Matches `TOOL_NAME`. */
  readonly name: string;
  readonly description: string;
  /** JSON schema of an object. */
  readonly parameters: JsonObject;
}

/** One round: everything that the model is to know. */
export interface ModelRequest {
  /**
   * System messages come first; the same conversation begins with the same messages and tools, byte for byte, so that a
   * provider's cached prefix holds. A client whose provider wants marks sets them after the tools, after the system
   * messages and after the last message.
   */
  readonly messages: readonly ModelMessage[];
  /** In this order; none: the model cannot ask for calls. */
  readonly tools: readonly ToolSchema[];
  /** Most tokens of the answer; the model's own limit without it. */
  readonly maxOutputTokens?: number;
  /** The same for all rounds of a conversation, for providers that keep caches by a name. Says nothing of its content. */
  readonly conversation?: string;
}

/** What arrives while a model answers. For showing only: the answer holds everything. */
export type ModelDelta =
  | { readonly delta: "text" | "thinking"; readonly text: string }
  /** More of the arguments of the `index`th call of the answer, from 0; the first of a call tells its name. */
  | { readonly delta: "call"; readonly index: number; readonly name?: string; readonly text: string };

/** Why a model ended its answer. */
export type ModelStop =
  /** It had nothing more to say, or asks for calls. */
  | "done"
  /** Its limit of tokens: the last part may be cut anywhere. */
  | "length"
  /** The provider cut it for what it says: the last part may be cut anywhere. */
  | "filtered";

/** Tokens of one round, in the provider's own count. What the model read is the sum of the first three. */
export interface ModelUsage {
  /** Read afresh: neither taken from a cache nor written into one. */
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** Thinking included. */
  readonly outputTokens: number;
}

/** A model's whole answer. Without any part it is an empty answer, which is for the caller to judge. */
export interface ModelAnswer {
  readonly parts: readonly AnswerPart[];
  readonly stop: ModelStop;
  /** Absent where the provider does not say. */
  readonly usage?: ModelUsage;
  /** The name of the model that answered, as the provider says. */
  readonly model: string;
}

/** Why a round gave no answer. */
export type ModelProblemKind =
  /** No key, or one that is refused. */
  | "auth"
  /** Paid or granted use is used up: waiting does not help. */
  | "quota"
  /** Too much in too short a time; `retryAfterMs` where the provider says when. */
  | "rate-limit"
  /** The provider cannot serve anybody just now. */
  | "overloaded"
  /** The round does not fit into the model's context. */
  | "context-too-long"
  /** There is no model of this name for this person. */
  | "unknown-model"
  /** The provider takes exception to the form of the round. */
  | "invalid-request"
  /** The provider, or the person who was asked, does not let the model answer this. */
  | "refused"
  /** Nobody answers, the connection broke off, or nothing came for `idleMs`. */
  | "network"
  /** What came is not what the provider's protocol says, or passes a limit of `MODEL_LIMITS`. */
  | "malformed"
  /** The token was cancelled. */
  | "cancelled";

/** A round without an answer; a value, never an exception. */
export interface ModelProblem {
  readonly problem: ModelProblemKind;
  /** The provider's own words, of which the first `DETAIL_CHARS` characters are kept; without keys and headers. */
  readonly detail: string;
  /** The status of the HTTP answer, where there was one. */
  readonly status?: number;
  /** How long to wait at least, ms. */
  readonly retryAfterMs?: number;
}

/** What is known of a model before it is asked anything. */
export interface ModelInfo {
  /** Unique among a person's models, such as `anthropic/NAME`. */
  readonly id: string;
  /** What a person calls it. */
  readonly label: string;
  /** Tokens of a whole round, question and answer. For local models what was set, never a guess. */
  readonly contextTokens: number;
  /** Most tokens of one answer. */
  readonly outputTokens: number;
  readonly images: boolean;
  readonly documents: boolean;
}

/** Bounds that every client keeps; what passes one is `malformed`, a silence is `network`. */
export const MODEL_LIMITS = {
  /** Characters of one answer, thinking and arguments included. */
  answerChars: 4_000_000,
  /** Calls of one answer. */
  calls: 128,
  /** Characters of one line or event of a stream. */
  chunkChars: 8_000_000,
  /** Ms without any byte. Long: a local model may read a prompt for minutes. */
  idleMs: 600_000,
} as const;

/** Characters of a provider's words in a problem. */
export const DETAIL_CHARS = 2_000;

/**
 * A model that can be talked to. A client tries once: whether to try again is the caller's decision, who may have shown
 * something already. Deltas come in order, before the answer settles, none after. A cancelled round closes its connection
 * and settles at once with `cancelled`. Never rejects.
 */
export interface Model {
  readonly info: ModelInfo;
  readonly chat: (
    request: ModelRequest,
    sink: (delta: ModelDelta) => void,
    cancel: CancelToken,
  ) => Promise<ModelAnswer | ModelProblem>;
}

interface Advice {
  /** What it is, in a person's words. */
  readonly title: string;
  /** What the person can do. */
  readonly advice: string;
  /** Whether the same round may succeed a little later without anybody doing anything. */
  readonly passing: boolean;
}

/** What to say of each problem, and whether waiting helps. */
export const MODEL_PROBLEMS: Readonly<Record<ModelProblemKind, Advice>> = {
  auth: {
    title: "The key was refused",
    advice: "Set a valid key for this provider, or choose another model.",
    passing: false,
  },
  quota: {
    title: "The account has nothing left to use",
    advice: "Add credit or raise the limit at the provider, or choose another model.",
    passing: false,
  },
  "rate-limit": {
    title: "The provider takes no more requests just now",
    advice: "Send the message again in a while, or choose another model.",
    passing: true,
  },
  overloaded: {
    title: "The provider is overloaded",
    advice: "Send the message again in a while, or choose another model.",
    passing: true,
  },
  "context-too-long": {
    title: "The conversation is longer than this model can read",
    advice: "Compact the conversation, begin a new session, or choose a model with a larger context.",
    passing: false,
  },
  "unknown-model": {
    title: "The provider knows no model of this name",
    advice: "Check the model's name and the address of the provider, or choose another model.",
    passing: false,
  },
  "invalid-request": {
    title: "The provider did not take the request",
    advice: "Choose another model, or check what the settings say of this one (address, context size, images).",
    passing: false,
  },
  refused: {
    title: "The model was not allowed to answer this",
    advice: "Say it differently, give your consent if you were asked for it, or choose another model.",
    passing: false,
  },
  network: {
    title: "The provider could not be reached",
    advice: "Check the connection and the provider's address; for a local model, that its server runs.",
    passing: true,
  },
  malformed: {
    title: "The provider's answer could not be understood",
    advice: "Send the message again; if it stays so, check the provider's address or choose another model.",
    passing: true,
  },
  cancelled: { title: "Stopped", advice: "Send a message to go on.", passing: false },
};

/** Whether a round ended in a problem. */
export function isModelProblem(answer: ModelAnswer | ModelProblem): answer is ModelProblem {
  return "problem" in answer;
}

/** A problem for a person: what it is, the provider's words, what to do. */
export function modelProblemText({ problem, detail }: ModelProblem): string {
  const { title, advice } = MODEL_PROBLEMS[problem];
  return detail === "" ? `${title}. ${advice}` : `${title}: ${detail}\n${advice}`;
}
