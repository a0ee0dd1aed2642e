import type { CancelToken } from "../base/cancel.ts";

/** A question whether a call may be made (2.12). Everything in it is shown to the person. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly tool: string;
  /** Who asks, when not the main session: an agent's path. */
  readonly requester?: string;
  /** Real path, command or other subject. */
  readonly subject: string;
  readonly access: "read" | "write" | "run" | "other";
  /** Why it is asked. */
  readonly reason: string;
  /** The rule that "always" would store, in text form such as `Bash(git status *)`; none when no rule fits. */
  readonly suggestedRule?: string;
  /** The whole arguments, as JSON text, bounded. */
  readonly details: string;
  /** A unified diff for an edit. */
  readonly diff?: string;
}

/** The person's answer. */
export type ApprovalAnswer =
  | {
      readonly answer: "allow";
      readonly scope: "once" | "script" | "session" | "workspace" | "user";
      readonly rule?: string;
    }
  | { readonly answer: "deny"; readonly scope: "once" | "session"; readonly feedback?: string }
  /** The question was withdrawn: nobody answered and nobody will (teardown, cancellation). */
  | { readonly answer: "withdrawn" };

/** Asks the person. One question is shown at a time, in the order asked. */
export interface Approval {
  /** False where nobody can be asked: then "ask" is a denial. */
  readonly available: boolean;
  readonly ask: (request: ApprovalRequest, cancel: CancelToken) => Promise<ApprovalAnswer>;
}
