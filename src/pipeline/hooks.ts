import type { CancelToken } from "../base/cancel.ts";
import type { JsonObject } from "../base/json.ts";

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
  /** Whether any hook of this event is for this tool; no payload is made where the answer is no. */
  readonly handles: (event: CallHookEvent, tool: string) => boolean;
  readonly run: (event: CallHookEvent, payload: JsonObject, cancel: CancelToken) => Promise<HookVerdict>;
}

/** No hooks. */
export const NO_HOOKS: Hooks = { handles: () => false, run: () => Promise.resolve({ contexts: [] }) };
