import type { Limits, Value } from "../dialect/index.ts";
import type { SymbolTable } from "../dialect/values.ts";
import { bytesOf } from "../dialect/values.ts";
import type { Settled } from "../pipeline/call.ts";
import { failureValue, fromText } from "./from-outcome.ts";

/** What a script gets of a call, and why its result was rejected, if it was. */
export interface ChildValue {
  readonly value: Value;
  readonly rejected?: string;
}

/**
 * The guest value of a settled call: its text exactly, or `(:error "message")` for a failure (R208, R213). Which of
 * them is the status's to say, never the text's. A result over the value budget becomes a short error value (2.8).
 */
export function childValue({ status, text }: Settled, limits: Limits, symbols: SymbolTable): ChildValue {
  const allowed = limits["max-value-bytes"];
  // A text has at least as many bytes as UTF-16 units: what is far too long is not even measured.
  const tooLong = text.length > allowed;
  const value = tooLong ? undefined : status === "success" ? fromText(text) : failureValue(text, symbols);
  if (value !== undefined && bytesOf(value) <= allowed) return { value };
  const bytes = value === undefined ? `at least ${text.length}` : `${bytesOf(value)}`;
  return {
    value: failureValue("Nested tool result rejected", symbols),
    rejected:
      `Error: nested tool result rejected: it takes ${bytes} bytes, max-value-bytes allows ${allowed}. ` +
      "Ask the tool for less, a range or a narrower search, say",
  };
}
