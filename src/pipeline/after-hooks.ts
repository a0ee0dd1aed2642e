import { NEVER } from "../base/cancel.ts";
import { takeNotes } from "./before-hooks.ts";
import type { PipelineContext } from "./context.ts";
import type { Completed } from "./handle.ts";
import { hookPayload, resultPayload } from "./hook-payload.ts";
import type { HookVerdict } from "./hooks.ts";
import type { Received } from "./receive.ts";

declare const PRESENTED: unique symbol;

/** A call with the text that model or script will get. Made here alone. */
export interface Presented {
  readonly [PRESENTED]: true;
  readonly received: Received;
  readonly completed: Completed;
  readonly text: string;
}

/**
 * Runs the hooks after a handler: they may replace its text and add context. They run for every handler that ran, also
 * when the call was cancelled meanwhile; their own timeouts bound them (2.11, report 5).
 */
export async function afterHooks(context: PipelineContext, completed: Completed): Promise<Presented> {
  const { received, outcome, cancelled } = completed;
  const event = outcome.status === "success" ? "PostToolUse" : "PostToolUseFailure";
  let text = outcome.text;
  if (context.hooks.handles(event, received.call.tool.name)) {
    const payload = {
      ...hookPayload(context, event, completed),
      ...resultPayload(outcome),
      ...(cancelled && { cancelled }),
    };
    const verdict = await context.hooks.run(event, payload, NEVER);
    takeNotes(received, event, withObjection(verdict));
    text = verdict.updatedResult ?? text;
  }
  return { received, completed, text } as Presented;
}

/** What has happened cannot be refused any more: a refusal becomes context. */
function withObjection(verdict: HookVerdict): HookVerdict {
  const { decision, reason, contexts } = verdict;
  return decision !== "deny" || reason === undefined || reason === ""
    ? verdict
    : { ...verdict, contexts: [...contexts, reason] };
}
