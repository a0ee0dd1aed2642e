import type { CommandWord } from "../../../ports/commands.ts";
import type { SyntaxNode } from "./syntax-tree.ts";
import { textOf } from "./syntax-tree.ts";

const WILDCARD = /[*?[]/;

function known(text: string, quoted: boolean): CommandWord {
  const isHome = !quoted && /^~(?:$|[/\\])/.test(text);
  // Cmdlets expand wildcards themselves, quoted or not.
  return { text, dynamic: false, wildcard: WILDCARD.test(text), home: isHome };
}

function later(text: string): CommandWord {
  return { text, dynamic: true, wildcard: false, home: false };
}

/** Constants among the variables. */
const CONSTANTS: ReadonlySet<string> = new Set(["$null", "$true", "$false"]);

/** The words of an unquoted token; a comma makes several of it. */
function tokenWords(raw: string): readonly CommandWord[] {
  if (/[`"'$(){}@]/.test(raw)) return [later(raw)];
  return raw
    .split(",")
    .filter((part) => part !== "")
    .map((part) => known(part, false));
}

function stringWord(node: SyntaxNode, source: string): CommandWord {
  const raw = textOf(node, source);
  if (node.type === "verbatim_string_characters") return known(raw.slice(1, -1).replaceAll("''", "'"), true);
  if (node.type === "expandable_string_literal" && !/[$`]/.test(raw) && node.children.length === 0) {
    return known(raw.slice(1, -1).replaceAll('""', '"'), true);
  }
  return later(raw);
}

/** Expressions of one part are that part. */
function core(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (/_expression$|^string_literal$|^integer_literal$/.test(inner.type) && inner.children.length === 1) {
    const [child] = inner.children;
    if (child?.named !== true) break;
    inner = child;
  }
  return inner;
}

/** The words that an element of a command stands for; a list gives one for each of its items. */
export function powershellWords(node: SyntaxNode, source: string): readonly CommandWord[] {
  const raw = textOf(node, source);
  if (node.type === "generic_token") return tokenWords(raw);
  if (node.type === "command_parameter") return [known(raw, false)];
  const inner = core(node);
  if (inner.type === "array_literal_expression") {
    return inner.children.filter(({ named }) => named).flatMap((child) => powershellWords(child, source));
  }
  switch (inner.type) {
    case "verbatim_string_characters":
    case "expandable_string_literal":
      return [stringWord(inner, source)];
    case "decimal_integer_literal":
    case "hexadecimal_integer_literal":
    case "real_literal":
      return [known(textOf(inner, source), false)];
    case "variable": {
      const text = textOf(inner, source);
      return [CONSTANTS.has(text.toLowerCase()) ? known(text, false) : later(text)];
    }
    default:
      return [later(raw)];
  }
}
