import type { CancelToken } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";

/** Events that concern a session, a request or a part of one, rather than a call (2.11). */
export type SessionHookEvent =
  | "SessionStart"
  | "UserPromptSubmit"
  | "UserPromptExpansion"
  | "PreCompact"
  | "PostCompact"
  | "SubagentStart"
  | "SubagentStop"
  | "Stop"
  | "StopFailure"
  | "SessionEnd";

/** Events that concern a call (2.11). */
export type CallHookEvent =
  "PreToolUse" | "PermissionRequest" | "PermissionDenied" | "PostToolUse" | "PostToolUseFailure";

/** What the hooks of one event said together: deny > ask > allow, contexts add up, the last rewrite wins. */
export interface HookVerdict {
  readonly decision?: "allow" | "ask" | "deny";
  readonly reason?: string;
  readonly contexts: readonly string[];
  readonly updatedInput?: JsonObject;
  readonly updatedResult?: string;
  /** A hook asked to end the turn. */
  readonly stop?: string;
}

/** Runs the configured hooks of an event with the payload of 2.11. Never rejects; failures are logged and, unless `failClosed`, ignored. */
export interface Hooks {
  /**
   * Whether any hook of this event is for this subject: the tool of a call, how a session starts or ends. No payload is made
   * where the answer is no.
   */
  readonly handles: (event: CallHookEvent | SessionHookEvent, subject: string) => boolean;
  readonly run: (
    event: CallHookEvent | SessionHookEvent,
    payload: JsonObject,
    cancel: CancelToken,
  ) => Promise<HookVerdict>;
}

/** What hooks said of a request before anything of it was done. */
export interface PromptVerdict {
  /** Why nothing of it may be done. */
  readonly refused?: string;
  /** What whoever answers it should know. */
  readonly contexts: readonly { readonly event: string; readonly text: string }[];
}

/** No hooks. */
export const NO_HOOKS: Hooks = { handles: () => false, run: () => Promise.resolve({ contexts: [] }) };
