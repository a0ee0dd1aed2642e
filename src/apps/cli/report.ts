import { describe, expectedOf, messageOf, remedyOf } from "../../dialect/describe.ts";
import type { Diagnostic, Edit } from "../../dialect/index.ts";
import { DIAGNOSTICS } from "../../dialect/index.ts";
import type { LineTable } from "../../dialect/line-table.ts";
import { lineTable, positionIn } from "../../dialect/line-table.ts";
import { painter } from "./colours.ts";
import type { CliIo } from "./io.ts";
import type { Source } from "./source.ts";

/** Whether something is wrong that keeps a script from running. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.kind !== "warning");
}

/** Diagnostics as text for a person, one after the other with a blank line between them; empty when there are none. */
export function describeAll(diagnostics: readonly Diagnostic[], source: Source, colours: boolean): string {
  const texts = diagnostics.map((diagnostic) =>
    painted(describe(diagnostic, source.text, { name: source.name }), colours),
  );
  return texts.map((text) => `${text.trimEnd()}\n`).join("\n");
}

/** Code in red or yellow, caret line in the same colour, labels dim. */
function painted(text: string, colours: boolean): string {
  if (!colours) return text;
  const paint = painter(true);
  const style = text.startsWith("W") ? "yellow" : "red";
  return text
    .replace(/^[EW]\d{3}/, (code) => paint("bold", paint(style, code)))
    .replace(/^(\s+\| *)(\^~*)$/m, (_, before: string, carets: string) => before + paint(style, carets));
}

/** A place in JSON: line and column count from 1, columns in characters; the end is exclusive. */
interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Diagnostics as the objects that `--json` writes. */
export function toJson(
  diagnostics: readonly Diagnostic[],
  source: Source,
): readonly Readonly<Record<string, unknown>>[] {
  const lines = lineTable(source.text);
  return diagnostics.map((diagnostic) => {
    const { code, kind, span, notes, fix } = diagnostic;
    const expected = expectedOf(diagnostic);
    return {
      code,
      kind,
      severity: DIAGNOSTICS[code].severity,
      message: messageOf(diagnostic),
      ...(span !== undefined && placeOf(lines, span)),
      ...(expected !== undefined && { expected }),
      remedy: remedyOf(diagnostic),
      ...(notes !== undefined && { notes }),
      ...(fix !== undefined && { fix: { title: fix.title, edits: fix.edits.map((edit) => editJson(lines, edit)) } }),
    };
  });
}

function placeOf(lines: LineTable, { start, end }: Edit["span"]): Place {
  const from = positionIn(lines, start);
  const to = positionIn(lines, end);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function editJson(lines: LineTable, { span, text }: Edit): Readonly<Record<string, unknown>> {
  return { ...placeOf(lines, span), text };
}

/** Writes one JSON object on a line of its own. */
export function writeJson(io: CliIo, object: Readonly<Record<string, unknown>>): void {
  io.out(`${JSON.stringify(object)}\n`);
}

/** A number with its noun: `1 step`, `2 steps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
