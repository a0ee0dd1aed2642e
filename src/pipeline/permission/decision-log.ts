import type { CallSource } from "../tool.ts";
import type { PermissionMode, Via } from "../permissions.ts";
import type { Bucket } from "./rule-book.ts";

/** One line of the decision log (2.12): never arguments, contents or what a person wrote. */
export interface DecisionEntry {
  readonly callId: string;
  readonly tool: string;
  readonly origin: CallSource;
  readonly mode: PermissionMode;
  readonly outcome: "allow" | "deny" | "withdrawn";
  readonly via: Via;
  /** The deciding rule's specifier, as the rule has it. */
  readonly specifier?: string;
  readonly protected: boolean;
  readonly bucket?: Bucket;
  /** The person changed the call before they allowed it. */
  readonly edited?: boolean;
}

/** Takes in one entry per decision. A log that fails never changes a decision. */
export type DecisionLog = (entry: DecisionEntry) => void;

/** An entry as a line of JSON, without the line's end. */
export function decisionLine(entry: DecisionEntry, now: number): string {
  return JSON.stringify({ schema: 1, time: now, event: "permission-decision", ...entry });
}
