import type { Parser } from "@vscode/tree-sitter-wasm";
import { unparsedCommand } from "../../../ports/commands.ts";
import type { CommandAnalysis } from "../../../ports/commands.ts";
import { visitBash } from "./bash-statements.ts";
import { createCollector } from "./collector.ts";
import { hasGaps, syntaxTree } from "./syntax-tree.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

/** Longest line that is analysed, in characters. */
export const MAX_LINE = 20_000;
/** How deeply scripts may stand inside scripts: `sh -c 'sh -c …'`. */
export const MAX_SCRIPTS = 4;

/** Nodes whose blanks belong to their text. */
const VERBATIM: ReadonlySet<string> = new Set([
  "string", "raw_string", "ansi_c_string", "translated_string", "heredoc_body", "heredoc_redirect", "comment", "word",
  "concatenation", "expansion", "extglob_pattern", "regex", "arithmetic_expansion", "subscript", "brace_expression",
]); // prettier-ignore

/** Nodes whose children stand on one line, apart from each other. */
const SEPARATED: ReadonlySet<string> = new Set([
  "command",
  "file_redirect",
  "declaration_command",
  "unset_command",
  "herestring_redirect",
  "redirected_statement",
]);

/** A joined line's end alone separates nothing: `a\` and `b` on the next line are one word. */
const BLANKS = /^(?:(?:\\\n)*[ \t\n](?:[ \t\n]|\\\n)*)?$/;

/** Whether two words of a command touch, so that the shell takes them for one, or stand on two lines, so that it does not. */
function hasOddWords(node: SyntaxNode, source: string): boolean {
  const isCommand = SEPARATED.has(node.type);
  return node.children.some(
    (child, index) =>
      (isCommand && (touches(node, index) || isOnNextLine(node, index, source))) ||
      isApart(node, index) ||
      hasOddWords(child, source),
  );
}

/** `x=` followed by a blank sets `x` to nothing; the grammar sees the next word as its value where lines are joined. */
function isApart({ type, children }: SyntaxNode, index: number): boolean {
  const before = children[index - 1];
  return type === "variable_assignment" && before !== undefined && before.end !== children[index]?.start;
}

function isOnNextLine({ children }: SyntaxNode, index: number, source: string): boolean {
  const before = children[index - 1];
  const gap = source.slice(before?.end, children[index]?.start);
  return before !== undefined && gap.replaceAll("\\\n", "").includes("\n");
}

function touches({ type, children }: SyntaxNode, index: number): boolean {
  const before = children[index - 1];
  const child = children[index];
  if (before === undefined || before.end !== child?.start) return false;
  if (child.type.endsWith("_redirect") || before.type.endsWith("_redirect")) return false;
  if (type === "command" || type === "declaration_command" || type === "unset_command") return child.named;
  return before.field === "destination" && child.field === "destination";
}

/** Analyses a line of Bash. */
export function analyseBash(source: string, parser: Parser, depth = 0): CommandAnalysis {
  const fail = (reason: string): CommandAnalysis => unparsedCommand("bash", reason);
  if (source.length > MAX_LINE) return fail(`it has more than ${MAX_LINE} characters`);
  if (depth > MAX_SCRIPTS) return fail("scripts are nested too deeply in it");
  if (/[\x00-\x08\x0b-\x1f\x7f\uE000\uFEFF]/.test(source)) return fail("it contains control characters");
  const tree = syntaxTree(parser, source);
  if ("problem" in tree) return fail(tree.problem);
  if (hasGaps(tree, source, BLANKS, VERBATIM) || hasOddWords(tree, source)) return fail("its syntax is not understood");
  const collector = createCollector("bash", (script) => analyseBash(script, parser, depth + 1));
  visitBash(tree, source, collector);
  return collector.result();
}
