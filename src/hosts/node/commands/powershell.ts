import type { Parser } from "@vscode/tree-sitter-wasm";
import type { CommandAnalysis, CommandWord } from "../../../ports/commands.ts";
import { unparsedCommand } from "../../../ports/commands.ts";
import { createCollector } from "./collector.ts";
import type { Collector, Origin } from "./collector.ts";
import { powershellWords } from "./powershell-word.ts";
import { hasGaps, syntaxTree, textOf } from "./syntax-tree.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

/** Longest line that is analysed, in characters. */
const MAX_LINE = 20_000;
/** How deeply scripts may stand inside scripts. */
const MAX_SCRIPTS = 4;

interface Walk {
  readonly source: string;
  readonly collector: Collector;
  /** Analyses a script that stands in a word. */
  readonly nested: (script: string) => CommandAnalysis;
}

/** Statements and parts of statements that only hold others. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "program", "statement_list", "pipeline", "pipeline_chain", "pipeline_chain_tail", "statement_block", "script_block",
  "script_block_body", "empty_statement", "comment",
]); // prettier-ignore

/** Statements that decide how often, or whether, their parts run. */
const CONTROLS: ReadonlySet<string> = new Set([
  "if_statement", "elseif_clauses", "elseif_clause", "else_clause", "foreach_statement", "for_statement", "for_initializer",
  "for_condition", "for_iterator", "while_statement", "while_condition", "do_statement", "switch_statement", "switch_condition",
  "switch_body", "switch_clauses", "switch_clause", "switch_clause_condition", "try_statement", "catch_clauses", "catch_clause",
  "finally_clause", "flow_control_statement",
]); // prettier-ignore

/** Nodes of expressions that compute without touching anything. */
const EXPRESSION =
  /_expression$|_literal$|^(?:variable|member_access|element_access|member_name|simple_name|comparison_operator|type_literal|type_spec|type_name|type_identifier|verbatim_string_characters|hash_literal_body|hash_entry|key_expression|argument_list|argument_expression_list|argument_expression|array_type_name|generic_token|braced_variable|expression_with_unary_operator|format_operator|scope_variable)$/;

/** Expressions in which statements stand. */
const BRACKETS: ReadonlySet<string> = new Set([
  "sub_expression",
  "script_block_expression",
  "parenthesized_expression",
  "array_expression",
]);

function fixed(text: string): CommandWord {
  return { text, dynamic: false, wildcard: false, home: false };
}

function visitAll(node: SyntaxNode, origin: Origin, walk: Walk): void {
  for (const child of node.children) {
    if (child.named) visit(child, origin, walk);
    else if (child.type === "|") walk.collector.feature("pipeline");
    else if (child.type === "&") walk.collector.feature("background");
  }
}

function visit(node: SyntaxNode, origin: Origin, walk: Walk): void {
  const { collector } = walk;
  if (collector.failed()) return;
  const { type } = node;
  if (CONTAINERS.has(type)) visitAll(node, origin, walk);
  else if (CONTROLS.has(type)) {
    collector.feature("control");
    visitAll(node, origin, walk);
  } else if (type === "command") visitCommand(node, origin, walk);
  else if (type === "redirection") visitRedirection(node, walk);
  else if (type === "assignment_expression") visitAssignment(node, origin, walk);
  else if (BRACKETS.has(type)) visitBrackets(node, walk);
  else if (EXPRESSION.test(type)) visitExpression(node, origin, walk);
  else collector.fail(`${type.replaceAll("_", " ")} is not understood`);
}

function visitBrackets(node: SyntaxNode, walk: Walk): void {
  if (node.type === "sub_expression") walk.collector.feature("substitution");
  visitAll(node, "substitution", walk);
}

/** Calling a method or making an object of a type may do anything; it counts as a command of its own. */
function visitExpression(node: SyntaxNode, origin: Origin, walk: Walk): void {
  if (/^(?:invokation|pre_increment|post_increment|pre_decrement|post_decrement|cast)_expression$/.test(node.type)) {
    walk.collector.command({ words: [fixed(`<${node.type}>`)], source: textOf(node, walk.source), origin });
  }
  visitAll(node, origin, walk);
}

function visitAssignment(node: SyntaxNode, origin: Origin, walk: Walk): void {
  const [target] = node.children;
  const text = target === undefined ? "" : textOf(target, walk.source);
  walk.collector.command({ words: [], assignments: [`${text}=`], source: textOf(node, walk.source), origin });
  for (const child of node.children.slice(1))
    if (child.named && child.type !== "assignement_operator") visit(child, origin, walk);
}

const NAMES = new Set(["command_name", "command_name_expr", "path_command_name", "path_command_name_token"]);

/** The program of a command: plain text, a quoted text, or something that is only known when it runs. */
function nameWord(node: SyntaxNode, walk: Walk): CommandWord | undefined {
  const text = textOf(node, walk.source);
  if (node.type === "command_name" || node.type === "foreach_command") {
    const name = node.type === "command_name" ? text : (node.children[0]?.type ?? "");
    return /[`"'$(){}]/.test(name) ? { ...fixed(name), dynamic: true } : fixed(name);
  }
  const [inner] = node.children;
  if (inner === undefined) return { ...fixed(text), dynamic: true };
  if (inner.type === "script_block_expression") return undefined;
  if (NAMES.has(inner.type)) return nameWord(inner, walk);
  const [word] = powershellWords(inner, walk.source);
  return word ?? { ...fixed(text), dynamic: true };
}

/** The words that one part of a command gives. */
function partWords(part: SyntaxNode, origin: Origin, walk: Walk): readonly CommandWord[] {
  if (part.type === "command_invokation_operator") return [];
  if (part.type === "command_elements") return elementWords(part, origin, walk);
  if (!NAMES.has(part.type) && part.type !== "foreach_command") {
    walk.collector.fail(`${part.type.replaceAll("_", " ")} is not understood`);
    return [];
  }
  for (const inner of part.children) if (inner.named && !NAMES.has(inner.type)) visit(inner, origin, walk);
  const name = nameWord(part, walk);
  return name === undefined ? [] : [name];
}

function visitCommand(node: SyntaxNode, origin: Origin, walk: Walk): void {
  const words = node.children.flatMap((part) => partWords(part, origin, walk));
  const [program] = words;
  // A block that is called has been visited.
  if (program === undefined) return;
  if (/^(?:iex|invoke-expression)$/i.test(program.text)) visitScript(words, node, origin, walk);
  else walk.collector.command({ words, source: textOf(node, walk.source), origin });
}

/** `Invoke-Expression "…"` runs its word. */
function visitScript(
  words: readonly CommandWord[],
  node: SyntaxNode,
  origin: Origin,
  { collector, source, nested }: Walk,
): void {
  const [script, ...more] = words.slice(1).filter(({ text }) => text.toLowerCase() !== "-command");
  collector.command({ words, source: textOf(node, source), origin });
  if (script === undefined || script.dynamic || more.length > 0)
    collector.fail("what Invoke-Expression runs is only known when it runs");
  else collector.merge(nested(script.text));
}

/** The words of a command; redirections and script blocks among them are visited and are none. */
function elementWords(node: SyntaxNode, origin: Origin, walk: Walk): readonly CommandWord[] {
  const { collector, source } = walk;
  const words: CommandWord[] = [];
  let joins = false;
  for (const child of node.children) {
    if (child.type === "command_argument_sep") {
      const text = textOf(child, source);
      joins = text.startsWith(":");
      if (!/^:?(?:[ \t]|`\r?\n)*$/.test(text)) collector.fail("words of a command are not understood");
    } else if (child.type === "redirection") visitRedirection(child, walk);
    else if (child.type === "generic_token" || child.type === "command_parameter" || EXPRESSION.test(child.type)) {
      const found = isBlock(child) ? [] : powershellWords(child, source);
      visitIn(child, origin, walk);
      const [first, ...rest] = found;
      const before = words.at(-1);
      if (joins && first !== undefined && before !== undefined) {
        words[words.length - 1] = { ...first, text: `${before.text}:${first.text}`, dynamic: first.dynamic };
        words.push(...rest);
      } else words.push(...found);
      joins = false;
    } else collector.fail(`${child.type.replaceAll("_", " ")} is not understood`);
  }
  return words;
}

function isBlock(node: SyntaxNode): boolean {
  const [only, ...more] = node.children;
  if (node.type === "script_block_expression") return true;
  return more.length === 0 && only !== undefined && EXPRESSION.test(node.type) && isBlock(only);
}

function visitIn(node: SyntaxNode, origin: Origin, walk: Walk): void {
  if (node.type !== "generic_token" && node.type !== "command_parameter") visit(node, origin, walk);
}

function visitRedirection(node: SyntaxNode, { collector, source }: Walk): void {
  const name = node.children.find(({ type }) => type === "redirected_file_name");
  if (name === undefined) {
    if (!node.children.every(({ type }) => type === "merging_redirection_operator"))
      collector.fail("a redirection is not understood");
    return;
  }
  const targets = name.children.filter(({ named, type }) => named && type !== "command_argument_sep");
  const words = targets.flatMap((target) => powershellWords(target, source));
  const [target] = words;
  if (target === undefined || words.length > 1) collector.fail("a redirection is not understood");
  else collector.redirection({ access: "write", target });
}

const BLANKS = /^(?:[ \t\r\n]|`\r?\n)*$/;
const VERBATIM: ReadonlySet<string> = new Set([
  "expandable_string_literal", "expandable_here_string_literal", "verbatim_string_characters", "verbatim_here_string_characters",
  "comment", "variable", "braced_variable", "command_argument_sep", "generic_token",
]); // prettier-ignore

/** Analyses a line of PowerShell. */
export function analysePowershell(source: string, parser: Parser, depth = 0): CommandAnalysis {
  const fail = (reason: string): CommandAnalysis => unparsedCommand("powershell", reason);
  if (source.length > MAX_LINE) return fail(`it has more than ${MAX_LINE} characters`);
  if (depth > MAX_SCRIPTS) return fail("scripts are nested too deeply in it");
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\uFEFF]/.test(source)) return fail("it contains control characters");
  // PowerShell takes these for quotes and dashes.
  if (/[\u2013-\u2015\u2018-\u201f]/.test(source)) return fail("it contains typographic quotes or dashes");
  if (source.includes("--%")) return fail("it stops parsing with --%");
  const tree = syntaxTree(parser, source);
  if ("problem" in tree) return fail(tree.problem);
  if (hasGaps(tree, source, BLANKS, VERBATIM)) return fail("its syntax is not understood");
  const nested = (script: string): CommandAnalysis => analysePowershell(script, parser, depth + 1);
  const collector = createCollector("powershell", nested);
  visit(tree, "line", { source, collector, nested });
  return collector.result();
}
