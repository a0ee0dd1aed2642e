import type { SyntaxNode } from "../dialect/reader/syntax.ts";
import { charLength } from "../dialect/values.ts";
import type { IndentRule, Role } from "./indent-rules.ts";

/** A node of the text with everything that laying it out depends on. Widths are in characters. */
export interface Piece {
  readonly kind: "list" | "vector" | "prefixed" | "leaf" | "comment";
  readonly role: Role;
  /** A leaf or comment as written; a prefix; the opening bracket. */
  readonly text: string;
  readonly children: readonly Piece[];
  /** How it is indented when it is a form with a body. */
  readonly rule?: IndentRule;
  /** Line breaks in the text between this and what stands before it in the same list. */
  readonly breaks: number;
  /** Whether it may stand on one line: no comment inside, no body that its author broke, no string that goes on below in its middle. */
  readonly flat: boolean;
  /** Width of its first line when it is flat. */
  readonly first: number;
  /** Width of its last line when it is flat: the same as `first` unless it ends in a string of several lines. */
  readonly last: number;
  /** Whether it ends in a string of several lines when it is flat. */
  readonly multiline: boolean;
  /** Least width it needs when broken wherever possible, roughly. */
  readonly narrow: number;
}

/** The first element of a list, comments aside, when it is a symbol or the like. */
export function headOf(piece: Piece): Piece | undefined {
  const head = piece.children.find((child) => child.kind !== "comment");
  return head?.kind === "leaf" ? head : undefined;
}

/** Whether a piece is a keyword, which takes what follows it onto its line. */
export function isKeyword(piece: Piece | undefined): boolean {
  return piece?.kind === "leaf" && piece.text.length > 1 && piece.text.startsWith(":");
}

/** The text that pieces are made of, and the operators that have a body in it. */
export interface Text {
  readonly source: string;
  readonly rules: ReadonlyMap<string, IndentRule>;
}

/**
 * The pieces of a sequence of sibling nodes. Calls itself for each level of nesting: callers bound the depth.
 * `from` is where the sequence begins in the text.
 */
export function piecesOf(text: Text, nodes: readonly SyntaxNode[], at: { from: number; roles: RoleFinder }): Piece[] {
  const { source } = text;
  let end = at.from;
  let index = 0;
  return nodes.map((node) => {
    const breaks = countBreaks(source, end, node.start);
    end = node.end;
    if (node.kind === "comment") return leaf("comment", source.slice(node.start, node.end).trimEnd(), "data", breaks);
    return pieceOf(text, node, { role: at.roles(index++), breaks });
  });
}

/** The role of the element at a position, comments not counted. */
export type RoleFinder = (index: number) => Role;

interface Setting {
  readonly role: Role;
  readonly breaks: number;
}

function pieceOf(text: Text, node: SyntaxNode, setting: Setting): Piece {
  if (node.kind === "list" || node.kind === "vector") return listPiece(text, node, setting);
  if (node.kind === "prefixed") return prefixedPiece(text, node, setting);
  return leaf("leaf", text.source.slice(node.start, node.end), setting.role, setting.breaks);
}

function leaf(kind: "leaf" | "comment", text: string, role: Role, breaks: number): Piece {
  const lines = text.split("\n");
  const first = charLength(lines[0] as string);
  const last = charLength(lines.at(-1) as string);
  const multiline = lines.length > 1;
  return { kind, role, text, children: [], breaks, flat: kind === "leaf", first, last, multiline, narrow: first };
}

function prefixedPiece(text: Text, node: SyntaxNode, { role, breaks }: Setting): Piece {
  const prefix = node.prefix ?? "";
  const roles = () => roleAfter(prefix, role);
  const children = piecesOf(text, node.children, { from: node.start + prefix.length, roles });
  const datum = children.at(-1) as Piece;
  // `, @x` is an unquoted symbol; without the blank it would be a splice.
  const written = prefix === "," && children[0]?.text.startsWith("@") === true ? ", " : prefix;
  const width = charLength(written);
  return {
    kind: "prefixed",
    role,
    text: written,
    children,
    breaks,
    flat: children.length === 1 && datum.flat,
    first: width + datum.first,
    last: datum.multiline ? datum.last : width + datum.last,
    multiline: datum.multiline,
    narrow: width + datum.narrow,
  };
}

function roleAfter(prefix: string, role: Role): Role {
  if (prefix === "'") return "data";
  if (prefix === "`" || prefix.startsWith(",") || prefix === "#'") return "code";
  return role;
}

function listPiece(text: Text, node: SyntaxNode, { role, breaks }: Setting): Piece {
  const isList = node.kind === "list";
  const name = isList && role === "code" ? operatorOf(text.source, node) : "";
  const rule = text.rules.get(name);
  const roles = isList ? childRoles(role, name, rule) : () => "data" as const;
  const children = piecesOf(text, node.children, { from: node.start + 1, roles });
  const elements = children.filter((child) => child.kind !== "comment");
  const kept = isList && keepsBreaks({ role, name, rule }, elements);
  return {
    kind: isList ? "list" : "vector",
    role,
    text: isList ? "(" : "[",
    children,
    breaks,
    ...(rule === undefined ? {} : { rule }),
    flat: isFlat(children, elements) && !kept,
    ...widthsOf(elements),
  };
}

function widthsOf(elements: readonly Piece[]): Pick<Piece, "first" | "last" | "multiline" | "narrow"> {
  const last = elements.at(-1);
  // One for each bracket, one between two elements.
  const width = elements.reduce((sum, element) => sum + element.first + 1, 1) + (last === undefined ? 1 : 0);
  const narrow = elements.reduce((most, element) => Math.max(most, element.narrow + 1), 1) + 1;
  if (last?.multiline !== true) return { first: width, last: width, multiline: false, narrow };
  return { first: width - 1, last: last.last + 1, multiline: true, narrow };
}

function operatorOf(source: string, node: SyntaxNode): string {
  const head = node.children.find((child) => child.kind !== "comment");
  return head?.kind === "atom" ? source.slice(head.start, head.end) : "";
}

function isFlat(children: readonly Piece[], elements: readonly Piece[]): boolean {
  if (children.length !== elements.length) return false;
  return elements.every((element, i) => element.flat && (i === elements.length - 1 || !element.multiline));
}

function childRoles(role: Role, name: string, rule: IndentRule | undefined): RoleFinder {
  if (role === "data") return () => "data";
  if (role === "bindings") return () => "binding";
  if (name === "cond") return (index) => (index === 0 ? "code" : "clause");
  if (name === "quote") return (index) => (index === 0 ? "code" : "data");
  return (index) => rule?.roles?.[index] ?? "code";
}

/**
 * Whether the line breaks between the elements of a list are its author's to decide: in forms with a body, in cond and
 * its clauses, in setq and in bindings. True only where breaking the list makes at least one line break between its
 * elements, so that a second pass sees one again.
 */
function keepsBreaks(
  list: { role: Role; name: string; rule: IndentRule | undefined },
  elements: readonly Piece[],
): boolean {
  if (!elements.some((element) => element.breaks > 0)) return false;
  if (list.role === "bindings" || list.role === "clause") return elements.length > 1;
  if (list.name === "cond") return elements.length > 2;
  if (list.name === "setq") return elements.length > 3;
  return list.rule !== undefined && elements.length > list.rule.distinguished + 1;
}

function countBreaks(source: string, from: number, to: number): number {
  let breaks = 0;
  for (let i = from; i < to; i++) if (source.charCodeAt(i) === 10) breaks++;
  return breaks;
}
