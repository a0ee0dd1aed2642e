import type { Parser, TreeCursor } from "@vscode/tree-sitter-wasm";

/** A node of a syntax tree as plain data; positions are UTF-16 offsets. */
export interface SyntaxNode {
  readonly type: string;
  readonly named: boolean;
  readonly field: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly children: readonly SyntaxNode[];
}

/** Most nodes of a tree; longer lines are not understood. */
export const MAX_NODES = 20_000;
/** Deepest nesting of a tree. */
export const MAX_DEPTH = 100;

/** Why there is no tree. */
export interface NoTree {
  readonly problem: string;
}

interface OpenNode {
  readonly node: SyntaxNode;
  readonly children: SyntaxNode[];
}

function nodeAt(cursor: TreeCursor): OpenNode {
  const children: SyntaxNode[] = [];
  const { nodeType, nodeIsNamed, startIndex, endIndex } = cursor;
  const field = cursor.currentFieldName ?? undefined;
  return { node: { type: nodeType, named: nodeIsNamed, field, start: startIndex, end: endIndex, children }, children };
}

/** Copies a tree out of the parser's memory; undefined when it is too big. */
function copied(cursor: TreeCursor): SyntaxNode | NoTree {
  const root = nodeAt(cursor);
  const path = [root];
  let count = 1;
  for (;;) {
    const isDown = cursor.gotoFirstChild();
    if (!isDown) {
      while (!cursor.gotoNextSibling()) {
        path.pop();
        if (!cursor.gotoParent()) return root.node;
        if (path.length === 0) return root.node;
      }
      path.pop();
    }
    count += 1;
    if (count > MAX_NODES || path.length > MAX_DEPTH) return { problem: "it is too long or nested too deeply" };
    if (cursor.nodeIsMissing || cursor.nodeType === "ERROR") return { problem: "its syntax is not understood" };
    const next = nodeAt(cursor);
    path.at(-1)?.children.push(next.node);
    path.push(next);
  }
}

/** Parses a text into plain data. A tree with errors is none. */
export function syntaxTree(parser: Parser, source: string): SyntaxNode | NoTree {
  const tree = parser.parse(source);
  if (tree === null) {
    parser.reset();
    return { problem: "it could not be parsed" };
  }
  try {
    if (tree.rootNode.hasError) return { problem: "its syntax is not understood" };
    const cursor = tree.walk();
    try {
      return copied(cursor);
    } finally {
      cursor.delete();
    }
  } finally {
    tree.delete();
  }
}

/** The text of a node. */
export function textOf({ start, end }: SyntaxNode, source: string): string {
  return source.slice(start, end);
}

/**
 * Whether a tree leaves out something besides blanks: then grammar and shell may disagree about the line. Blanks inside nodes
 * of the `verbatim` types belong to their text.
 */
export function hasGaps(node: SyntaxNode, source: string, blanks: RegExp, verbatim: ReadonlySet<string>): boolean {
  if (verbatim.has(node.type) || node.children.length === 0) return false;
  let at = node.start;
  for (const child of node.children) {
    if (!blanks.test(source.slice(at, child.start)) || hasGaps(child, source, blanks, verbatim)) return true;
    at = child.end;
  }
  return !blanks.test(source.slice(at, node.end));
}
