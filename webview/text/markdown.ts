import MarkdownIt from "markdown-it";
import type { LinkTarget } from "./links.ts";
import { linkTarget } from "./links.ts";

/** Elements that hold others and that a Markdown text can become. The table is closed; nothing else is ever drawn. */
const CONTAINERS = [
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "li",
  "blockquote",
  "strong",
  "em",
  "s",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
] as const;

/** The name of such an element. */
export type ContainerTag = (typeof CONTAINERS)[number];

/** A piece of a Markdown text: plain data, from which elements are made one by one. */
export type MarkdownNode =
  | { readonly kind: "container"; readonly tag: ContainerTag; readonly children: readonly MarkdownNode[] }
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "block"; readonly text: string; readonly language: string }
  | { readonly kind: "rule" | "break" }
  | { readonly kind: "link"; readonly target: LinkTarget; readonly children: readonly MarkdownNode[] };

/** Levels of elements inside one another; what is deeper is drawn as its text. */
export const MARKDOWN_DEPTH = 24;
/** UTF-16 units of one text that are read as Markdown; what follows is plain. */
export const MARKDOWN_CHARS = 100_000;
/** Pieces that one text may become. */
export const MARKDOWN_NODES = 20_000;

// Links are validated by `linkTarget`, where they are made; markup of HTML is text.
const PARSER = new MarkdownIt({ html: false, linkify: true, breaks: false });
PARSER.options.maxNesting = MARKDOWN_DEPTH;
PARSER.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

interface Reading {
  nodes: number;
}

/** A Markdown text as pieces. HTML in it is text, images are their descriptions, and only valid links lead anywhere. */
export function readMarkdown(text: string): readonly MarkdownNode[] {
  const head = text.slice(0, MARKDOWN_CHARS);
  const nodes = nodesOf(PARSER.parse(head, {}), { nodes: 0 });
  if (head.length === text.length) return nodes;
  return [...nodes, { kind: "block", text: text.slice(MARKDOWN_CHARS), language: "" }];
}

type Tokens = ReturnType<typeof PARSER.parse>;
type Token = Tokens[number];

interface Open {
  readonly children: MarkdownNode[];
  readonly close: (children: readonly MarkdownNode[]) => readonly MarkdownNode[];
}

function nodesOf(tokens: Tokens, reading: Reading): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const stack: Open[] = [{ children: root, close: (children) => children }];
  for (const token of tokens) {
    if (reading.nodes >= MARKDOWN_NODES) break;
    reading.nodes++;
    const top = stack.at(-1) as Open;
    if (token.nesting === 1) stack.push({ children: [], close: closing(token) });
    else if (token.nesting === 0) top.children.push(...leaf(token, reading));
    else if (stack.length > 1) closeTop(stack);
  }
  while (stack.length > 1) closeTop(stack);
  return root;
}

function closeTop(stack: Open[]): void {
  const open = stack.pop() as Open;
  (stack.at(-1) as Open).children.push(...open.close(open.children));
}

/** What the elements between a token and its end become. */
function closing(token: Token): Open["close"] {
  if (token.type === "link_open") {
    const target = linkTarget(String(token.attrGet("href") ?? ""));
    return target === undefined ? (children) => children : (children) => [{ kind: "link", target, children }];
  }
  const tag = CONTAINERS.find((name) => name === token.tag);
  // A paragraph of a tight list has no element of its own.
  if (tag === undefined || token.hidden) return (children) => children;
  return (children) => [{ kind: "container", tag, children }];
}

function leaf(token: Token, reading: Reading): readonly MarkdownNode[] {
  switch (token.type) {
    case "inline":
      return nodesOf(token.children ?? [], reading);
    case "code_inline":
      return [{ kind: "code", text: token.content }];
    case "fence":
    case "code_block":
      return [{ kind: "block", text: token.content.replace(/\n$/, ""), language: languageOf(token.info) }];
    case "softbreak":
      return [{ kind: "text", text: "\n" }];
    case "hardbreak":
      return [{ kind: "break" }];
    case "hr":
      return [{ kind: "rule" }];
    case "image":
      return [{ kind: "text", text: `[image: ${token.content}]` }];
    default:
      return token.content === "" ? [] : [{ kind: "text", text: token.content }];
  }
}

function languageOf(info: string): string {
  return /^[\w+#.-]{1,40}/.exec(info.trim())?.[0]?.toLowerCase() ?? "";
}
