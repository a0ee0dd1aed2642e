import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkTarget } from "../../../webview/text/links.ts";
import type { MarkdownNode } from "../../../webview/text/markdown.ts";
import { MARKDOWN_CHARS, MARKDOWN_DEPTH, readMarkdown } from "../../../webview/text/markdown.ts";
import { RUNS } from "../../support/property.ts";

function all(nodes: readonly MarkdownNode[]): readonly MarkdownNode[] {
  return nodes.flatMap((node) => [node, ...("children" in node ? all(node.children) : [])]);
}

function textOf(nodes: readonly MarkdownNode[]): string {
  return all(nodes)
    .map((node) => ("text" in node ? node.text : ""))
    .join("");
}

function depth(nodes: readonly MarkdownNode[]): number {
  return Math.max(0, ...nodes.map((node) => ("children" in node ? 1 + depth(node.children) : 1)));
}

const links = (text: string) => all(readMarkdown(text)).flatMap((node) => (node.kind === "link" ? [node.target] : []));

describe("a Markdown text", () => {
  it("becomes paragraphs, lists, code and tables", () => {
    const nodes = all(
      readMarkdown("# Head\n\ntext **bold** `code`\n\n- one\n- two\n\n```ts\nlet a;\n```\n\n| a |\n|---|\n| b |"),
    );
    const tags = nodes.map((node) => (node.kind === "container" ? node.tag : node.kind));
    for (const tag of ["h1", "p", "strong", "code", "ul", "li", "block", "table", "th", "td"])
      expect(tags).toContain(tag);
    expect(nodes).toContainEqual({ kind: "block", text: "let a;", language: "ts" });
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    "<style>*{}</style>",
    "<!-- hidden -->",
    "<iframe src=evil></iframe>",
    "&lt;script&gt;",
  ])("shows HTML as text and makes nothing of it: %s", (text) => {
    const nodes = all(readMarkdown(text));
    expect(nodes.every((node) => node.kind === "text" || node.kind === "container")).toBe(true);
    expect(textOf(nodes)).toContain(text.startsWith("&") ? "<script>" : text.slice(0, 4));
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](data:text/html,<script>)",
    "[x](vbscript:x)",
    "[x](command:workbench.action.quit)",
    "[x](vscode://x)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example/a)",
    "[x](\\\\\\\\evil\\\\share)",
    "[x](%5C%5Cevil%5Cshare)",
    "[x](%2F%2Fevil.example)",
    "[x](javascript%3Aalert(1))",
    "[x][r]\n\n[r]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "![x](javascript:alert(1))",
    "[x](#top)",
    "[x](ht\u200btp://a.example)",
  ])("has no link where it would lead elsewhere than to the web or the workspace: %s", (text) => {
    expect(links(text)).toEqual([]);
  });

  it.each([
    ["[x](https://a.example/b?c=d)", { kind: "address", href: "https://a.example/b?c=d" }],
    ["https://a.example", { kind: "address", href: "https://a.example/" }],
    ["[x](mailto:a@b.example)", { kind: "address", href: "mailto:a@b.example" }],
    ["[x](src/a.ts)", { kind: "file", path: "src/a.ts" }],
    ["[x](src/a.ts:12)", { kind: "file", path: "src/a.ts", line: 12 }],
    ["[x](src/a.ts:12:3)", { kind: "file", path: "src/a.ts", line: 12 }],
    ["[x](src/a.ts#L40-L44)", { kind: "file", path: "src/a.ts", line: 40 }],
    ["[x](Makefile:3)", { kind: "file", path: "Makefile", line: 3 }],
    ["[x](<with space.md>)", { kind: "file", path: "with space.md" }],
  ])("links %s", (text, expected) => {
    expect(links(text)).toEqual([expected]);
  });

  it("loads no picture: it is its description", () => {
    expect(textOf(readMarkdown("![a cat](https://evil.example/track.png)"))).toBe("[image: a cat]");
  });

  it("is bounded in depth and in length, and says the rest as it is", () => {
    expect(depth(readMarkdown("> ".repeat(500) + "deep"))).toBeLessThanOrEqual(MARKDOWN_DEPTH + 2);
    const long = `${"a ".repeat(MARKDOWN_CHARS / 2)}<b>tail`;
    expect(readMarkdown(long).at(-1)).toEqual({ kind: "block", text: "<b>tail", language: "" });
  });

  it("is read in time that grows with its length alone", () => {
    for (const text of [
      "*".repeat(50_000),
      "[".repeat(50_000),
      "`a".repeat(25_000),
      "![](".repeat(12_000),
      "<".repeat(50_000),
    ]) {
      expect(readMarkdown(text).length).toBeGreaterThan(0);
    }
  });

  it("makes of anything only what the table has, with valid links", () => {
    const part = fc.constantFrom(
      "<",
      ">",
      "[",
      "]",
      "(",
      ")",
      "javascript:",
      "https://a.example",
      "`",
      "\n",
      "*",
      "a",
      "|",
      "- ",
      "&#x6a;",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 40 }), (parts) => {
        for (const node of all(readMarkdown(parts.join("")))) {
          if (node.kind !== "link" || node.target.kind === "file") continue;
          expect(node.target.href).toMatch(/^(?:https?|mailto):/);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("where a link may lead", () => {
  it("is a place with a drive letter, too, and nothing that is far too long", () => {
    expect(linkTarget("C:\\work\\a.ts:7")).toEqual({ kind: "file", path: "C:\\work\\a.ts", line: 7 });
    expect(linkTarget(`https://a.example/${"x".repeat(3_000)}`)).toBeUndefined();
  });
});
