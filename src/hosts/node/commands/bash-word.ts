import type { CommandWord } from "../../../ports/commands.ts";
import type { SyntaxNode } from "./syntax-tree.ts";
import { textOf } from "./syntax-tree.ts";

/** A word under construction: its text, and the same with every quoted character blotted out. */
interface Draft {
  text: string;
  mask: string;
  dynamic: boolean;
  home: boolean;
}

const BLOT = "\uE000";

function put(draft: Draft, text: string, quoted: boolean): void {
  draft.text += text;
  draft.mask += quoted ? BLOT.repeat(text.length) : text;
}

/** Text that stands unquoted: a backslash quotes the character after it, and joins lines before a line's end. */
function putPlain(draft: Draft, raw: string): void {
  for (let index = 0; index < raw.length; index++) {
    const character = raw[index] as string;
    if (character === "\\" && index + 1 < raw.length) {
      index += 1;
      if (raw[index] !== "\n") put(draft, raw[index] as string, true);
    } else {
      if (character === "$" || character === "`") draft.dynamic = true;
      put(draft, character, false);
    }
  }
}

/** Text inside double quotes, where a backslash quotes only a few characters. */
function putQuoted(draft: Draft, raw: string): void {
  const text = raw.replaceAll(/\\([$`"\\\n])/g, (_, character: string) => (character === "\n" ? "" : character));
  put(draft, text, true);
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v",
  "\\": "\\", "'": "'", '"': '"', "?": "?",
}; // prettier-ignore

/** The character that a code of `$'…'` means; undefined where it is a byte of one, or ends the text. */
function characterOf(value: number, isByte: boolean): string | undefined {
  if (value === 0 || value > 0x10ffff || (isByte && value > 127)) return undefined;
  return String.fromCodePoint(value);
}

/** What an escape of `$'…'` means. */
function ansiCharacter(escape: string): string | undefined {
  const kind = escape[1] ?? "";
  if (/[xuU]/.test(kind)) return characterOf(Number.parseInt(escape.slice(2), 16), kind === "x");
  return /[0-7]/.test(kind) ? characterOf(Number.parseInt(escape.slice(1), 8), true) : SIMPLE_ESCAPES[kind];
}

/** Text of `$'…'`. */
function putAnsi(draft: Draft, raw: string): void {
  const text = raw.replaceAll(/\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[0-7]{1,3}|[^])/g, (escape) => {
    const character = ansiCharacter(escape);
    if (character === undefined) draft.dynamic = true;
    return character ?? escape;
  });
  put(draft, text, true);
}

/** A variable. The home folder and the current folder are known, as long as nothing in the line sets them. */
function putVariable(draft: Draft, node: SyntaxNode, line: BashLine): void {
  const raw = textOf(node, line.source);
  if (/^\$\{?HOME\}?$/.test(raw) && line.knowsHome && draft.text === "") {
    draft.home = true;
    put(draft, "~", true);
  } else if (/^\$\{?PWD\}?$/.test(raw) && line.knowsFolder && draft.text === "") put(draft, ".", true);
  else {
    draft.dynamic = true;
    put(draft, raw, true);
  }
}

/** A double-quoted string: read from the source, because the tree leaves out blanks. */
function putString(draft: Draft, node: SyntaxNode, line: BashLine): void {
  let at = node.start + 1;
  for (const child of node.children) {
    if (!EXPANSIONS.has(child.type)) continue;
    putQuoted(draft, line.source.slice(at, child.start));
    putNode(draft, child, line);
    at = child.end;
  }
  putQuoted(draft, line.source.slice(at, node.end - 1));
}

const EXPANSIONS: ReadonlySet<string> = new Set([
  "simple_expansion",
  "expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
]);

/** Nodes whose text is taken as the shell takes unquoted text. */
const PLAIN: ReadonlySet<string> = new Set([
  "word",
  "number",
  "variable_name",
  "special_variable_name",
  "extglob_pattern",
  "regex",
  "test_operator",
]);

function putPart(draft: Draft, node: SyntaxNode, line: BashLine): void {
  const raw = textOf(node, line.source);
  if (!PLAIN.has(node.type) || node.children.length > 0) draft.dynamic = true;
  if (PLAIN.has(node.type)) putPlain(draft, raw);
  else put(draft, raw, true);
}

function putNode(draft: Draft, node: SyntaxNode, line: BashLine): void {
  switch (node.type) {
    case "concatenation":
    case "command_name":
      for (const child of node.children) putNode(draft, child, line);
      return;
    case "string":
      putString(draft, node, line);
      return;
    case "raw_string":
      put(draft, line.source.slice(node.start + 1, node.end - 1), true);
      return;
    case "ansi_c_string":
      putAnsi(draft, line.source.slice(node.start + 2, node.end - 1));
      return;
    case "simple_expansion":
    case "expansion":
      putVariable(draft, node, line);
      return;
    default:
      putPart(draft, node, line);
  }
}

/** The line a word stands in. */
export interface BashLine {
  readonly source: string;
  /** Nothing in the line can have changed `HOME`. */
  readonly knowsHome: boolean;
  /** Nothing in the line can have changed `PWD`. */
  readonly knowsFolder: boolean;
}

function mentionsOnlyUses(source: string, name: string): boolean {
  const uses = new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}\\})`, "g");
  return source.split(name).length - 1 === [...source.matchAll(uses)].length;
}

/** What is known about a line before it is walked. */
export function bashLine(source: string): BashLine {
  return {
    source,
    knowsHome: mentionsOnlyUses(source, "HOME"),
    knowsFolder: mentionsOnlyUses(source, "PWD") && !/\b(?:cd|pushd|popd)\b/.test(source),
  };
}

/** The word that a node stands for. */
export function bashWord(node: SyntaxNode, line: BashLine): CommandWord {
  const draft: Draft = { text: "", mask: "", dynamic: false, home: false };
  putNode(draft, node, line);
  const { text, mask } = draft;
  const hasTilde = mask.startsWith("~");
  const isHome = hasTilde && (mask.length === 1 || mask[1] === "/");
  // `{a,b}` and `{1..9}` become several words, `~name` somebody else's home.
  const isOpen = /\{.*(?:,|\.\.).*\}/s.test(mask) || (hasTilde && !isHome);
  return {
    text,
    dynamic: draft.dynamic || isOpen,
    wildcard: /[*?[]|[!@+]\(/.test(mask),
    home: draft.home || isHome,
  };
}
