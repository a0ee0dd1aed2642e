import type { JsonObject } from "../../base/json.ts";
import { ARGUMENT_CHARS, EXPRESSION_CHARS } from "../../protocol/bounds.ts";
import type { CallEntry, Entry, View } from "../../protocol/view.ts";
import { envelopeOf, indexOfChild } from "../../protocol/view.ts";

/** The call or envelope of this id, at the top or within an envelope. */
export function findEntry(view: View, id: string): Entry | undefined {
  const top = view.entries.findLast((entry) => entry.id === id);
  const place = envelopeOf(id);
  if (top !== undefined || place === undefined) return top;
  const within = view.entries.findLast((entry) => entry.id === place.envelope);
  return within?.kind === "envelope" ? within.children[indexOfChild(within, id, place.index)] : undefined;
}

/** The calls of an entry: its children, or the call itself. */
export function callsOf(entry: Entry): readonly CallEntry[] {
  if (entry.kind === "message") return [];
  return entry.kind === "envelope" ? entry.children : [entry];
}

/** A script if all of it is kept: events hold long ones only in part. */
export function wholeScript(expression: string): string | undefined {
  // Half a character is never kept.
  return expression.length < EXPRESSION_CHARS - 1 ? expression : undefined;
}

/** A call's arguments if all of them are kept: events cut long texts, and leave very long arguments out. */
export function wholeInput(args: JsonObject | undefined): JsonObject | undefined {
  return args === undefined || isCut(args) ? undefined : args;
}

/** A text that was cut ends in three dots and is about as long as texts may be. */
function isCut(value: unknown): boolean {
  if (typeof value === "string") return value.length >= ARGUMENT_CHARS - 1 && value.endsWith("...");
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(isCut);
}
