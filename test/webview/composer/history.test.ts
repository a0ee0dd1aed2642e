import { describe, expect, it } from "vitest";
import { MAX_HISTORY, recall, sentTexts } from "../../../webview/composer/history.ts";
import { createTape } from "../tape.ts";

const TEXTS = ["first", "second", "third"];

describe("earlier messages", () => {
  it("come one after the other, and what was being written comes back at the end", () => {
    const back = recall(TEXTS, { recalling: undefined, text: "draft", by: -1 })!;
    expect(back).toEqual({ text: "third", recalling: { at: 2, draft: "draft" } });
    const further = recall(TEXTS, { ...back, by: -1 })!;
    expect(further.text).toBe("second");
    const forth = recall(TEXTS, { ...further, by: 1 })!;
    expect(forth.text).toBe("third");
    expect(recall(TEXTS, { ...forth, by: 1 })).toEqual({ text: "draft", recalling: undefined });
  });

  it("end at the first one, and there is nothing after the draft", () => {
    expect(recall(TEXTS, { recalling: { at: 0, draft: "" }, text: "first", by: -1 })).toBeUndefined();
    expect(recall(TEXTS, { recalling: undefined, text: "draft", by: 1 })).toBeUndefined();
    expect(recall([], { recalling: undefined, text: "", by: -1 })).toBeUndefined();
  });

  it("are the scripts that the person ran and what was sent since, each once, where it was sent last", () => {
    const tape = createTape();
    tape.say({ kind: "envelope-opened", id: "u-1", expression: "(a)", source: "user" });
    tape.say({ kind: "envelope-opened", id: "m-1", expression: "(model)", source: "model" });
    tape.say({ kind: "envelope-opened", id: "u-2", expression: "(b)", source: "user" });
    expect(sentTexts(tape.view(), [])).toEqual(["(a)", "(b)"]);
    expect(sentTexts(tape.view(), ["(c)", "(a)"])).toEqual(["(b)", "(c)", "(a)"]);
  });

  it("are bounded", () => {
    const many = Array.from({ length: MAX_HISTORY + 5 }, (_, at) => `(list ${at})`);
    expect(sentTexts(createTape().view(), many)).toEqual(many.slice(5));
  });
});
