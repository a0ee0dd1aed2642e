import type { CancelToken } from "../base/cancel.ts";
import type { AllowAnswer, ApprovalRequest, ArgumentText } from "../ports/approval.ts";
import type { CallSource, Effect, Resource } from "./tool.ts";

/** How much is allowed without asking (2.12); `plan` forbids everything but reading. */
export type PermissionMode = "ask" | "edits" | "plan" | "full-auto";

/** A resource with its real place, as the decision sees it. */
export type ResolvedResource =
  | {
      readonly kind: "path";
      readonly path: string;
      readonly real: string;
      readonly exists: boolean;
      readonly access: "read" | "write";
    }
  | Exclude<Resource, { kind: "path" }>;

/** What is to be decided. `hook` is what a PreToolUse hook said: it can only tighten. */
export interface PermissionCheck {
  readonly callId: string;
  readonly tool: string;
  readonly category: string;
  readonly effect: Effect;
  readonly source: CallSource;
  readonly requester?: string;
  /** Real paths, decided at execution and not at preview. */
  readonly resources: readonly ResolvedResource[];
  readonly hook?: { readonly decision: "allow" | "ask" | "deny"; readonly reason?: string };
  /** Bounded JSON text of the arguments, and a diff for edits, for the prompt. */
  readonly details: string;
  readonly diff?: string;
  /** Shared by the calls of one parallel join that are asked about. */
  readonly group?: string;
  /** The argument that the person may change, whole. */
  readonly editable?: ArgumentText;
  /** Why what the person wrote at the last asking was not taken. */
  readonly problem?: string;
  /** The call is as the person changed it, and this is what they said of it: nobody else has touched it since. */
  readonly edit?: PersonEdit;
}

/** What a person changed before they allowed a call, and what they knew when they did. */
export interface PersonEdit {
  readonly argument: ArgumentText;
  readonly answer: AllowAnswer;
  /** Why they were asked: a stricter reason asks again. */
  readonly via: Via;
  readonly access: ApprovalRequest["access"];
  /** The rule that they were shown. */
  readonly suggestedRule?: string;
}

/** Which rule or default decided (2.12). */
export type Via =
  | "rule"
  | "mode"
  | "deny-rule"
  | "plan-mode"
  | "tool-slot"
  | "allowed-root"
  | "resource-grant"
  | "exact-path"
  | "protected-path"
  | "workspace-boundary"
  | "permission-request-hook"
  | "pre-tool-hook"
  | "prompt"
  | "nobody-to-ask";

/**
 * The decision. `withdrawn` means the question was taken back: the call is interrupted, not denied (A49). `edited` decides
 * nothing: the call is another one now, which is checked and decided like any, with `edit` in its check.
 */
export interface PermissionDecision {
  readonly outcome: "allow" | "deny" | "withdrawn" | "edited";
  readonly via: Via;
  /** `Permission denied` or `Permission denied: REASON` for a denial. */
  readonly message: string;
  readonly rule?: string;
  readonly bucket?: "invocation" | "request" | "session" | "workspace" | "user" | "default";
  readonly protected?: boolean;
  readonly edit?: PersonEdit;
  /** The same was denied before in this turn, which therefore ends. */
  readonly endsTurn?: boolean;
}

/** Decides calls; asks through the host's approval port, one question at a time. */
export interface Permissions {
  readonly mode: () => PermissionMode;
  readonly setMode: (mode: PermissionMode) => void;
  readonly decide: (check: PermissionCheck, cancel: CancelToken) => Promise<PermissionDecision>;
  /** What would be decided, without asking: `ask` where a prompt would be shown. Used by dry runs and `permissions explain`. */
  readonly explain: (check: PermissionCheck) => Promise<{
    readonly outcome: "allow" | "ask" | "deny";
    readonly via: Via;
    readonly why: string;
    readonly rule?: string;
  }>;
  /** Whether no rule forbids reading this real path; searches leave out what is forbidden (report 54). */
  readonly mayRead?: (path: string) => boolean;
  /** Whether a deny rule takes the tool out of the roster altogether (report 2). */
  readonly deniedOutright: (tool: string) => boolean;
}
