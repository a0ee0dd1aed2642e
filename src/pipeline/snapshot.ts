import { invariant } from "../base/invariant.ts";
import { absolutePath } from "../ports/paths.ts";
import type { PipelineContext } from "./context.ts";
import type { Permitted } from "./permit.ts";
import { isPermitted } from "./permit.ts";
import type { Received } from "./receive.ts";

declare const SNAPSHOTTED: unique symbol;

/** A call whose files are kept as they were, as far as its tool declares them. Made here alone; what a handler takes. */
export interface Snapshotted {
  readonly [SNAPSHOTTED]: true;
  readonly received: Received;
  readonly input: unknown;
  readonly json: Permitted["json"];
  readonly resources: Permitted["resources"];
  readonly captured: boolean;
}

/**
 * Keeps files before the first change; on disk before the handler runs. A call that may change what nobody declared is
 * marked as such. What cannot be kept never stops a call (2.11).
 */
export async function snapshot(context: PipelineContext, permitted: Permitted): Promise<Snapshotted> {
  invariant(isPermitted(permitted), "A call reached its snapshot without having been permitted.");
  const { received, input, json, resources } = permitted;
  const { id, tool } = received.call;
  const paths = tool.snapshots?.(input, context.host) ?? [];
  if (paths.length > 0) await capture(context, id, paths);
  else if (tool.effect === "write" || tool.effect === "run" || tool.effect === "other") {
    context.snapshots.untracked(id);
    void context.emit({ kind: "effect-untracked", id, tool: tool.name });
  }
  return { received, input, json, resources, captured: paths.length > 0 } as Snapshotted;
}

async function capture(context: PipelineContext, id: string, paths: readonly string[]): Promise<void> {
  const absolute = paths.map((path) => absolutePath(path, context.host.workspace));
  const snapshots = await context.snapshots.capture(id, absolute);
  await Promise.all(snapshots.map(({ path, before }) => context.emit({ kind: "snapshot-taken", id, path, before })));
}
