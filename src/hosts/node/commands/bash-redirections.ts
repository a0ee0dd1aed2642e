import { uncovered, visitWord } from "./bash-expansions.ts";
import type { BashWalk } from "./bash-expansions.ts";
import { bashWord } from "./bash-word.ts";
import type { Origin } from "./collector.ts";
import { textOf } from "./syntax-tree.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

/** A redirection. The grammar takes words behind its target for further targets; they are the command's, and the answer. */
export function visitRedirection(node: SyntaxNode, origin: Origin, walk: BashWalk): readonly SyntaxNode[] {
  switch (node.type) {
    case "file_redirect":
      return visitFile(node, walk);
    case "herestring_redirect": {
      const [word, ...rest] = node.children.filter(({ named, type }) => named && type !== "file_descriptor");
      if (word !== undefined) visitWord(word, walk);
      return rest;
    }
    case "heredoc_redirect":
      checkHeredoc(node, walk);
      return node.children.flatMap((child) => visitHeredocPart(child, node, origin, walk));
    default:
      walk.collector.fail(`${node.type.replaceAll("_", " ")} is not understood`);
      return [];
  }
}

const DUPLICATES = /^[<>]&$/;

function visitFile(node: SyntaxNode, walk: BashWalk): readonly SyntaxNode[] {
  const { collector } = walk;
  const operator = node.children.find(({ named }) => !named)?.type ?? "";
  const [target, ...rest] = node.children.filter(({ field }) => field === "destination");
  if (target === undefined) {
    if (!/^[<>]&-$/.test(operator)) collector.fail("a redirection has no target");
    return [];
  }
  visitWord(target, walk);
  if (DUPLICATES.test(operator)) visitDuplicate(operator, target, walk);
  else if (/^(?:>|>>|>\||&>|&>>|<)$/.test(operator)) openFile(operator, target, walk);
  else collector.fail(`the redirection ${operator} is not understood`);
  return rest;
}

function openFile(operator: string, target: SyntaxNode, { collector, line }: BashWalk): void {
  if (target.type === "process_substitution") return;
  collector.redirection({ access: operator.startsWith("<") ? "read" : "write", target: bashWord(target, line) });
}

/** `2>&1` opens nothing, `>&file` does. Bash expands what stands there even in single quotes. */
function visitDuplicate(operator: string, target: SyntaxNode, walk: BashWalk): void {
  const text = textOf(target, walk.line.source);
  if (/^(?:\d+-?|-)$/.test(text)) return;
  if (operator === "<&" || !/^[\w./-]+$/.test(text))
    walk.collector.fail("the target of a redirection is not understood");
  else openFile(operator, target, walk);
}

/** The grammar loses track of some here-documents, and takes some bodies for plain text in which the shell runs commands. */
function checkHeredoc(node: SyntaxNode, { collector, heredocs, line }: BashWalk): void {
  const { source } = line;
  collector.feature("heredoc");
  const meets = heredocs.some(({ start, end }) => node.start < end || !source.slice(start, node.start).includes("\n"));
  if (meets) collector.fail("several here-documents in one line are not understood");
  heredocs.push(node);
  const start = node.children.find(({ type }) => type === "heredoc_start");
  const end = node.children.find(({ type }) => type === "heredoc_end");
  if (start === undefined || end === undefined || !isDelimiter(start, end, source)) {
    collector.fail("a here-document does not end");
    return;
  }
  const isQuoted = /['"\\]/.test(textOf(start, source));
  if (!isQuoted && /`|\$[({[]/.test(uncovered(node, source))) collector.fail("a here-document is not understood");
}

/** Whether a here-document ends with its word alone on a line. */
function isDelimiter(start: SyntaxNode, end: SyntaxNode, source: string): boolean {
  const word = textOf(start, source).replaceAll(/['"\\]/g, "");
  const isAlone = /\n\t*$/.test(source.slice(0, end.start)) && /^(?:\n|$)/.test(source.slice(end.end));
  return isAlone && word !== "" && textOf(end, source).trimStart() === word;
}

function visitHeredocPart(
  child: SyntaxNode,
  parent: SyntaxNode,
  origin: Origin,
  walk: BashWalk,
): readonly SyntaxNode[] {
  if (child.type.endsWith("_redirect")) return visitRedirection(child, origin, walk);
  if (child.field === "argument") return [child];
  if (child.type === "heredoc_body") visitWord(child, walk);
  else if (!child.named) {
    if (!/^<<-?$/.test(child.type)) walk.token(child, parent);
  } else if (!/^(?:heredoc_start|heredoc_end|file_descriptor)$/.test(child.type)) walk.statement(child, origin);
  return [];
}
