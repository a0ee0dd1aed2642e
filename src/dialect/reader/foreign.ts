import type { Diagnostic } from "../diagnostics.ts";
import type { SyntaxNode } from "./syntax.ts";

/** The one diagnostic for a script that is JSON or a shell command, or undefined. Filled in below. */
export function foreignScript(_source: string, _nodes: readonly SyntaxNode[]): Diagnostic | undefined {
  return undefined;
}
