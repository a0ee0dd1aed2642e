import { previewOf } from "../protocol/bounds.ts";
import type { Stop } from "./call.ts";
import type { PipelineContext } from "./context.ts";
import type { Received } from "./receive.ts";
import { brokenStop } from "./stage.ts";
import type { Snapshotted } from "./snapshot.ts";
import type { ToolContext, ToolOutcome } from "./tool.ts";

declare const COMPLETED: unique symbol;

/** A call whose handler has ended. Made here alone. */
export interface Completed {
  readonly [COMPLETED]: true;
  readonly received: Received;
  readonly json: Snapshotted["json"];
  readonly outcome: ToolOutcome;
  readonly handlerMs: number;
  /** It had been told to stop before it ended. */
  readonly cancelled: boolean;
}

/** Milliseconds between two accounts of a call's progress, at least. */
export const PROGRESS_MS = 100;
/** Characters of one account of progress. */
const PROGRESS_CHARS = 200;

/**
 * Runs the handler: the only place that does. It settles when the handler has really ended, cancelled or not, so that
 * no effect comes after the account of the call (R216, report 11). A handler that throws has failed.
 */
export async function handle(context: PipelineContext, snapshotted: Snapshotted): Promise<Completed | Stop> {
  const { received, input, json, captured } = snapshotted;
  const { id, tool, cancel } = received.call;
  const { clock } = context.host;
  void context.emit({ kind: "call-started", id });
  const began = clock.elapsed();
  const progress = progressOf(context, id);
  let outcome: ToolOutcome;
  try {
    outcome = await tool.run(input, toolContext(context, snapshotted, progress.tell));
  } catch (error) {
    outcome = { status: "error", text: brokenStop(tool.name, "handler", error).message };
  }
  progress.end();
  const handlerMs = clock.elapsed() - began;
  if (captured) await tellChanges(context, id);
  return { received, json, outcome, handlerMs, cancelled: cancel.cancelled } as Completed;
}

function toolContext(
  context: PipelineContext,
  { received, resources }: Snapshotted,
  progress: ToolContext["progress"],
): ToolContext {
  const { id, source, cancel } = received.call;
  const { mayRead } = context.permissions;
  const permitted = resources.flatMap((resource) =>
    resource.kind === "path" && resource.access === "write" ? [resource.real] : [],
  );
  return {
    host: context.host,
    callId: id,
    source,
    cancel,
    session: context.facts,
    permitted,
    progress,
    ...(mayRead !== undefined && { mayRead }),
  };
}

/** Accounts of progress: bounded, not too often, none after the end. */
function progressOf(context: PipelineContext, id: string) {
  let last = -Infinity;
  let ended = false;
  return {
    tell: (text: string): void => {
      const now = context.host.clock.elapsed();
      if (ended || now - last < PROGRESS_MS) return;
      last = now;
      void context.emit({ kind: "call-progressed", id, text: previewOf(text, PROGRESS_CHARS) });
    },
    end: (): void => {
      ended = true;
    },
  };
}

async function tellChanges(context: PipelineContext, id: string): Promise<void> {
  for (const { path, before, after, folders } of await context.snapshots.settle(id)) {
    const made = folders !== undefined && { folders: [...folders] };
    void context.emit({ kind: "file-changed", id, path, before, after, ...made });
  }
}
