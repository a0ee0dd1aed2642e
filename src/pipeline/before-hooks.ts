import { boundArguments } from "../protocol/bounds.ts";
import type { JsonObject } from "../base/json.ts";
import type { Stop } from "./call.ts";
import type { PipelineContext } from "./context.ts";
import { hookPayload } from "./hook-payload.ts";
import type { CallHookEvent, HookVerdict } from "./hooks.ts";
import type { PermissionCheck } from "./permissions.ts";
import type { Received } from "./receive.ts";
import { stopWith } from "./stage.ts";
import type { Validated, ValidInput } from "./validate.ts";
import { checkInput, invalid, refusal } from "./validate.ts";

declare const HOOKED: unique symbol;

/** A call that its hooks let pass, with the arguments that they left. Made here alone. */
export interface Hooked extends ValidInput {
  readonly [HOOKED]: true;
  readonly received: Received;
  /** What the hooks said of permission; it can only tighten the decision. */
  readonly hook: PermissionCheck["hook"];
}

/** Runs the hooks before a call: they may refuse it, have it asked, rewrite its arguments and add context (2.11). */
export async function beforeHooks(context: PipelineContext, validated: Validated): Promise<Hooked | Stop> {
  const { received, json, input } = validated;
  const { call } = received;
  const refused = call.prompt?.refused;
  if (refused !== undefined) return stopWith("blocked", "denied-by-hook", "denied", refused);
  if (!context.hooks.handles("PreToolUse", call.tool.name)) return hooked(received, { json, input }, undefined);
  const verdict = await context.hooks.run("PreToolUse", hookPayload(context, "PreToolUse", validated), call.cancel);
  takeNotes(received, "PreToolUse", verdict);
  if (verdict.decision === "deny") return refusedByHook("PreToolUse", verdict);
  const valid =
    verdict.updatedInput === undefined ? { json, input } : rewritten(context, received, verdict.updatedInput);
  if ("stop" in valid) return valid;
  const { decision, reason } = verdict;
  return hooked(
    received,
    valid,
    decision === undefined ? undefined : { decision, ...(reason !== undefined && { reason }) },
  );
}

function hooked(received: Received, valid: ValidInput, hook: PermissionCheck["hook"]): Hooked {
  return { received, ...valid, hook } as Hooked;
}

/** Arguments that a hook wrote are validated like any, and never repaired. */
function rewritten(context: PipelineContext, { call }: Received, json: JsonObject): ValidInput | Stop {
  const checked = checkInput(call.tool, json);
  if (!checked.ok) return rewrittenBadly(invalid(call.tool, json, checked.issues, call.source));
  const refused = refusal(call.tool, checked.valid);
  if (refused !== undefined) return rewrittenBadly(refused);
  const args = boundArguments(json);
  void context.emit({ kind: "input-rewritten", id: call.id, ...(args !== undefined && { args }) });
  return checked.valid;
}

function rewrittenBadly(stop: Stop): Stop {
  const message = `A PreToolUse hook rewrote the arguments to what the tool does not take. ${stop.message}`;
  return { ...stop, message };
}

/** Keeps what hooks want told, whatever becomes of the call. */
export function takeNotes({ notes }: Received, event: CallHookEvent, verdict: HookVerdict): void {
  for (const text of verdict.contexts) notes.contexts.push({ event, text });
  notes.stop ??= verdict.stop;
}

/** An early end because a hook refused. */
export function refusedByHook(event: CallHookEvent, { reason }: HookVerdict): Stop {
  const words = `Permission denied by a ${event} hook${reason === undefined || reason === "" ? "" : `: ${reason}`}`;
  return stopWith("blocked", "denied-by-hook", "denied", words);
}
