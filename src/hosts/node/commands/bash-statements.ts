import type { CommandWord } from "../../../ports/commands.ts";
import { fixedWord, visitWord } from "./bash-expansions.ts";
import type { BashWalk } from "./bash-expansions.ts";
import { visitRedirection } from "./bash-redirections.ts";
import { bashLine, bashWord } from "./bash-word.ts";
import type { Collector, Origin } from "./collector.ts";
import { textOf } from "./syntax-tree.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

/** Statements that consist of statements. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "program",
  "list",
  "pipeline",
  "subshell",
  "compound_statement",
  "negated_command",
]);

/** The same for those that decide how often, or whether, their parts run. */
const CONTROLS: ReadonlySet<string> = new Set([
  "if_statement", "elif_clause", "else_clause", "while_statement", "for_statement", "c_style_for_statement", "do_group",
  "case_statement", "case_item", "function_definition",
]); // prettier-ignore

/** Nodes that are words or parts of words. */
const WORDS: ReadonlySet<string> = new Set([
  "word", "string", "raw_string", "ansi_c_string", "translated_string", "concatenation", "number", "simple_expansion",
  "expansion", "command_substitution", "process_substitution", "arithmetic_expansion", "brace_expression", "extglob_pattern",
  "regex", "test_operator", "variable_name", "special_variable_name", "array", "subscript", "binary_expression",
  "unary_expression", "postfix_expression", "ternary_expression", "parenthesized_expression", "string_content",
  "heredoc_content", "file_descriptor", "c_style_for_expression",
]); // prettier-ignore

/** Tokens inside statements that mean nothing by themselves. */
const PUNCTUATION: ReadonlySet<string> = new Set([
  ";", "&&", "||", "|", "|&", "&", "!", "(", ")", "{", "}", "\n", "if", "then", "elif", "else", "fi", "while", "until", "do",
  "done", "for", "select", "in", "case", "esac", ";;", ";&", ";;&", "function", "((", "))",
]); // prettier-ignore

const ONLY_IN_CASE: ReadonlySet<string> = new Set([";;", ";&", ";;&"]);

function visitToken(node: SyntaxNode, parent: SyntaxNode, { collector }: BashWalk): void {
  const { type } = node;
  if (!PUNCTUATION.has(type)) collector.fail(`${JSON.stringify(type)} is not understood here`);
  if (ONLY_IN_CASE.has(type) && parent.type !== "case_item") collector.fail(`${type} stands outside of a case`);
  if (type === "|" || type === "|&") collector.feature("pipeline");
  if (type === "&") collector.feature("background");
}

function visitAll(parent: SyntaxNode, origin: Origin, walk: BashWalk): void {
  for (const child of parent.children) {
    if (child.named) visit(child, origin, walk);
    else visitToken(child, parent, walk);
  }
}

type Visitor = (node: SyntaxNode, origin: Origin, walk: BashWalk) => void;

const VISITORS: ReadonlyMap<string, Visitor> = new Map<string, Visitor>([
  ...[...CONTAINERS].map((type): [string, Visitor] => [type, visitAll]),
  ...[...CONTROLS].map((type): [string, Visitor] => [type, visitControl]),
  ...[...WORDS].map((type): [string, Visitor] => [type, (node, _origin, walk) => visitWord(node, walk)]),
  ["command", (node, origin, walk) => visitCommand(node, [], origin, walk)],
  ["redirected_statement", visitRedirected],
  ["variable_assignment", visitAssignments],
  ["variable_assignments", visitAssignments],
  ["declaration_command", visitTokens],
  ["unset_command", visitTokens],
  ["test_command", visitTokens],
  ["file_redirect", visitRedirection],
  ["herestring_redirect", visitRedirection],
  ["heredoc_redirect", visitRedirection],
  ["comment", () => undefined],
]);

/** Visits a statement, or a word that stands where statements do. What is not known is not understood. */
function visit(node: SyntaxNode, origin: Origin, walk: BashWalk): void {
  const { collector } = walk;
  if (collector.failed()) return;
  const visitor = VISITORS.get(node.type);
  if (visitor === undefined) collector.fail(`${node.type.replaceAll("_", " ")} is not understood`);
  else visitor(node, origin, walk);
}

function visitControl(node: SyntaxNode, origin: Origin, walk: BashWalk): void {
  const { collector, line } = walk;
  collector.feature("control");
  const variable = node.children.find(({ type, field }) => type === "variable_name" && field === "variable");
  const name = variable === undefined ? "" : textOf(variable, line.source);
  // A loop over `PATH` sets it.
  if (!/^[a-z_][a-z\d_]*$|^$/.test(name)) {
    collector.command({ words: [], assignments: [`${name}=`], source: name, origin });
  }
  if (node.type === "c_style_for_statement") visitCounting(node, origin, walk);
  else visitAll(node, origin, walk);
}

/** `for ((…; …; …))` computes: see `visitWord` about arithmetic. */
function visitCounting(node: SyntaxNode, origin: Origin, walk: BashWalk): void {
  walk.collector.command({ words: [fixedWord("((")], source: "((", origin });
  for (const child of node.children.filter(({ named }) => named)) {
    if (child.field === "body") visit(child, origin, walk);
    else visitWord(child, walk);
  }
}

function assignmentText(node: SyntaxNode, { line }: BashWalk): string {
  const value = node.children.find(({ field }) => field === "value");
  const name = line.source.slice(node.start, value?.start ?? node.end);
  return value === undefined ? name : `${name}${bashWord(value, line).text}`;
}

function visitAssignments(node: SyntaxNode, origin: Origin, walk: BashWalk): void {
  const nodes = node.type === "variable_assignment" ? [node] : node.children;
  for (const each of nodes) visitValue(each, walk);
  const assignments = nodes.map((each) => assignmentText(each, walk));
  walk.collector.command({ words: [], assignments, source: textOf(node, walk.line.source), origin });
}

function visitValue(node: SyntaxNode, walk: BashWalk): void {
  for (const child of node.children) if (child.named) visitWord(child, walk);
}

/** Words that begin or end statements. A command that seems to be named so is a statement the grammar has not seen. */
const RESERVED = /^(?:if|then|else|elif|fi|case|esac|for|select|while|until|do|done|in|function|\{|\}|!|\[\[|\]\])$/;

function checkReserved(words: readonly CommandWord[], { collector }: BashWalk): void {
  // What `time` and `coproc` take is a whole pipeline.
  const first = words.findIndex(({ text }) => !/^(?:time|coproc|-p|--)$/.test(text));
  if (RESERVED.test(words[first]?.text ?? "")) collector.fail("a keyword stands where a command's name does");
}

/** A command: assignments, name, words; redirections may stand between them. `more` are words found behind redirections. */
function visitCommand(node: SyntaxNode, more: readonly SyntaxNode[], origin: Origin, walk: BashWalk): void {
  const { collector, line } = walk;
  const assignments: string[] = [];
  const words: CommandWord[] = [];
  const sources: string[] = [];
  for (const child of [...node.children, ...more]) {
    if (child.type === "variable_assignment") {
      assignments.push(assignmentText(child, walk));
      visitValue(child, walk);
    } else if (child.type.endsWith("_redirect")) {
      for (const word of visitRedirection(child, origin, walk)) addWord(word);
    } else if (child.named || /^[=!~<>-]+$/.test(child.type)) addWord(child);
    else collector.fail(`${JSON.stringify(child.type)} is not understood here`);
  }
  function addWord(word: SyntaxNode): void {
    visitWord(word, walk);
    words.push(word.named ? bashWord(word, line) : fixedWord(word.type));
    sources.push(textOf(word, line.source));
  }
  checkReserved(words, walk);
  const settings = node.children
    .filter(({ type }) => type === "variable_assignment")
    .map((each) => textOf(each, line.source));
  collector.command({ words, assignments, source: [...settings, ...sources].join(" "), origin });
}

/** `export A=b`, `unset x`, `[ -f x ]`, `((x++))`: words without structure. */
function visitTokens(node: SyntaxNode, origin: Origin, walk: BashWalk): void {
  const words = node.children.flatMap((child) => leaves(child, walk));
  visitWord({ ...node, type: "concatenation" }, walk);
  const source = textOf(node, walk.line.source);
  const name =
    node.type === "test_command"
      ? source.slice(0, source.startsWith("((") || source.startsWith("[[") ? 2 : 1)
      : undefined;
  walk.collector.command({
    words: name === undefined ? words : [fixedWord(name), ...words.slice(1, -1)],
    source,
    origin,
  });
}

const STRUCTURED = /_expression$|^test_command$/;

function leaves(node: SyntaxNode, walk: BashWalk): readonly CommandWord[] {
  if (!node.named) return [fixedWord(node.type)];
  if (STRUCTURED.test(node.type) && node.type !== "brace_expression")
    return node.children.flatMap((child) => leaves(child, walk));
  if (node.type === "variable_assignment") return [{ ...fixedWord(textOf(node, walk.line.source)), dynamic: true }];
  return [bashWord(node, walk.line)];
}

function visitRedirected(node: SyntaxNode, origin: Origin, walk: BashWalk): void {
  const body = node.children.find(({ field }) => field === "body");
  const more: SyntaxNode[] = [];
  for (const child of node.children) {
    if (child !== body) more.push(...visitRedirection(child, origin, walk));
  }
  if (body?.type === "command") visitCommand(body, more, origin, walk);
  else if (more.length > 0) walk.collector.fail("words stand behind a redirection");
  else if (body !== undefined) visit(body, origin, walk);
}

/** Visits every statement of a line. */
export function visitBash(tree: SyntaxNode, source: string, collector: Collector): void {
  const walk: BashWalk = {
    line: bashLine(source),
    collector,
    heredocs: [],
    statement: (node, origin) => visit(node, origin, walk),
    token: (node, parent) => visitToken(node, parent, walk),
  };
  visit(tree, "line", walk);
}
