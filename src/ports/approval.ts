import type { CancelToken } from "../base/cancel.ts";

/** One text argument of a call, by its name: the whole of it. */
export interface ArgumentText {
  readonly name: string;
  readonly text: string;
}

/** A question whether a call may be made (2.12). Everything in it is shown to the person. */
export interface ApprovalRequest {
  readonly callId: string;
  readonly tool: string;
  /** Who asks, when not the main session: an agent's path. */
  readonly requester?: string;
  /** Shared by the questions of one parallel join: one card with a line each. Those of a group are open together. */
  readonly group?: string;
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
  /** The argument that the person may change before allowing, whole: a command, a file's new text (report 38). */
  readonly editable?: ArgumentText;
  /** Why what the person wrote at the last asking was not taken; the question is the same call's again. */
  readonly problem?: string;
}

/** What an answer is for besides the call that was asked about. */
interface Extent {
  /**
   * The calls of the same group whose questions the person saw and answers alike ("apply to the rest"). One that has to be
   * asked for a stricter reason, or would do more, stays open; a call that is not named here was not seen and is asked about.
   */
  readonly rest?: readonly string[];
}

/** The person's answer. */
export type ApprovalAnswer =
  | (Extent & {
      readonly answer: "allow";
      readonly scope: "once" | "script" | "session" | "workspace" | "user";
      readonly rule?: string;
      /**
       * The `editable` argument as the person changed it: allowed is the call with exactly this text, if rules and hooks
       * let it pass. It counts for one call, whatever `rest` says.
       */
      readonly edited?: ArgumentText;
    })
  | (Extent & { readonly answer: "deny"; readonly scope: "once" | "session"; readonly feedback?: string })
  /** The question was withdrawn: nobody answered and nobody will (teardown, cancellation). */
  | { readonly answer: "withdrawn" };

/** An answer that allows. */
export type AllowAnswer = Extract<ApprovalAnswer, { answer: "allow" }>;

/**
 * Asks the person. Questions come in the order in which they are to be shown, one at a time; only those of one `group` are
 * open together, and may be answered in any order. Cancelling takes a question back: its call has ended, or rules or an
 * answer for the rest of its group have settled it.
 */
export interface Approval {
  /** False where nobody can be asked: then "ask" is a denial. */
  readonly available: boolean;
  readonly ask: (request: ApprovalRequest, cancel: CancelToken) => Promise<ApprovalAnswer>;
}
