import { encodeUtf8, utf8Length } from "../base/utf8.ts";
import type { ArtifactAddress } from "../ports/store.ts";
import { PREVIEW_CHARS, boundRenderData, countLines, previewOf } from "../protocol/bounds.ts";
import type { Presented } from "./after-hooks.ts";
import type { Settled, Stop } from "./call.ts";
import type { PipelineContext } from "./context.ts";
import type { Received } from "./receive.ts";
import { callProperties } from "./receive.ts";
import { isStop } from "./stage.ts";

/** Characters of the answer of a call that ended although it had been told to stop. */
const LATE_CHARS = 2_000;

/** Settles a call and says so: the canonical outcome, the event with a bounded preview, the log line. Nothing fails here. */
export async function record(context: PipelineContext, received: Received, end: Presented | Stop): Promise<Settled> {
  context.trace?.(received.call.id, "record");
  const settled = isStop(end) ? stopped(received, end) : presented(end);
  const artifact = await keepWhole(context, settled.text);
  const kept: Settled = artifact === undefined ? settled : { ...settled, artifact };
  const bytes = utf8Length(kept.text);
  tell(context, kept, bytes);
  context.telemetry("tool-finished", {
    outcome: kept.status,
    chars: kept.text.length,
    bytes,
    handlerMs: kept.handlerMs,
    durationMs: context.host.clock.elapsed() - received.since,
    ...(kept.reason !== undefined && { reason: kept.reason.slice(0, kept.reason.indexOf(":")) }),
    ...(kept.late === true && { late: true }),
    ...callProperties(received.call),
  });
  return kept;
}

function notesOf({ call, notes }: Received): Pick<Settled, "id" | "tool" | "contexts" | "repair" | "edited" | "stop"> {
  const { contexts, repair, edited, stop } = notes;
  return {
    id: call.id,
    tool: call.tool.name,
    contexts,
    ...(repair !== undefined && { repair }),
    ...(edited !== undefined && { edited }),
    ...(stop !== undefined && { stop }),
  };
}

function stopped(received: Received, { status, word, message }: Stop): Settled {
  return {
    status,
    reason: `${word}: ${message}`,
    text: message,
    rawText: message,
    media: [],
    handlerMs: 0,
    ...notesOf(received),
  };
}

function presented({ received, completed, text }: Presented): Settled {
  const { outcome, handlerMs, cancelled } = completed;
  const { renderData, stop } = outcome;
  // Adding members to a spread costs many times what spreading into members does.
  return {
    rawText: outcome.text,
    media: outcome.status === "success" ? (outcome.media ?? []) : [],
    handlerMs,
    ...(renderData !== undefined && { renderData }),
    ...(stop !== undefined && { stop }),
    ...(cancelled ? cancelledEnd(received, completed, text) : ordinaryEnd(outcome.status, text)),
    ...notesOf(received),
  };
}

function ordinaryEnd(status: "success" | "error", text: string): Pick<Settled, "status" | "text" | "reason"> {
  return status === "success" ? { status, text } : { status, text, reason: `tool-error: ${firstLine(text)}` };
}

/** A call that ended after it had been told to: cancelled whatever it answered, and what it did all the same is told (report 11). */
function cancelledEnd(
  { call }: Received,
  { outcome }: Presented["completed"],
  text: string,
): Pick<Settled, "status" | "text" | "reason" | "late"> {
  const why = call.cancel.reason === undefined ? "" : `: ${call.cancel.reason}`;
  if (outcome.status === "error") {
    return {
      status: "cancelled",
      reason: `cancelled: stopped while it ran${why}`,
      text: `Cancelled while it ran${why}`,
    };
  }
  const told = `${call.tool.name} finished after it was cancelled${why}. What it did stands; its answer was:`;
  return {
    status: "cancelled",
    reason: `cancelled: finished after cancel${why}`,
    text: `${told}\n${previewOf(text, LATE_CHARS)}`,
    late: true,
  };
}

function firstLine(text: string): string {
  return previewOf(text.slice(0, 2 * PREVIEW_CHARS).split("\n", 1)[0] ?? "");
}

/** Keeps a text that the event cannot hold (R241); a store that is full or broken costs the whole text, not the call. */
async function keepWhole(context: PipelineContext, text: string): Promise<ArtifactAddress | undefined> {
  if (text.length <= PREVIEW_CHARS) return undefined;
  const address = await context.host.store.putArtifact(encodeUtf8(text));
  return typeof address === "string" ? address : undefined;
}

function tell(context: PipelineContext, settled: Settled, bytes: number): void {
  const { id, status, reason, text, artifact, media, handlerMs, repair, contexts, late } = settled;
  const renderData = boundRenderData(settled.renderData);
  void context.emit({
    kind: "call-settled",
    id,
    status,
    chars: text.length,
    bytes,
    lines: countLines(text),
    preview: previewOf(text),
    handlerMs,
    contexts: contexts.length,
    ...(reason !== undefined && { reason: previewOf(reason) }),
    ...(artifact !== undefined && { artifact }),
    ...(renderData !== undefined && { renderData }),
    ...(media.length > 0 && { media: media.map(({ mime, kind, path }) => ({ mime, kind, path })) }),
    ...(repair !== undefined && { repair: previewOf(repair) }),
    ...(late === true && { late }),
  });
}
