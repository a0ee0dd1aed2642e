import type { Json, JsonObject } from "../base/json.ts";
import { envelopeOf } from "../protocol/view.ts";
import type { PipelineContext } from "./context.ts";
import type { CallHookEvent, SessionHookEvent } from "./hooks.ts";
import type { ToolOutcome } from "./tool.ts";
import type { Validated } from "./validate.ts";

/**
 * What a hook is told about a call (2.11, R207, reports 4–6). A script's child says so: `source` is `toolcall`, `origin`
 * is `ptc`, `envelope_id` and `index` name its place. `json` are the arguments as they will run.
 */
export function hookPayload(
  context: PipelineContext,
  event: CallHookEvent,
  { received, json }: Pick<Validated, "received" | "json">,
): JsonObject {
  const { call } = received;
  const place = call.source === "script" ? envelopeOf(call.id) : undefined;
  return {
    ...commonPayload(context, event),
    origin: call.source === "script" ? "ptc" : call.source,
    source: call.source === "script" ? "toolcall" : call.source,
    ...(call.requester !== undefined && { agent_path: call.requester }),
    ...(call.parent !== undefined && { envelope_id: call.parent }),
    ...(place !== undefined && { index: place.index }),
    tool_name: call.tool.name,
    tool_use_id: call.id,
    tool_input: json,
  };
}

/** What every hook is told (2.11). */
export function commonPayload(
  { names, host }: Pick<PipelineContext, "names" | "host">,
  event: CallHookEvent | SessionHookEvent,
): JsonObject {
  const root = host.workspace.roots[0] ?? host.workspace.home;
  return {
    hook_event_name: event,
    session_id: names.session,
    transcript_path: names.transcriptPath ?? null,
    cwd: root,
    workspace_root: root,
    model: names.model?.() ?? null,
    turn_id: names.turn() ?? null,
  };
}

/** What a hook is told after a handler ran: the raw result, the result, and the exit code of a command (report 6). */
export function resultPayload(outcome: ToolOutcome): JsonObject {
  const exitCode: Json | undefined = outcome.renderData?.["exitCode"];
  return {
    raw_result: outcome.text,
    result: outcome.text,
    tool_response: { status: outcome.status, text: outcome.text },
    ...(outcome.status === "error" && { error: outcome.text }),
    ...(typeof exitCode === "number" && { exit_code: exitCode }),
  };
}
