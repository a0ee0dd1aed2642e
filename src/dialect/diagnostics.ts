import type { DiagnosticArgs } from "./fault.ts";
import type { ErrorKind } from "./limits.ts";
import { BUDGETS } from "./diagnostics/budgets.ts";
import { CHECKING } from "./diagnostics/checking.ts";
import { READING } from "./diagnostics/reading.ts";
import { RUNNING } from "./diagnostics/running.ts";

export type { DiagnosticRecord } from "./diagnostics/diagnostic-record.ts";

/** A place in the source: UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A replacement of `span` by `text`. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/**
 * Something wrong with a script, as data; `describe` makes text of it at the edge. `span` is undefined
 * where no place in the source is to blame (an argument of a computed call, say).
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly kind: ErrorKind | "warning";
  readonly span: Span | undefined;
  readonly args: DiagnosticArgs;
  /** Extra sentences that only this occurrence has: nearest names, a note that it looks like JSON, the form that was opened. */
  readonly notes?: readonly string[];
  /** The one right correction, where there is exactly one. */
  readonly fix?: { readonly title: string; readonly edits: readonly Edit[] };
}

/**
 * The catalogue. Families follow requirements 2.18: E1xx reader and static, E3xx run time, E4xx budgets, W3xx
 * warnings. `describe` makes text of it.
 */
export const DIAGNOSTICS = { ...READING, ...CHECKING, ...RUNNING, ...BUDGETS } as const;

/** A code of the catalogue: E or W and three digits. */
export type DiagnosticCode = keyof typeof DIAGNOSTICS;
