import type { Reports } from "./reports.ts";
import { hasRoom, place, report, snippet } from "./reports.ts";

/** Something opened that a closer has to end; `column` counts UTF-16 units from the beginning of its line. */
export interface Opener {
  readonly kind: "list" | "vector" | "prefixed" | "string";
  readonly start: number;
  readonly column: number;
}

/** The first line that begins too far left for the list it is in, which probably lacks closers before that line. */
export interface Suspicion {
  readonly opener: Opener;
  /** Where that line's first token begins. */
  readonly at: number;
  /** End of the last token before it. */
  readonly lastEnd: number;
  /** Closers that would have to stand at `lastEnd` for the line to be where it seems to be. */
  readonly count: number;
}

const CLOSER = { list: ")", vector: "]", string: '"', prefixed: "" } as const;
const OPENER = { list: "(", vector: "[", string: '"', prefixed: "" } as const;
const NOUN = { list: "list", vector: "vector", string: "string", prefixed: "prefix" } as const;

/** Reports a closer that has nothing to close (E102). */
export function blameStray(reports: Reports, at: number): void {
  const closer = reports.source.charAt(at);
  const span = { start: at, end: at + 1 };
  report(reports, {
    code: "E102",
    kind: "script",
    span,
    args: { closer },
    fix: { title: `Remove the ${closer}`, edits: [{ span, text: "" }] },
  });
}

/**
 * Reports a closer of the wrong kind (E103). `insertAt` is set when it fits the opener around the innermost one:
 * then the innermost one lacks its closer there; otherwise the closer itself is wrong.
 */
export function blameMismatch(reports: Reports, opener: Opener, at: number, insertAt: number | undefined): void {
  if (!hasRoom(reports)) return;
  const closer = reports.source.charAt(at);
  const right = CLOSER[opener.kind];
  const span = { start: at, end: at + 1 };
  report(reports, {
    code: "E103",
    kind: "script",
    span,
    args: { closer, opener: OPENER[opener.kind], right, ...place(reports, opener.start) },
    fix:
      insertAt === undefined
        ? { title: `Replace ${closer} by ${right}`, edits: [{ span, text: right }] }
        : {
            title: `Insert ${right} before ${closer}`,
            edits: [{ span: { start: insertAt, end: insertAt }, text: right }],
          },
  });
}

/** The closers that end `openers`, innermost first. Linear. */
function closersOf(openers: readonly Opener[]): string {
  return openers
    .map((opener) => CLOSER[opener.kind])
    .reverse()
    .join("");
}

function closerWord(closers: string): string {
  if (/^\)+$/.test(closers)) return closers.length === 1 ? "parenthesis" : "parentheses";
  if (/^\]+$/.test(closers)) return closers.length === 1 ? "bracket" : "brackets";
  return closers === '"' ? "double quote" : "parentheses and brackets";
}

/** Closers a fix writes at most; more of them missing means that the text is no script at all. */
const MAX_FIXED_CLOSERS = 100;

/**
 * Reports what is open at the end of the text as one mistake (E101): the innermost opener, or the one that a
 * line which begins too far left points at. `openers` are outermost first; `end` is where the last token ends.
 */
export function blameUnclosed(
  reports: Reports,
  openers: readonly Opener[],
  found: { readonly suspicion: Suspicion | undefined; readonly end: number },
): void {
  const { source } = reports;
  const { suspicion } = found;
  const blamed = suspicion?.opener ?? openers.at(-1);
  if (blamed === undefined || !hasRoom(reports)) return;
  const closers = closersOf(openers);
  const notes: string[] = [];
  if (suspicion !== undefined) {
    const { line } = place(reports, suspicion.at);
    notes.push(
      `Line ${line} begins no further right than this ${NOUN[blamed.kind]}, so ${snippet(source, blamed.start, suspicion.lastEnd)} seems to lack its closer before that line.`,
    );
  } else if (openers.length > 1) {
    const outer = openers[0] as Opener;
    const { line, column } = place(reports, outer.start);
    notes.push(
      `The outermost of them is ${snippet(source, outer.start, source.length)} at line ${line}, column ${column}.`,
    );
  }
  const fix = fixUnclosed(blamed, closers, found);
  report(reports, {
    code: "E101",
    kind: "script",
    span: { start: blamed.start, end: blamed.start + 1 },
    args: {
      what: `the ${NOUN[blamed.kind]} ${snippet(source, blamed.start, source.length)}`,
      ...place(reports, blamed.start),
      count: closers.length,
      closers: closerWord(closers),
    },
    ...(notes.length > 0 ? { notes } : {}),
    ...(fix === undefined ? {} : { fix }),
  });
}

function fixUnclosed(
  blamed: Opener,
  closers: string,
  found: { readonly suspicion: Suspicion | undefined; readonly end: number },
): { title: string; edits: { span: { start: number; end: number }; text: string }[] } | undefined {
  // Where a string should have ended is anybody's guess, and so is the place when the lines do not add up.
  if (blamed.kind === "string" || closers.length > MAX_FIXED_CLOSERS) return undefined;
  const { suspicion } = found;
  if (suspicion !== undefined && (suspicion.count !== closers.length || new Set(closers).size > 1)) return undefined;
  const at = suspicion?.lastEnd ?? found.end;
  return { title: `Insert ${closers}`, edits: [{ span: { start: at, end: at }, text: closers }] };
}
