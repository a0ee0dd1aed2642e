import type { ReasonWord, Stop } from "./call.ts";
import type { PipelineContext } from "./context.ts";
import type { Received } from "./receive.ts";

/** The stages, in the order in which every call goes through them. */
export const STAGE_NAMES = [
  "received",
  "validate",
  "before-hooks",
  "permission",
  "snapshot",
  "handler",
  "after-hooks",
  "record",
] as const;

/** One of the stages. */
export type StageName = (typeof STAGE_NAMES)[number];

/** What every staged call holds on to. */
export interface Staged {
  readonly received: Received;
}

/** A stage: it takes a call one step further, or ends it early. */
export type Stage<From, To> = (context: PipelineContext, from: From) => To | Stop | Promise<To | Stop>;

/** Whether a call was ended early. */
export function isStop(value: object): value is Stop {
  return "stop" in value;
}

/** An early end; `message` is what the model reads. */
export function stopWith(stop: Stop["stop"], word: ReasonWord, status: Stop["status"], message: string): Stop {
  return { stop, word, status, message };
}

/** An early end because somebody wants the call to end. */
export function cancelledStop(why: string | undefined): Stop {
  return stopWith(
    "cancelled",
    "cancelled",
    "cancelled",
    `Cancelled before it ran${why === undefined ? "" : `: ${why}`}`,
  );
}

/** An early end because a part of a tool or of the pipeline broke: a value, so that scripts and models can go on. */
export function brokenStop(tool: string, part: string, error: unknown): Stop {
  const words = error instanceof Error ? error.message : String(error);
  const message =
    `${tool} broke in its ${part}: ${words === "" ? "it gave no reason" : words}. ` +
    "The arguments may be right: try the call once more, or reach the aim with another tool";
  return stopWith("failed", "failed", "error", message);
}

/**
 * Takes a call into a stage, unless it has ended or somebody wants it to: nothing begins after a cancellation. What
 * breaks in a stage ends the call as failed.
 */
export function enter<From extends Staged, To>(
  context: PipelineContext,
  from: From | Stop,
  name: StageName,
  stage: Stage<From, To>,
): Stop | Promise<To | Stop> {
  if (isStop(from)) return from;
  const { cancel } = from.received.call;
  if (cancel.cancelled) return cancelledStop(cancel.reason);
  return follow(context, from, name, stage);
}

/** The same for what follows on a handler: it happens although the call was cancelled meanwhile. */
export async function follow<From extends Staged, To>(
  context: PipelineContext,
  from: From | Stop,
  name: StageName,
  stage: Stage<From, To>,
): Promise<To | Stop> {
  if (isStop(from)) return from;
  const { id, tool } = from.received.call;
  context.trace?.(id, name);
  try {
    return await stage(context, from);
  } catch (error) {
    return brokenStop(tool.name, name, error);
  }
}
