import { utf8Length } from "../base/utf8.ts";
import type { Settled } from "../pipeline/call.ts";
import {
  boundArguments,
  boundRenderData,
  countLines,
  EXPRESSION_CHARS,
  headOf,
  previewOf,
} from "../protocol/bounds.ts";
import type { EventFact } from "../protocol/events.ts";

import type { ArtifactAddress } from "../ports/store.ts";
import type { ErrorKind } from "../dialect/index.ts";
import type { Child } from "./audit.ts";
import type { EnvelopeResult, ScriptOptions } from "./envelope.ts";

type FactOf<Kind extends EventFact["kind"]> = Extract<EventFact, { kind: Kind }>;

/** Said before the first call of a script, and on disk before it (R251). */
export function openedFact(options: ScriptOptions, direct: string | undefined): FactOf<"envelope-opened"> {
  const { envelopeId, source, origin, requester } = options;
  return {
    kind: "envelope-opened",
    id: envelopeId,
    expression: headOf(source, EXPRESSION_CHARS),
    source: origin,
    ...(direct !== undefined && { direct }),
    ...(requester !== undefined && { requester }),
  };
}

/** Said of a call that the pipeline does not get, so that its end has a beginning. */
export function receivedFact(envelopeId: string, child: Child): FactOf<"call-received"> {
  const { id, call, batch, input, tool } = child;
  const args = input.ok ? boundArguments(input.input) : undefined;
  return {
    kind: "call-received",
    id,
    tool: call.name,
    source: "script",
    parent: envelopeId,
    ...(batch !== undefined && { batch }),
    ...(args !== undefined && { args }),
    ...(tool.trusted === true && { trusted: true }),
  };
}

const NOTHING: Pick<Settled, "text" | "media" | "contexts" | "handlerMs"> = {
  text: "",
  media: [],
  contexts: [],
  handlerMs: 0,
};

/** Said of a call that ends outside the pipeline: refused, never made, or with a result the script cannot take. */
export function settledFact(child: Child): FactOf<"call-settled"> {
  const settled: Partial<Settled> = child.settled ?? {};
  const { text, media, contexts, handlerMs } = { ...NOTHING, ...settled };
  const renderData = boundRenderData(settled.renderData);
  return {
    kind: "call-settled",
    id: child.id,
    status: child.status === "queued" || child.status === "running" ? "interrupted" : child.status,
    reason: settled.reason ?? "cancelled: never started",
    ...measures(text),
    ...(settled.artifact !== undefined && { artifact: settled.artifact }),
    ...(renderData !== undefined && { renderData }),
    ...(media.length > 0 && { media: mediaReferences(media) }),
    handlerMs,
    contexts: contexts.length,
    ...(settled.late === true && { late: true }),
  };
}

/** Said after the last child of a script has ended, and on disk before the result is handed on (R248, R252). */
export function envelopeSettledFact(
  result: EnvelopeResult,
  artifact: ArtifactAddress | undefined,
): FactOf<"envelope-settled"> {
  return {
    kind: "envelope-settled",
    id: result.id,
    outcome: result.outcome,
    elapsedMs: Math.round(result.elapsedMs),
    calls: result.children.length,
    failed: result.children.filter(({ status }) => status !== "success").length,
    ...measures(result.text),
    ...(artifact !== undefined && { artifact }),
    ...(result.media.length > 0 && { media: mediaReferences(result.media) }),
    steps: result.steps,
    ...budgetOf(result),
    trusted: result.trusted,
    ...(result.savings !== undefined && {
      savedBytes: result.savings.bytes,
      savedRoundTrips: result.savings.roundTrips,
    }),
  };
}

/** The budget that ended a script, for accounts of it (2.14); nothing for other errors. */
export function budgetOf({ errorKind }: EnvelopeResult): { readonly budget?: string } {
  return errorKind === undefined || NO_BUDGETS.has(errorKind) ? {} : { budget: errorKind };
}

const NO_BUDGETS: ReadonlySet<string> = new Set<ErrorKind>(["preflight", "script"]);

function measures(text: string): { preview: string; chars: number; bytes: number; lines: number } {
  return { preview: previewOf(text), chars: text.length, bytes: utf8Length(text), lines: countLines(text) };
}

function mediaReferences(media: Settled["media"]): NonNullable<FactOf<"envelope-settled">["media"]> {
  return media.map(({ mime, kind, path }) => ({ mime, kind, path }));
}
