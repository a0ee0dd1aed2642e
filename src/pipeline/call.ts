import type { CancelToken } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";
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
  readonly cancel: CancelToken;
}

/** How a call ended (2.13). */
export type CallStatus = "success" | "error" | "denied" | "cancelled" | "interrupted";

/** The canonical outcome of a call (2.11). Texts are the tool's own; nothing is cut or wrapped for a provider here. */
export interface Settled {
  readonly id: string;
  readonly tool: string;
  readonly status: CallStatus;
  /** Why, for `denied`, `cancelled`, `interrupted` and refusals; machine-readable first word, then prose. */
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
  /** Ms of the handler. */
  readonly handlerMs: number;
}

/** Why a stage ended a call early; the message is written for the model that reads it. */
export interface Stop {
  readonly stop: "invalid" | "blocked" | "denied" | "cancelled" | "failed";
  readonly message: string;
}

/** Runs calls through every stage; the only way to a handler (R206). */
export interface Pipeline {
  readonly runCall: (call: PipelineCall) => Promise<Settled>;
}
