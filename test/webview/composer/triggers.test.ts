import { describe, expect, it } from "vitest";
import { triggerAt } from "../../../webview/composer/triggers.ts";

describe("what the text before the caret asks for", () => {
  // The bar is the caret.
  it.each<[string, object | undefined]>([
    ["@|", { sign: "@", start: 0, query: "", inString: false }],
    ["look at @src/a|", { sign: "@", start: 8, query: "src/a", inString: false }],
    ["look at @src| and more", { sign: "@", start: 8, query: "src" }],
    ["mail me@host|", undefined],
    ["@a b|", undefined],
    ["/|", { sign: "/", start: 0, query: "" }],
    ["/mode-|", { sign: "/", start: 0, query: "mode-" }],
    ["see /usr|", undefined],
    ["/new| now", undefined],
    ["(|", undefined],
    ["(Gr|", { sign: "(", start: 0, query: "Gr" }],
    ["(progn (Gr|", { sign: "(", start: 7, query: "Gr" }],
    ["(Grep |", undefined],
    ["words (Gr|", undefined],
    ['(f "(Gr|', undefined],
    ["(f ; (Gr|", undefined],
    ["(Read :file_path @a|", { sign: "@", start: 17, query: "a", inString: false }],
    ['(Read :file_path "@a|', { sign: "@", start: 18, query: "a", inString: true }],
    ["(f ; @a|", undefined],
    // Splices of a template are no mentions.
    ["`(f ,@a|", undefined],
    [`@${"a".repeat(200)}|`, undefined],
  ])("%s", (marked, expected) => {
    const caret = marked.indexOf("|");
    const found = triggerAt(marked.replace("|", ""), caret);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(expected);
  });
});
