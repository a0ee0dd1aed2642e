import type { Diagnostic } from "../../src/dialect/diagnostics.ts";

/** The text with a diagnostic's correction made; undefined when it offers none. Edits do not overlap. */
export function applyFix(source: string, diagnostic: Diagnostic): string | undefined {
  if (diagnostic.fix === undefined) return undefined;
  const edits = diagnostic.fix.edits.toSorted((a, b) => b.span.start - a.span.start);
  return edits.reduce((text, { span, text: put }) => text.slice(0, span.start) + put + text.slice(span.end), source);
}
