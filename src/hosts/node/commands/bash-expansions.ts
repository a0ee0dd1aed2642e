import type { CommandWord } from "../../../ports/commands.ts";
import type { BashLine } from "./bash-word.ts";
import type { Collector, Origin } from "./collector.ts";
import { textOf } from "./syntax-tree.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

/** A walk over the statements of a line. */
export interface BashWalk {
  readonly line: BashLine;
  readonly collector: Collector;
  /** Here-documents seen so far. */
  readonly heredocs: SyntaxNode[];
  /** Visits a statement; words hold statements, too. */
  readonly statement: (node: SyntaxNode, origin: Origin) => void;
  /** Visits what is neither statement nor word: `;` and the like. */
  readonly token: (node: SyntaxNode, parent: SyntaxNode) => void;
}

/** What the shell computes with; it may look into variables and run what stands in them. */
const ARITHMETIC: ReadonlySet<string> = new Set(["arithmetic_expansion", "subscript"]);

/** A word that stands for itself. */
export function fixedWord(text: string): CommandWord {
  return { text, dynamic: false, wildcard: false, home: false };
}

/** What of a text the tree has no nodes for. */
export function uncovered(node: SyntaxNode, source: string): string {
  let text = "";
  let at = node.start;
  for (const child of node.children) {
    text += source.slice(at, child.start);
    if (/^(?:heredoc_body|heredoc_content|string_content)$/.test(child.type)) text += uncovered(child, source);
    at = child.end;
  }
  return text + source.slice(at, node.end);
}

/**
 * Inside backquotes a backslash is taken away before the command is read, and the grammar cannot tell the end of one
 * substitution from the beginning of the next.
 */
function checkBackquotes(text: string, { line, collector }: BashWalk): void {
  if (text.includes("\\")) collector.fail("escapes inside backquotes are not understood");
  if (line.source.split("`").length !== 3)
    collector.fail("more than one pair of backquotes is not understood; use $( )");
}

/** Leaves that the shell takes as they are. */
const LITERAL: ReadonlySet<string> = new Set(["raw_string", "ansi_c_string", "heredoc_content", "heredoc_body"]);

/** What begins an expansion, unless a backslash stands before it. */
const EXPANDS = /^(?:[^\\]|\\[^])*?(?:`|[$<>]\(|\$[{[])/;

/** Fails where the tree has no node for what the shell would expand. */
function checkLeaf(node: SyntaxNode, { line, collector }: BashWalk): void {
  if (LITERAL.has(node.type) || (node.children.length > 0 && node.type !== "string")) return;
  if (EXPANDS.test(uncovered(node, line.source))) collector.fail("an expansion is not understood");
}

/** `$(…)`, backquotes, `<(…)`: the statements inside. */
function visitSubstitution(node: SyntaxNode, walk: BashWalk): void {
  walk.collector.feature("substitution");
  const text = textOf(node, walk.line.source);
  if (text.startsWith("`")) checkBackquotes(text, walk);
  for (const child of node.children) {
    if (child.named) walk.statement(child, "substitution");
    else if (!/^(?:\$\(|`|\)|<\(|>\()$/.test(child.type)) walk.token(child, node);
  }
}

/** Finds the commands inside a word. */
export function visitWord(node: SyntaxNode, walk: BashWalk): void {
  const { type } = node;
  if (walk.collector.failed()) return;
  checkLeaf(node, walk);
  if (type === "command_substitution" || type === "process_substitution") {
    visitSubstitution(node, walk);
    return;
  }
  if (ARITHMETIC.has(type)) visitArithmetic(node, walk);
  if (type === "expansion") visitExpansion(node, walk);
  for (const child of node.children) {
    if (!child.named) continue;
    if (child.type === "variable_assignment") walk.statement(child, "line");
    else visitWord(child, walk);
  }
}

/** `$((x))` and `${a[x]}` evaluate what is in `x`, commands included; only numbers are plain. */
function visitArithmetic(node: SyntaxNode, { collector, line }: BashWalk): void {
  const text = textOf(node, line.source);
  if (/^\$?\(\([\s\d+*/%()<>=!&|^~?:,-]*\)\)$/.test(text)) return;
  collector.command({ words: [fixedWord("((")], source: text, origin: "line" });
}

/**
 * `${…}` that only looks a variable up, and cuts or replaces parts of its text. `@P`, `${!x}` and computed positions such as
 * `${x:y}` run what stands in a variable.
 */
const LOOKUP =
  /^\$\{(?:#?(?:\w+|[@*#?$!-])(?:\[[^\]]*\])?\}|(?:\w+|[@*#?$!-])(?:\[[^\]]*\])?(?::?[-+?]|##?|%%?|\/\/?|\^\^?|,,?|@[QUuLEAaKk]\}|:\s*(?:\d+|\s-\d+)\s*(?::\s*-?\d+\s*)?\}))/;

/** `${x:=word}` and `${x=word}` set `x`. */
const SETTING = /^\$\{(\w+)(?:\[[^\]]*\])?:?=/;

/** What an expansion does besides standing for a text. */
function visitExpansion(node: SyntaxNode, { collector, line }: BashWalk): void {
  const text = textOf(node, line.source);
  const name = SETTING.exec(text)?.[1];
  if (name !== undefined) collector.command({ words: [], assignments: [`${name}=`], source: text, origin: "line" });
  else if (!LOOKUP.test(text)) collector.command({ words: [fixedWord("${")], source: text, origin: "line" });
}
