import { utf8Length } from "../base/utf8.ts";
import type { Settled } from "../pipeline/call.ts";
import { projectedText, sideNotes } from "../pipeline/present.ts";
import type { Tool } from "../pipeline/tool.ts";
import type { Child } from "./audit.ts";

/** What a composed script kept out of the conversation, beside making its calls one by one. Either may be negative: then direct calls would have been cheaper. */
export interface Savings {
  /** UTF-8 bytes of arguments and results, less the script and its delivery. */
  readonly bytes: number;
  /** Model turns: a join counts as one, as parallel requests of one turn would. */
  readonly roundTrips: number;
}

/**
 * The meter of one composed script: what the model would have sent and got for its calls one by one, against what it sent
 * and got. A long result counts as the head and tail that the model would have got of it.
 */
export function savingsOf(source: string, delivery: string, children: readonly Child[]): Savings {
  let bytes = -utf8Length(source) - utf8Length(delivery);
  let rounds = 0;
  let joined: number | undefined;
  for (const { input, settled, tool, batch } of children) {
    if (input.ok) bytes += utf8Length(JSON.stringify(input.input));
    if (settled !== undefined) bytes += directBytes(settled, tool);
    if (batch === undefined || batch !== joined) rounds++;
    joined = batch;
  }
  return { bytes, roundTrips: rounds - 1 };
}

/** UTF-8 bytes that a direct call's result would have been for the model, with what hooks and others said about it. */
function directBytes({ text, status, artifact, ...notes }: Settled, { resultLimit }: Tool): number {
  const result = {
    text,
    failed: status !== "success",
    ...(resultLimit !== undefined && { limit: resultLimit }),
    ...(artifact !== undefined && { artifact }),
  };
  return utf8Length(projectedText(result)) + utf8Length(sideNotes(notes));
}
