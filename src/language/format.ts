import type { Diagnostic } from "../dialect/diagnostics.ts";
import { DIAGNOSTICS } from "../dialect/diagnostics.ts";
import { MAX_SYNTAX_NODES, parse } from "../dialect/reader/parse.ts";
import type { SyntaxNode } from "../dialect/reader/syntax.ts";
import { indentRulesOf } from "./indent-rules.ts";
import { layOut } from "./layout.ts";
import { piecesOf } from "./piece.ts";
import type { Writer } from "./writer.ts";
import { createWriter } from "./writer.ts";

/** Columns a line has at most where the text allows it. */
export const FORMAT_WIDTH = 100;
/** Lists and vectors inside one another that the formatter takes. Fixed. */
export const MAX_FORMAT_DEPTH = 1_000;
/** Characters (UTF-16 units) of a text that the formatter takes. Fixed. */
export const MAX_FORMAT_LENGTH = 10_000_000;

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
 * body, bindings and clauses stay broken where their author broke them. Comments stay where they are, line ends are
 * those of the text's first line, strings are never touched, and the forms read are the same. Formatting twice is
 * formatting once.
 */
export function format(source: string, options: FormatOptions = {}): FormatResult {
  if (source.length > MAX_FORMAT_LENGTH) return refusal("E400", { allowed: MAX_FORMAT_LENGTH, amount: source.length });
  const { nodes, diagnostics, complete } = parse(source);
  if (!complete) return refusal("E401", { allowed: MAX_SYNTAX_NODES });
  const errors = diagnostics.filter(({ code }) => DIAGNOSTICS[code].severity === "error" && code !== "E104");
  if (errors.length > 0) return { ok: false, diagnostics: errors };
  if (isDeeper(nodes, MAX_FORMAT_DEPTH)) return refusal("E402", { allowed: MAX_FORMAT_DEPTH });
  const writer = createWriter(options.width ?? FORMAT_WIDTH, eolOf(source));
  const mark = source.startsWith("\uFEFF") ? "\uFEFF" : "";
  writeTopLevel(source, nodes, writer);
  return { ok: true, text: mark + writer.text() };
}

function refusal(code: "E400" | "E401" | "E402", args: Diagnostic["args"]): FormatResult {
  return { ok: false, diagnostics: [{ code, kind: "input", span: undefined, args: { limit: "format", ...args } }] };
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
  const end = source.indexOf("\n");
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
