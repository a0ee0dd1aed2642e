import type { SyntaxNode } from "../dialect/reader/syntax.ts";

/** What a part of the text is, which decides how it is broken over lines. */
export type Role =
  /** evaluated, or a template of something evaluated */
  | "code"
  /** quoted data, parameter lists, vectors */
  | "data"
  /** the list of bindings of a let */
  | "bindings"
  /** one binding, or the specification of a loop */
  | "binding"
  /** one clause of a cond */
  | "clause";

/** How a form with a body is indented. Positions count from 0, which is the operator. */
export interface IndentRule {
  /** Parts after the operator that stay on its line; the rest is the body, one part a line. */
  readonly distinguished: number;
  /** How much further than the parenthesis the body begins. */
  readonly body: number;
  /** How much further than the parenthesis the first part of the body begins, where that differs: `if`'s THEN. */
  readonly firstBody?: number;
  /** Roles of parts that are not code, by position. */
  readonly roles?: Readonly<Record<number, Role>>;
}

/** How much further than the parenthesis a distinguished part begins when it has to go on a line of its own. */
export const DISTINGUISHED_INDENT = 4;

const LET: IndentRule = { distinguished: 1, body: 2, roles: { 1: "bindings" } };
const LOOP: IndentRule = { distinguished: 1, body: 2, roles: { 1: "binding" } };
const TEST: IndentRule = { distinguished: 1, body: 2 };
const DEFINITION: IndentRule = { distinguished: 2, body: 2, roles: { 2: "data" } };

/** The operators that have a body, indented as Emacs does it. Everything else aligns its arguments. */
export const INDENT_RULES: ReadonlyMap<string, IndentRule> = new Map([
  ["progn", { distinguished: 0, body: 2 }],
  ["if", { distinguished: 1, body: 2, firstBody: 4 }],
  ["let", LET],
  ["let*", LET],
  ["when", TEST],
  ["unless", TEST],
  ["while", TEST],
  ["dolist", LOOP],
  ["dotimes", LOOP],
  ["lambda", { distinguished: 1, body: 2, roles: { 1: "data" } }],
  ["defun", DEFINITION],
  ["defmacro", DEFINITION],
]);

/**
 * The rules of a text: INDENT_RULES, and one for each of its own macros whose last parameter is `&rest body`; the
 * parameters before that one are its distinguished parts.
 */
export function indentRulesOf(source: string, nodes: readonly SyntaxNode[]): ReadonlyMap<string, IndentRule> {
  const rules = new Map(INDENT_RULES);
  for (const node of nodes) {
    const [head, name, parameters] = node.children.filter((child) => child.kind !== "comment");
    if (node.kind !== "list" || textOf(source, head) !== "defmacro" || name?.kind !== "atom") continue;
    const words = (parameters?.children ?? []).map((child) => textOf(source, child));
    const rest = words.indexOf("&rest");
    if (rest < 0 || words[rest + 1] !== "body" || INDENT_RULES.has(textOf(source, name))) continue;
    const distinguished = words.slice(0, rest).filter((word) => word !== "" && word !== "&optional").length;
    rules.set(textOf(source, name), { distinguished, body: 2 });
  }
  return rules;
}

function textOf(source: string, node: SyntaxNode | undefined): string {
  return node?.kind === "atom" ? source.slice(node.start, node.end) : "";
}
