import { boundArguments } from "../protocol/bounds.ts";
import type { PipelineCall, Settled } from "./call.ts";
import type { PipelineContext } from "./context.ts";

/** A call that has entered the stages, with what the stages add to its account on the way. */
export interface Received {
  readonly call: PipelineCall;
  /** `Clock.elapsed` at reception, ms. */
  readonly since: number;
  /** Grows as hooks and repair have something to say; told whatever becomes of the call (R205). */
  readonly notes: Notes;
}

/** What hooks and repair said on a call's way. */
export interface Notes {
  readonly contexts: Settled["contexts"][number][];
  repair: string | undefined;
  /** What a person changed when they were asked. */
  edited: string | undefined;
  stop: string | undefined;
}

/** Takes a call in and says so. */
export function receive(context: PipelineContext, call: PipelineCall): Received {
  const { id, tool, source, parent, batch, requester, input } = call;
  const args = boundArguments(input);
  void context.emit({
    kind: "call-received",
    id,
    tool: tool.name,
    source,
    ...(parent !== undefined && { parent }),
    ...(batch !== undefined && { batch }),
    ...(requester !== undefined && { requester }),
    ...(args !== undefined && { args }),
    ...(tool.trusted === true && { trusted: true }),
  });
  context.telemetry("tool-received", callProperties(call));
  context.trace?.(id, "received");
  return {
    call,
    since: context.host.clock.elapsed(),
    notes: { contexts: [...(call.prompt?.contexts ?? [])], repair: undefined, edited: undefined, stop: undefined },
  };
}

/** How telemetry names a call. */
export function callProperties({ id, tool, source, parent }: PipelineCall): Record<string, string> {
  return { tool: tool.name, callId: id, source, ...(parent !== undefined && { parentId: parent }) };
}
