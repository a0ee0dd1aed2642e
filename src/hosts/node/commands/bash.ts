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

/** Nodes whose children touch each other only where they are one word. */
const SEPARATED: ReadonlySet<string> = new Set([
  "command",
  "file_redirect",
  "declaration_command",
  "unset_command",
  "herestring_redirect",
]);

/** A joined line's end alone separates nothing: `a\` and `b` on the next line are one word. */
const BLANKS = /^(?:(?:\\\n)*[ \t\n](?:[ \t\n]|\\\n)*)?$/;

/** Whether two words of a command touch: the shell would take them for one. */
function hasTouchingWords(node: SyntaxNode): boolean {
  return (
    (SEPARATED.has(node.type) && node.children.some((_, index) => touches(node, index))) ||
    node.children.some(hasTouchingWords)
  );
}

function touches(node: SyntaxNode, index: number): boolean {
  const before = node.children[index - 1];
  const child = node.children[index];
  if (before === undefined || before.end !== child?.start) return false;
  if (child.type.endsWith("_redirect") || before.type.endsWith("_redirect")) return false;
  if (node.type === "file_redirect" || node.type === "herestring_redirect") {
    return before.field === "destination" && child.field === "destination";
  }
  return child.named;
}

/** Analyses a line of Bash. */
export function analyseBash(source: string, parser: Parser, depth = 0): CommandAnalysis {
  const fail = (reason: string): CommandAnalysis => unparsedCommand("bash", reason);
  if (source.length > MAX_LINE) return fail(`it has more than ${MAX_LINE} characters`);
  if (depth > MAX_SCRIPTS) return fail("scripts are nested too deeply in it");
  if (/[\x00-\x08\x0b-\x1f\x7f\uE000\uFEFF]/.test(source)) return fail("it contains control characters");
  const tree = syntaxTree(parser, source);
  if ("problem" in tree) return fail(tree.problem);
  if (hasGaps(tree, source, BLANKS, VERBATIM) || hasTouchingWords(tree)) return fail("its syntax is not understood");
  const collector = createCollector("bash", (script) => analyseBash(script, parser, depth + 1));
  visitBash(tree, source, collector);
  return collector.result();
}
