import type { CancelToken } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
import type { ArtifactAddress } from "../ports/store.ts";
import type { PromptVerdict } from "./hooks.ts";
import type { CallSource, Media, Tool } from "./tool.ts";

/** A call that wants to go through the stages; model calls, script children, agents and the person's own calls alike. */
export interface PipelineCall {
  /** Unique in the session; `ENVELOPE/N` for a script's child (R207). */
  readonly id: string;
  readonly tool: Tool;
  /** Unchecked arguments. */
  readonly input: JsonObject;
  readonly source: CallSource;
  /** The envelope of a script's child. */
  readonly parent?: string;
  /** Number shared by the calls of one real join (2.13). */
  readonly batch?: number;
  /** The path of the agent that asks, when it is not the main session (2.16). */
  readonly requester?: string;
  readonly cancel: CancelToken;
  /** What hooks said of the request that this call is all of. */
  readonly prompt?: PromptVerdict;
  /**
   * Waits until the call may go on after it was asked about: meanwhile its place among the calls of a join was another's.
   * Undefined when it has kept its place.
   */
  readonly resume?: () => Promise<void> | undefined;
}

/** How a call ended (2.13). */
export type CallStatus = "success" | "error" | "denied" | "cancelled" | "interrupted";

/** The canonical outcome of a call (2.11). Texts are the tool's own; nothing is cut or wrapped for a provider here. */
export interface Settled {
  readonly id: string;
  readonly tool: string;
  readonly status: CallStatus;
  /**
   * Why, unless it went well: a word of `REASONS`, a colon, prose. A child whose status is `denied` ends its script.
   */
  readonly reason?: string;
  /** What the model or script gets, after post-use hooks. */
  readonly text: string;
  /** What the handler answered, before hooks replaced it. */
  readonly rawText: string;
  readonly renderData?: JsonObject;
  readonly media: readonly Media[];
  /** Context that hooks added, in order (R205). */
  readonly contexts: readonly { readonly event: string; readonly text: string }[];
  /** The corrective note of a repaired input, model calls only (2.11). */
  readonly repair?: string;
  /** What a person changed before they allowed it, for the model: it is not what was asked for that ran (report 38). */
  readonly edited?: string;
  /** Ms of the handler. */
  readonly handlerMs: number;
  /** Where the whole text is kept when it is longer than the preview in the audit (R241). */
  readonly artifact?: ArtifactAddress;
  /** The handler ended its work after it had been told to stop (R216). */
  readonly late?: boolean;
  /** A hook asked to end the turn, with its words. */
  readonly stop?: string;
}

/** The first words of `Settled.reason`. */
export const REASONS = [
  "invalid-arguments",
  "permission-denied",
  "denied-by-hook",
  "withdrawn",
  "cancelled",
  "failed",
  "tool-error",
] as const;

/** Why a call did not succeed, for programs. */
export type ReasonWord = (typeof REASONS)[number];

/** Why a stage ended a call early; the message is written for the model that reads it. */
export interface Stop {
  readonly stop: "invalid" | "blocked" | "denied" | "cancelled" | "failed";
  readonly message: string;
  /** The word before the message in `Settled.reason`. */
  readonly word: ReasonWord;
  /** The status the call settles with. */
  readonly status: Exclude<CallStatus, "success">;
}

/** Runs calls through every stage; the only way to a handler (R206). */
export interface Pipeline {
  readonly runCall: (call: PipelineCall) => Promise<Settled>;
}
