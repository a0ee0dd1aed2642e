import { utf8Length } from "../base/utf8.ts";
import type { Child } from "./audit.ts";

/** What a composed script kept out of the conversation, beside making its calls one by one. Either may be negative: then direct calls would have been cheaper. */
export interface Savings {
  /** UTF-8 bytes of arguments and results, less the script and its delivery. */
  readonly bytes: number;
  /** Model turns: a join counts as one, as parallel requests of one turn would. */
  readonly roundTrips: number;
}

/** The meter of one composed script: what its calls put through, against what the model sent and got. */
export function savingsOf(source: string, delivery: string, children: readonly Child[]): Savings {
  let bytes = -utf8Length(source) - utf8Length(delivery);
  let rounds = 0;
  let joined: number | undefined;
  for (const { input, settled, batch } of children) {
    if (input.ok) bytes += utf8Length(JSON.stringify(input.input));
    if (settled !== undefined) bytes += utf8Length(settled.text);
    if (batch === undefined || batch !== joined) rounds++;
    joined = batch;
  }
  return { bytes, roundTrips: rounds - 1 };
}
