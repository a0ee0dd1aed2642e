import type { Diagnostic, Span } from "./diagnostics.ts";
import type { Fault } from "./fault.ts";
import { tokenEnd } from "./places.ts";
import type { Program } from "./program.ts";
import type { Pair } from "./values.ts";

/** Where the element in `cell`'s car stands in the source, or undefined for a cell that no text made. */
export function placeSpan(program: Program, cell: Pair): Span | undefined {
  const start = program.places.get(cell);
  return start === undefined ? undefined : { start, end: tokenEnd(program.source, start) };
}

/** A fault as a diagnostic at a place. */
export function faultDiagnostic(fault: Fault, span: Span | undefined, notes: readonly string[] = []): Diagnostic {
  const plain = { code: fault.code, kind: fault.kind, span, args: fault.args };
  return notes.length === 0 ? plain : { ...plain, notes };
}
