import type { TemplateResult } from "lit";
import { html, nothing } from "lit";
import { compose } from "../store.ts";
import { STRINGS } from "../strings.ts";
import type { ContainerTag, MarkdownNode } from "../text/markdown.ts";
import type { Drawing } from "./drawing.ts";
import { follow, tabIndexIn } from "./drawing.ts";
import type { Drawn } from "./draw-pieces.ts";
import { drawTokens, drawVisible } from "./draw-pieces.ts";
import type { Item } from "./items.ts";

/** A Markdown text. Its elements are made one by one from a closed table; no markup of the text itself is ever parsed as HTML. */
export function drawMarkdown(text: string, item: Item, drawing: Drawing): TemplateResult {
  const nodes = drawing.markdown.nodes(text);
  if (nodes === undefined) return html`<div class="markdown plain">${drawVisible(text)}</div>`;
  return html`<div class="markdown">${drawNodes(nodes, item, drawing)}</div>`;
}

type Draw = (children: Drawn) => TemplateResult;

const ELEMENTS: Readonly<Record<ContainerTag, Draw>> = {
  p: (children) => html`<p>${children}</p>`,
  h1: (children) => html`<h2>${children}</h2>`,
  h2: (children) => html`<h3>${children}</h3>`,
  h3: (children) => html`<h4>${children}</h4>`,
  h4: (children) => html`<h5>${children}</h5>`,
  h5: (children) => html`<h6>${children}</h6>`,
  h6: (children) => html`<h6>${children}</h6>`,
  ul: (children) =>
    html`<ul>
      ${children}
    </ul>`,
  ol: (children) =>
    html`<ol>
      ${children}
    </ol>`,
  li: (children) => html`<li>${children}</li>`,
  blockquote: (children) => html`<blockquote>${children}</blockquote>`,
  strong: (children) => html`<strong>${children}</strong>`,
  em: (children) => html`<em>${children}</em>`,
  s: (children) => html`<s>${children}</s>`,
  table: (children) =>
    html`<div class="table-box">
      <table>
        ${children}
      </table>
    </div>`,
  thead: (children) =>
    html`<thead>
      ${children}
    </thead>`,
  tbody: (children) =>
    html`<tbody>
      ${children}
    </tbody>`,
  tr: (children) =>
    html`<tr>
      ${children}
    </tr>`,
  th: (children) => html`<th>${children}</th>`,
  td: (children) => html`<td>${children}</td>`,
};

function drawNodes(nodes: readonly MarkdownNode[], item: Item, drawing: Drawing): Drawn {
  return nodes.map((node) => drawNode(node, item, drawing));
}

function drawNode(node: MarkdownNode, item: Item, drawing: Drawing): Drawn {
  switch (node.kind) {
    case "container":
      return ELEMENTS[node.tag](drawNodes(node.children, item, drawing));
    case "text":
      return drawVisible(node.text);
    case "code":
      return html`<code>${drawVisible(node.text)}</code>`;
    case "block":
      return drawCode(node.text, node.language, item, drawing);
    case "rule":
      return html`<hr />`;
    case "break":
      return html`<br />`;
    case "link": {
      const { target } = node;
      const where = target.kind === "address" ? target.href : target.path;
      return html`<button
        class="link-button"
        role="link"
        title=${where}
        tabindex=${tabIndexIn(drawing, item)}
        @click=${() => follow(drawing, target)}
      >
        ${drawNodes(node.children, item, drawing)}
      </button>`;
    }
  }
}

function drawCode(text: string, language: string, item: Item, drawing: Drawing): TemplateResult {
  const { host, store } = drawing.context;
  const tokens = drawing.highlighter.lines(text, language);
  const lines = tokens?.map((line, at) => [at === 0 ? "" : "\n", drawTokens(line)]);
  const button = (icon: string, label: string, act: () => void): TemplateResult =>
    html`<button
      class="icon-button"
      title=${label}
      aria-label=${label}
      tabindex=${tabIndexIn(drawing, item)}
      @click=${act}
    >
      <span class="codicon codicon-${icon}" aria-hidden="true"></span>
    </button>`;
  return html`<div class="code-block">
    <div class="code-head">
      <span class="code-language">${language === "" ? nothing : language}</span>
      ${button("copy", STRINGS.copyCode, () => host.post({ kind: "copy", text }))}
      ${button("insert", STRINGS.insertCode, () => store.change((data) => compose(data, text, "insert")))}
    </div>
    <pre><code>${lines ?? drawVisible(text)}</code></pre>
  </div>`;
}
