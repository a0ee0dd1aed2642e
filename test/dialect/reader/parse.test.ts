import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSpace } from "../../../src/dialect/reader/characters.ts";
import { MAX_SYNTAX_NODES, parse } from "../../../src/dialect/reader/parse.ts";
import type { SyntaxNode } from "../../../src/dialect/reader/syntax.ts";
import { RUNS } from "../../support/property.ts";
import { anyText } from "../../support/text-arbitrary.ts";

/** A tree in one line: kinds, and the text of what has no children. */
function shape(source: string, nodes: readonly SyntaxNode[]): string {
  return nodes.map((node) => shapeOf(source, node)).join(" ");
}

function shapeOf(source: string, node: SyntaxNode): string {
  const open = node.closed ? "" : "!";
  const inner = shape(source, node.children);
  if (node.kind === "list") return `(${inner})${open}`;
  if (node.kind === "vector") return `[${inner}]${open}`;
  if (node.kind === "prefixed") return `<${String(node.prefix)} ${inner}>${open}`;
  return `${node.kind}:${source.slice(node.start, node.end)}${open}`;
}

describe("parse", () => {
  it.each([
    ["a b", "atom:a atom:b"],
    ['(a [1 "x"])', '(atom:a [atom:1 string:"x"])'],
    ["'a `(,b ,@c)", "<' atom:a> <` (<, atom:b> <,@ atom:c>)>"],
    ["' ; why\na", "<' comment:; why atom:a>"],
    ["''a", "<' <' atom:a>>"],
    ["#'f #1=(a) #1#", "<#' atom:f> <#1= (atom:a)> atom:#1#"],
    ["; one\r\n(b) ; two", "comment:; one\r (atom:b) comment:; two"],
    ["#!sh\na", "comment:#!sh atom:a"],
    ['?a ?( ?\\) ?\\C-a ?\\" ? x', 'atom:?a atom:?( atom:?\\) atom:?\\C-a atom:?\\" atom:?  atom:x'],
    ["a'b", "atom:a <' atom:b>"],
    ["a?b", "atom:a?b"],
    ["a#b", "atom:a atom:#b"],
    ["#x1.5", "atom:#x1 atom:.5"],
    ["(a . b)", "(atom:a atom:. atom:b)"],
    ["(a.b)", "(atom:a.b)"],
    ["(a .)", "(atom:a atom:.)"],
    ["(a .'b)", "(atom:a atom:. <' atom:b>)"],
    ["\\ x\\(y", "atom:\\ x\\(y"],
    ["##", "atom:##"],
    ["#_ x", "atom:#_ atom:x"],
    ['"a\\"b\\\\"c', 'string:"a\\"b\\\\" atom:c'],
    ["a\u00a0b", "atom:a atom:b"],
    ["a\0b", "atom:a atom:b"],
    // Broken texts keep what can be kept.
    ["(a (b", "(atom:a (atom:b)!)!"],
    ["(a]", "(atom:a)"],
    ["[(a b]", "[(atom:a atom:b)!]"],
    ["['(a]", "[<' (atom:a)!>]"],
    ["a) b", "atom:a error:) atom:b"],
    ["(a ')", "(atom:a <' >!)"],
    ["'", "<' >!"],
    ['("ab', '(string:"ab!)!'],
    ["#(a)", "error:# (atom:a)"],
    ["#s(a)", "error:#s (atom:a)"],
    ["#:a #<x y>", "atom:#:a error:#<x atom:y>"],
    ["#| a (b |# c", "error:#| a (b |# atom:c"],
  ])("makes of %j the tree %s", (source, tree) => {
    expect(shape(source, parse(source).nodes)).toBe(tree);
  });

  it("covers every character: nodes are ordered and nested, and only white space and closers lie between them", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        checkCover(source, parse(source).nodes);
      }),
      { numRuns: RUNS },
    );
  });

  it("says the same with comments left out", () => {
    fc.assert(
      fc.property(anyText, (source) => {
        const whole = parse(source);
        const bare = parse(source, MAX_SYNTAX_NODES, false);
        expect(shape(source, bare.nodes)).toBe(shape(source, whole.nodes.filter(isCode).map(withoutComments)));
        expect(bare.diagnostics).toEqual(whole.diagnostics);
      }),
      { numRuns: RUNS },
    );
  });

  it("puts what is beyond the allowed nodes into one error node", () => {
    const { nodes, complete } = parse("a b c d", 2);
    expect(complete).toBe(false);
    expect(shape("a b c d", nodes)).toBe("atom:a atom:b error:c d");
    expect(parse("a b", 2).complete).toBe(true);
  });
});

function isCode(node: SyntaxNode): boolean {
  return node.kind !== "comment";
}

function withoutComments(node: SyntaxNode): SyntaxNode {
  return { ...node, children: node.children.filter(isCode).map(withoutComments) };
}

/** Walks the gaps between nodes; texts in these tests are short, so recursion is no danger. */
function checkCover(source: string, nodes: readonly SyntaxNode[], from = 0, to = source.length): void {
  let at = from;
  for (const node of nodes) {
    expect(node.start).toBeGreaterThanOrEqual(at);
    expect(node.end).toBeGreaterThan(node.start);
    expect(node.end).toBeLessThanOrEqual(to);
    checkGap(source.slice(at, node.start));
    at = node.end;
    checkInside(source, node);
  }
  checkGap(source.slice(at, to));
}

/** What is inside a list or vector lies between its opener and its closer, which is there when it is closed. */
function checkInside(source: string, node: SyntaxNode): void {
  if (node.kind === "prefixed") {
    checkCover(source, node.children, node.start + String(node.prefix).length, node.end);
  } else if (node.kind === "list" || node.kind === "vector") {
    if (node.closed) expect(source.charAt(node.end - 1)).toMatch(/[)\]]/u);
    checkCover(source, node.children, node.start + 1, node.closed ? node.end - 1 : node.end);
  }
}

function checkGap(gap: string): void {
  for (let i = 0; i < gap.length; i++) expect(isSpace(gap.charCodeAt(i))).toBe(true);
}
