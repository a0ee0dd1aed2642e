import type { Diagnostic } from "../dialect/diagnostics.ts";
import { DIAGNOSTICS } from "../dialect/diagnostics.ts";
import { LIMITS, limitsWith } from "../dialect/limits.ts";
import { parse } from "../dialect/reader/parse.ts";
import { read } from "../dialect/reader/read.ts";
import type { SyntaxNode } from "../dialect/reader/syntax.ts";
import { indentRulesOf } from "./indent-rules.ts";
import { layOut } from "./layout.ts";
import { piecesOf } from "./piece.ts";
import type { Writer } from "./writer.ts";
import { createWriter } from "./writer.ts";

/** Columns a line has at most where the text allows it. */
export const FORMAT_WIDTH = 100;
/** Lists, vectors and prefixes inside one another that the formatter takes. Fixed. */
export const MAX_FORMAT_DEPTH = 1_000;
/** The formatter takes every text that some setting lets run. */
const FORMAT_LIMITS = limitsWith({
  "max-input-bytes": LIMITS["max-input-bytes"].max,
  "max-nodes": LIMITS["max-nodes"].max,
  "max-depth": MAX_FORMAT_DEPTH,
  "max-number-bits": LIMITS["max-number-bits"].max,
});

/** Options of `format`. */
export interface FormatOptions {
  /** Columns a line has at most; FORMAT_WIDTH when left out. */
  readonly width?: number;
}

/** The formatted text, or what keeps the text from being read; then it is left as it is. */
export type FormatResult =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Formats the text of a script as Emacs would indent it: what fits on a line is put on one, except that forms with a
 * body, bindings and clauses stay broken where their author broke them. Comments stay where they are, the line end is
 * that of the text's last line, strings are never touched, and the forms read are the same. Formatting twice is
 * formatting once.
 */
export function format(source: string, options: FormatOptions = {}): FormatResult {
  const errors = read(source, FORMAT_LIMITS).diagnostics.filter(isError);
  if (errors.length > 0) return { ok: false, diagnostics: errors };
  // Every node has a character of its own, so nothing is left out.
  const { nodes } = parse(source, source.length + 1);
  if (isDeeper(nodes, MAX_FORMAT_DEPTH)) return { ok: false, diagnostics: [TOO_DEEP] };
  const writer = createWriter(options.width ?? FORMAT_WIDTH, eolOf(source));
  writeTopLevel(source, nodes, writer);
  return { ok: true, text: writer.text() };
}

const TOO_DEEP: Diagnostic = {
  code: "E402",
  kind: "input",
  span: undefined,
  args: { limit: "format", allowed: MAX_FORMAT_DEPTH },
};

/** A text of comments alone is no script yet, but it can be formatted. */
function isError({ code }: Diagnostic): boolean {
  return DIAGNOSTICS[code].severity === "error" && code !== "E104";
}

function writeTopLevel(source: string, nodes: readonly SyntaxNode[], writer: Writer): void {
  const rules = indentRulesOf(source, nodes);
  const pieces = piecesOf({ source, rules }, nodes, { from: 0, roles: () => "code" });
  pieces.forEach((piece, i) => {
    const trailing = piece.kind === "comment" && piece.breaks === 0;
    if (i > 0 && trailing) writer.write(" ");
    else if (i > 0) writer.newline(0, piece.breaks > 1 ? 1 : 0);
    layOut(piece, writer, 0);
  });
  if (pieces.length > 0) writer.newline(0, 0);
}

function eolOf(source: string): string {
  // The last one: it stays the last when the text is formatted, whatever becomes of the others.
  const end = source.lastIndexOf("\n");
  return end > 0 && source.charCodeAt(end - 1) === 13 ? "\r\n" : "\n";
}

/** Whether nodes nest deeper than `limit` lists, vectors and prefixes. Takes no host stack. */
function isDeeper(nodes: readonly SyntaxNode[], limit: number): boolean {
  const pending = nodes.map((node) => ({ node, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    if (node.kind === "atom" || node.kind === "string" || node.kind === "comment") continue;
    if (depth === limit) return true;
    for (const child of node.children) pending.push({ node: child, depth: depth + 1 });
  }
  return false;
}
