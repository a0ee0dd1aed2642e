import { afterHooks } from "./after-hooks.ts";
import { beforeHooks } from "./before-hooks.ts";
import type { PipelineCall, Settled } from "./call.ts";
import type { PipelineContext } from "./context.ts";
import { handle } from "./handle.ts";
import { permit } from "./permit.ts";
import { receive } from "./receive.ts";
import { record } from "./record.ts";
import { snapshot } from "./snapshot.ts";
import { enter, follow } from "./stage.ts";
import { validate } from "./validate.ts";

/** Takes a call through its stages: the order, the same for every call whatever its origin, and nothing else (R206). */
export async function runCall(context: PipelineContext, call: PipelineCall): Promise<Settled> {
  const received = receive(context, call);
  const validated = await enter(context, { received }, "validate", validate);
  const hooked = await enter(context, validated, "before-hooks", beforeHooks);
  const permitted = await enter(context, hooked, "permission", permit);
  const snapshotted = await enter(context, permitted, "snapshot", snapshot);
  const completed = await enter(context, snapshotted, "handler", handle);
  const presented = await follow(context, completed, "after-hooks", afterHooks);
  return record(context, received, presented);
}
