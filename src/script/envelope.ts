import type { CancelSource, CancelToken } from "../base/cancel.ts";
import type { Checked, Diagnostic, ErrorKind, Limits, Route, Value } from "../dialect/index.ts";
import type { CallStatus, Pipeline } from "../pipeline/call.ts";
import type { PromptVerdict } from "../pipeline/hooks.ts";
import type { Telemetry } from "../pipeline/telemetry.ts";
import type { Media } from "../pipeline/tool.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { Emit } from "../protocol/emit.ts";
import type { Child, ChildRecord } from "./audit.ts";
import type { CallableTools } from "./roster.ts";
import type { Savings } from "./savings.ts";
import type { ScriptClock } from "./script-clock.ts";
import type { Slots } from "./slots.ts";
import type { Waits } from "./waits.ts";

/** A script that is to be run, and all that it may use (R011–R018). */
export interface ScriptOptions {
  /** The expression: one call or a composed program (R012). */
  readonly source: string;
  /** The call's own id; children are `ENVELOPE/N` (R207). */
  readonly envelopeId: string;
  readonly origin: "model" | "user" | "agent";
  /** The path of the agent that asks, when it is not the main session. */
  readonly requester?: string;
  /** The tools of this request. */
  readonly tools: CallableTools;
  /** The only way to a tool's handler (R206). */
  readonly pipeline: Pipeline;
  readonly limits: Limits;
  readonly cancel: CancelToken;
  readonly clock: Clock;
  /** Says what happens; a synced event that cannot be kept ends the script (R248). */
  readonly emit: Emit;
  /** Tells which calls wait for the person, so that the time budget stands still (A37). */
  readonly waits: Waits;
  /** Keeps texts that are too long for an event or for the model (R252). */
  readonly store: Store;
  readonly telemetry: Telemetry;
  /** Ids of the processes that run now (report 15). */
  readonly processes: () => readonly string[];
  /** Calls of one join that run at once (R224). */
  readonly parallelism: number;
  /** Characters of a composed script's result that the model gets whole; `COMPOSED_RESULT_CHARS` unless said otherwise. */
  readonly resultChars?: number;
  /** The evaluator; the fast one unless said otherwise. */
  readonly route?: Route;
  /** What hooks said of the request that this script is. */
  readonly prompt?: PromptVerdict;
}

/** How an envelope ended (2.8). */
export type EnvelopeOutcome = "completed" | "script-error" | "denied" | "interrupted";

/** What hooks and repairs said about one nested call, or about the request that the script is, for the model (R205, A47). */
export interface ChildNote {
  readonly callId?: string;
  /** The hook event that added the text, `repair`, or `edited` for what the person changed. */
  readonly event: string;
  readonly text: string;
}

/** What a script came to. */
export interface EnvelopeResult {
  readonly id: string;
  readonly outcome: EnvelopeOutcome;
  /** Of a direct call the call's own status; else success, error, denied or interrupted. */
  readonly status: CallStatus;
  /** The tool that the script was one direct call of (R197). */
  readonly direct: string | undefined;
  /** The value, the error or the account: what the row shows. */
  readonly text: string;
  /**
   * What the model reads: the text, or its head and tail with an address when it is over the limit; the processes that
   * still run; what hooks and repairs said (R205, R218).
   */
  readonly delivery: string;
  /** The final value of a completed composed script. */
  readonly value: Value | undefined;
  /** Why a script was refused or ended, the deciding problem first. */
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** The kind of error that ended the script. */
  readonly errorKind: ErrorKind | undefined;
  readonly children: readonly ChildRecord[];
  readonly notes: readonly ChildNote[];
  /** What the script kept out of the conversation; of a direct call nothing is counted. */
  readonly savings: Savings | undefined;
  /** Media of a direct call (R199); of a composed script none (A42). */
  readonly media: readonly Media[];
  /** Processes that began while the script ran and still run. */
  readonly stillRunning: readonly string[];
  /** No child's text came from files, commands or the web (A15). */
  readonly trusted: boolean;
  /** A hook's words why the turn should end. */
  readonly stop: string | undefined;
  readonly steps: number;
  /** Milliseconds, waiting for the person included. */
  readonly elapsedMs: number;
}

/** Why a script is ended while its machine waits, or that its direct call is answered. */
export type ScriptHalt =
  | { readonly halt: "denied"; readonly child: Child }
  | { readonly halt: "interrupted" }
  | { readonly halt: "answered"; readonly child: Child }
  /** The journal refused what must be on disk before a call. */
  | { readonly halt: "unrecorded"; readonly problem: string };

/** A script that runs. */
export interface Envelope {
  readonly options: ScriptOptions;
  readonly checked: Checked;
  readonly direct: string | undefined;
  readonly children: Child[];
  readonly scriptClock: ScriptClock;
  /** Stops the calls that run: the person cancelled, time is up, or a sibling was denied. */
  readonly stopCalls: CancelSource;
  /** Why the script will go no further; the first reason stays. */
  halt: ScriptHalt | undefined;
  /** The person has refused a call, which has not settled yet: no further one begins. */
  refused: boolean;
  /** Whether the envelope is on disk (R251). */
  opened: boolean;
  batches: number;
  /** The places of the join that is being made. */
  slots: Slots | undefined;
}
