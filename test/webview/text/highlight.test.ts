import { describe, expect, it } from "vitest";
import type { Highlighter, Token } from "../../../webview/text/highlight.ts";
import { createHighlighter, HIGHLIGHT_CHARS, knownLanguage } from "../../../webview/text/highlight.ts";
import { SCRIPT } from "../sample-session.ts";

async function coloured(text: string, language: string): Promise<readonly (readonly Token[])[]> {
  const highlighter: Highlighter = await new Promise((resolve) => {
    const created: Highlighter = createHighlighter(() => resolve(created));
    created.lines(text, language);
  });
  return highlighter.lines(text, language)!;
}

const classOf = (lines: readonly (readonly Token[])[], word: string): string | undefined =>
  lines.flat().find(({ text }) => text.trim() === word)?.classes;

describe("a script in colours", () => {
  it("is coloured by the grammar that the editor uses", async () => {
    const lines = await coloured(SCRIPT, "toolcall");
    expect(classOf(lines, "let*")).toBe("code-keyword");
    expect(classOf(lines, "Glob")).toBe("code-tool");
    expect(classOf(lines, ":pattern")).toBe("code-property");
    expect(classOf(lines, "split-string")).toBe("code-function");
    expect(classOf(lines, "4")).toBe("code-number");
    expect(classOf(lines, ";; one page, grouped by folder")).toBe("code-comment");
  });

  it("is the same text, line by line", async () => {
    const lines = await coloured(SCRIPT, "toolcall");
    expect(lines.map((line) => line.map(({ text }) => text).join("")).join("\n")).toBe(SCRIPT);
  });
});

describe("other languages", () => {
  it("are loaded when they are first wanted", async () => {
    const lines = await coloured('const a: string = "b"; // c', "typescript");
    expect(classOf(lines, "const")).toBe("code-keyword");
    expect(classOf(lines, "// c")).toBe("code-comment");
  });

  it.each([
    ["ts", "typescript"],
    ["sh", "bash"],
    ["tcl", "toolcall"],
    ["grep", undefined],
    ["constructor", undefined],
    ["", undefined],
  ])("are known by the names that tools and Markdown give them: %s is %s", (name, expected) => {
    expect(knownLanguage(name)).toBe(expected);
  });

  it("leave a text plain that is too long to be coloured", () => {
    const highlighter = createHighlighter(() => undefined);
    expect(highlighter.lines("x".repeat(HIGHLIGHT_CHARS + 1), "typescript")).toBeUndefined();
  });
});
