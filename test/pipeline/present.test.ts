import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeUtf8 } from "../../src/base/utf8.ts";
import { createMemoryStore } from "../../src/hosts/memory/store.ts";
import { headAndTail, hookContext, projectResult, sideNotes } from "../../src/pipeline/present.ts";
import { RUNS } from "../support/property.ts";

const store = () => createMemoryStore(() => 0);

describe("a result on its way to its outermost reader", () => {
  it("stays as it is up to its limit", async () => {
    const text = "x".repeat(30_000);
    expect(await projectResult({ text, failed: false, limit: 30_000 }, store())).toEqual({ text });
  });

  it("is stored above its limit, and its head and tail stand for it", async () => {
    const kept = store();
    const text = `${"a".repeat(20_000)}${"z".repeat(20_000)}`;
    const projected = await projectResult({ text, failed: false, limit: 30_000 }, kept);
    const address = [...kept.artifacts.keys()][0]!;
    expect(projected.artifact).toBe(address);
    expect(projected.text).toBe(
      [
        "<persisted-output>",
        `Output too large (40000 chars). Full output saved to: ${address}`,
        "",
        `Read a part of it with Read(file_path="${address}", offset=1, limit=200), or find lines in it with Grep(pattern="...", path="${address}").`,
        "",
        "Preview (head and tail):",
        `${"a".repeat(1_000)}\n... [38000 chars omitted] ...\n${"z".repeat(1_000)}`,
        "</persisted-output>",
      ].join("\n"),
    );
    expect(decodeUtf8(kept.artifacts.get(address)!)).toBe(text);
  });

  it("never has more than 50,000 characters, whatever its tool says", async () => {
    const text = "x".repeat(50_001);
    expect((await projectResult({ text, failed: false }, store())).text).toContain("50001 chars");
    expect((await projectResult({ text, failed: false, limit: 1_000_000 }, store())).text).toContain("50001 chars");
  });

  it("is not stored a second time", async () => {
    const kept = store();
    const projected = await projectResult(
      { text: "x".repeat(60_000), failed: false, artifact: "artifact://abc" },
      kept,
    );
    expect(projected.text).toContain("artifact://abc");
    expect(kept.artifacts.size).toBe(0);
  });

  it("that is an error is cut and not stored", async () => {
    const kept = store();
    const { text } = await projectResult({ text: "e".repeat(60_000), failed: true, limit: 20_000 }, kept);
    expect(text).toContain("[40000 chars omitted]");
    expect(kept.artifacts.size).toBe(0);
  });

  it("tells when the store is full, and still gives head and tail", async () => {
    const kept = store();
    kept.faults.full = true;
    const projected = await projectResult({ text: "x".repeat(60_000), failed: false }, kept);
    expect(projected.artifact).toBeUndefined();
    expect(projected.text).toMatch(
      /^The output has 60000 characters, too many to give in full, and could not be saved \(no space left\)\./,
    );
  });

  it("leaves out exactly as many characters as it says, and never half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 2, max: 100 }), (text, chars) => {
        const shown = headAndTail(text, chars);
        if (text.length <= chars) {
          expect(shown).toBe(text);
          return;
        }
        const [, head = "", omitted = "", tail = ""] =
          /^(.*)\n\.\.\. \[(\d+) chars omitted\] \.\.\.\n(.*)$/s.exec(shown) ?? [];
        expect(head.length + Number(omitted) + tail.length).toBe(text.length);
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect(/\p{Surrogate}/u.test(shown)).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("what hooks and repair had to say", () => {
  it("follows on the result, in order and labelled", () => {
    const contexts = [
      { event: "PreToolUse", text: "one" },
      { event: "PostToolUse", text: "two", callId: "e/2" },
    ];
    expect(sideNotes({ contexts, repair: "mended" })).toBe(
      '<hook-context>\n<hook-event name="PreToolUse">one</hook-event>\n<hook-event name="PostToolUse" call="e/2">two</hook-event>\n</hook-context>\n<system-reminder>mended</system-reminder>',
    );
    expect(sideNotes({ contexts: [] })).toBe("");
  });

  it("is bounded all together", () => {
    const contexts = Array.from({ length: 100 }, () => ({ event: "PostToolUse", text: "x".repeat(5_000) }));
    expect(hookContext(contexts).length).toBeLessThan(21_000);
    expect(hookContext(contexts)).toContain("[96 more left out]");
  });
});
