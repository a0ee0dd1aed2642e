import type { Diagnostic, DiagnosticRecord } from "./diagnostics.ts";
import { DIAGNOSTICS } from "./diagnostics.ts";
import type { DiagnosticArgs } from "./fault.ts";
import type { Position } from "./line-table.ts";
import { lineIndex, lineTable, positionIn } from "./line-table.ts";
import { charWidth } from "./text/width.ts";

/** Columns of a source line that are shown. */
const SHOWN_COLUMNS = 100;
/** Columns that stay before the caret when the beginning of a line is cut. */
const LEAD_COLUMNS = 40;
/** Columns a tab is shown as. */
const TAB = "    ";

/** How `describe` shows a diagnostic. */
export interface DescribeOptions {
  /** What the text is called: a file name, say. "script" when left out. */
  readonly name?: string;
}

/** Text from a script on one line, without anything that a terminal would act on. */
function oneLine(text: string): string {
  return text.replaceAll("\n", "\\n").replace(/[\u0000-\u001f\u007f-\u009f]/g, "·");
}

/**
 * A template of the catalogue with its `{arguments}` filled in, each on one line; one that is not given stays as it is.
 */
export function fillTemplate(template: string, args: DiagnosticArgs): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(args, name) ? oneLine(String(args[name])) : whole,
  );
}

function recordOf(diagnostic: Diagnostic): DiagnosticRecord {
  return DIAGNOSTICS[diagnostic.code];
}

/** What is wrong, in one sentence without a full stop. */
export function messageOf(diagnostic: Diagnostic): string {
  return fillTemplate(recordOf(diagnostic).message, diagnostic.args);
}

/** The expected form, where there is one. */
export function expectedOf(diagnostic: Diagnostic): string | undefined {
  const { expected } = recordOf(diagnostic);
  return expected === undefined ? undefined : fillTemplate(expected, diagnostic.args);
}

/** What to do next, as a sentence. */
export function remedyOf(diagnostic: Diagnostic): string {
  return fillTemplate(recordOf(diagnostic).remedy, diagnostic.args);
}

/** Line and column of a UTF-16 offset, both from 1, columns in characters. For many offsets of one text, see `lineTable`. */
export function positionOf(source: string, offset: number): Position {
  return positionIn(lineTable(source), offset);
}

/**
 * A diagnostic as text for people and models (2.18), no line end at its end: a first line of the form
 * `CODE NAME:LINE:COLUMN MESSAGE`, the line of the source with a caret line under it, the expected form, notes,
 * and what to do next. Without a span there is no place and no source line.
 */
export function describe(diagnostic: Diagnostic, source: string, options: DescribeOptions = {}): string {
  const { code, span, notes = [] } = diagnostic;
  const name = options.name ?? "script";
  const expected = expectedOf(diagnostic);
  const lines: string[] = [];
  if (span === undefined) {
    lines.push(`${code} ${name} ${messageOf(diagnostic)}`);
  } else {
    const table = lineTable(source);
    const start = Math.min(span.start, source.length);
    const { line, column } = positionIn(table, start);
    lines.push(`${code} ${name}:${line}:${column} ${messageOf(diagnostic)}`);
    const from = table.starts[lineIndex(table, start)] as number;
    const next = source.indexOf("\n", from);
    const to = next < 0 ? source.length : next;
    const shown = sourceLine(source, { from, to }, { start, end: Math.max(start, Math.min(span.end, to)) });
    const margin = String(line);
    lines.push(`  ${margin} | ${shown.text}`.trimEnd(), `  ${" ".repeat(margin.length)} | ${shown.carets}`);
  }
  if (expected !== undefined) lines.push(`  expected: ${expected}`);
  for (const note of notes) lines.push(`  note: ${oneLine(note)}`);
  lines.push(`  try: ${remedyOf(diagnostic)}`);
  return lines.join("\n");
}

/** One character as it is shown: tabs as blanks, other control characters, byte order marks and lone surrogates as a mark. */
function shownCharacter(code: number): string {
  if (code === 9) return TAB;
  if (code < 32 || (code >= 0x7f && code < 0xa0) || code === 0xfeff) return "·";
  return code >= 0xd800 && code <= 0xdfff ? "\ufffd" : String.fromCodePoint(code);
}

interface ShownCharacter {
  readonly at: number;
  readonly text: string;
  readonly width: number;
}

/** The characters of `source` from `from` on, up to `to` or until they take `columns`. Goes back with a negative `step`. */
function charactersFrom(source: string, from: number, to: number, columns: number): readonly ShownCharacter[] {
  const characters: ShownCharacter[] = [];
  let width = 0;
  for (let at = from; at < to && width < columns;) {
    const code = source.codePointAt(at) as number;
    const text = shownCharacter(code);
    const own = text === TAB ? TAB.length : text === "·" || text === "\ufffd" ? 1 : charWidth(code);
    characters.push({ at, text, width: own });
    width += own;
    at += code > 0xffff ? 2 : 1;
  }
  return characters;
}

/** Where to begin showing a line so that what stands at `start` is in view; never inside a surrogate pair. */
function viewStart(source: string, from: number, start: number): number {
  if (start - from <= SHOWN_COLUMNS - 20) return from;
  const at = start - LEAD_COLUMNS;
  return (source.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}

/** The part of a line around a span, and the carets that belong under it. Bounded by `SHOWN_COLUMNS`, however long the line is. */
function sourceLine(
  source: string,
  line: { readonly from: number; readonly to: number },
  span: { readonly start: number; readonly end: number },
): { readonly text: string; readonly carets: string } {
  const to = source.charCodeAt(line.to - 1) === 13 ? Math.max(line.from, line.to - 1) : line.to;
  const view = viewStart(source, line.from, span.start);
  const characters = charactersFrom(source, view, to, SHOWN_COLUMNS);
  const last = characters.at(-1);
  const cut = last !== undefined && last.at + ((source.codePointAt(last.at) as number) > 0xffff ? 2 : 1) < to;
  const lead = view > line.from ? "…" : "";
  let before = lead.length;
  let marked = 0;
  for (const { at, width } of characters) {
    if (at < span.start) before += width;
    else if (at < span.end) marked += width;
  }
  const text = lead + characters.map((character) => character.text).join("") + (cut ? "…" : "");
  return { text, carets: `${" ".repeat(before)}^${"~".repeat(Math.max(0, marked - 1))}` };
}
