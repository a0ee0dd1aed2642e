import { encodeUtf8 } from "../base/utf8.ts";
import type { Projection } from "../pipeline/present.ts";
import { projectResult } from "../pipeline/present.ts";
import type { ArtifactAddress } from "../ports/store.ts";
import { PREVIEW_CHARS } from "../protocol/bounds.ts";
import type { Child } from "./audit.ts";
import { deliveryOf } from "./delivery.ts";
import type { Envelope, EnvelopeResult, ScriptOptions } from "./envelope.ts";
import { envelopeSettledFact, openedFact } from "./facts.ts";
import { savingsOf } from "./savings.ts";

/** Characters of a composed script's result that the model gets whole (2.9). */
export const COMPOSED_RESULT_CHARS = 30_000;

/**
 * Tells the end of a script and puts it on disk, its long text first, before the result is handed on (R248, R252). An
 * end that cannot be put there becomes a script error, which is told once more (2.13).
 */
export async function settleScript(
  options: ScriptOptions,
  envelope: Envelope | undefined,
  result: EnvelopeResult,
): Promise<EnvelopeResult> {
  if (envelope?.opened !== true) await options.emit(openedFact(options, result.direct));
  const { text, artifact } = await projected(options, envelope, result);
  const delivery = deliveryOf(text, result.stillRunning, result.notes);
  const composed = envelope !== undefined && envelope.direct === undefined;
  const savings = composed ? savingsOf(options.source, delivery, envelope.children) : undefined;
  const delivered: EnvelopeResult = { ...result, delivery, savings };
  const problem = await options.emit(envelopeSettledFact(delivered, artifact));
  return problem === undefined ? delivered : unrecordedEnd(options, result, problem);
}

/** The text as the model gets it, and where all of it is kept when an event cannot hold it. */
async function projected(
  { store, resultChars = COMPOSED_RESULT_CHARS }: ScriptOptions,
  envelope: Envelope | undefined,
  { text, status, direct }: EnvelopeResult,
): Promise<Projection> {
  if (text.length <= PREVIEW_CHARS) return { text };
  const only = direct === undefined ? undefined : envelope?.children[0];
  const artifact = keptWith(only, text) ?? (await store.putArtifact(encodeUtf8(text)));
  const limit = only === undefined ? resultChars : only.tool.resultLimit;
  const kept = typeof artifact === "string" ? { artifact } : {};
  return projectResult({ text, failed: status !== "success", ...(limit !== undefined && { limit }), ...kept }, store);
}

/** Where a direct call's text has been kept with the call already. */
function keptWith(only: Child | undefined, text: string): ArtifactAddress | undefined {
  return only?.settled?.text === text ? only.settled.artifact : undefined;
}

async function unrecordedEnd(options: ScriptOptions, result: EnvelopeResult, problem: string): Promise<EnvelopeResult> {
  const text = `Error: the script ended, but its record could not be written: ${problem}. What its calls changed stays changed`;
  const unrecorded: EnvelopeResult = {
    ...result,
    outcome: "script-error",
    status: "error",
    text,
    delivery: deliveryOf(text, result.stillRunning, result.notes),
    value: undefined,
    media: [],
  };
  await options.emit(envelopeSettledFact(unrecorded, undefined));
  return unrecorded;
}
