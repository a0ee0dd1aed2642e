/** The lossless tree of a script's text, made even from broken text; formatter and editor work on it, `read` makes values of it. */

/** What a node is. `atom` is a number, symbol, keyword or character; `prefixed` is a quote, backquote, comma, `#'` or `#N=` before one datum. */
export type SyntaxKind = "list" | "vector" | "atom" | "string" | "prefixed" | "comment" | "error";

/** One node. Offsets are UTF-16, end exclusive. */
export interface SyntaxNode {
  readonly kind: SyntaxKind;
  readonly start: number;
  readonly end: number;
  /** Elements in order, comments among them; for `prefixed` the datum, with comments that stand before it. Empty otherwise. */
  readonly children: readonly SyntaxNode[];
  /** The prefix of a `prefixed` node as written: ' ` , ,@ #' #1= */
  readonly prefix?: string;
  /** False when the text ends before a list, vector or string does. */
  readonly closed: boolean;
}
