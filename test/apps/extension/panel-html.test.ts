import { describe, expect, it } from "vitest";
import { contentPolicy, panelHtml } from "../../../src/apps/extension/panel-html.ts";

const PAGE = {
  cspSource: "https://*.vscode-cdn.net",
  script: "https://file/main.js",
  style: "https://file/main.css",
  nonce: "abc123",
  language: "en",
  title: "ToolCall",
};

describe("the page of a panel", () => {
  it("may load its own script by nonce and its own styles, fonts and pictures, and nothing else", () => {
    expect(contentPolicy(PAGE).split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'nonce-abc123'",
      "style-src https://*.vscode-cdn.net 'nonce-abc123'",
      "font-src https://*.vscode-cdn.net",
      "img-src https://*.vscode-cdn.net data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it("has one script, a module with the nonce, and no style or handler of its own", () => {
    const html = panelHtml(PAGE);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain('<script type="module" nonce="abc123" src="https://file/main.js"></script>');
    expect(html).not.toMatch(/<style|style=|\son\w+=|unsafe-/);
  });

  it("takes nothing it is made from as markup", () => {
    const html = panelHtml({ ...PAGE, title: '"><script>alert(1)</script>', language: 'en" onload="x' });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('onload="x"');
  });
});
