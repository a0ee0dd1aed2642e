import { describe, expect, it } from "vitest";
import { EMPTY_VIEW } from "../../../src/protocol/view.ts";
import { announcement } from "../../../webview/rows/announce.ts";
import { seenOf, unseenRows } from "../../../webview/rows/unseen.ts";
import { sampleTape } from "../sample-session.ts";
import { createTape } from "../tape.ts";

describe("what is announced of a change", () => {
  it("is what began, what is asked and how it ended, in a sentence each", () => {
    const tape = createTape();
    const start = tape.view();
    tape.call("a", { tool: "Bash", args: { command: "npm test" }, until: "running" });
    const running = tape.view();
    expect(announcement(start, running)).toBe("Bash: npm test");
    tape.call("b", { tool: "Edit", args: { file_path: "docs/a.md" }, until: "asked" });
    expect(announcement(running, tape.view())).toBe("Edit asks for permission: docs/a.md. Edit: docs/a.md");
  });

  it("says how a call ended, once", () => {
    const tape = createTape();
    tape.call("a", { tool: "Read", args: { file_path: "a" }, text: "x" });
    const before = tape.view();
    expect(announcement(createTape().view(), before)).toBe("Read: a (1 line), completed");
    tape.call("b", { tool: "Read", args: { file_path: "b" }, status: "error" });
    expect(announcement(before, tape.view())).toBe("Read: b (failed), failed");
  });

  it("is brief: a few sentences, and a count of the rest", () => {
    const tape = createTape();
    const start = tape.view();
    for (let at = 0; at < 40; at++) tape.call(`c${at}`, { tool: "Read", args: { file_path: "x".repeat(500) } });
    const text = announcement(start, tape.view());
    expect(text).toMatch(/and 37 more$/);
    expect(text.length).toBeLessThan(600);
  });

  it("is nothing for another session, for older entries and for no change", () => {
    const view = sampleTape().view();
    expect(announcement(EMPTY_VIEW, view)).toBe("");
    expect(announcement(view, view)).toBe("");
    expect(announcement({ ...view, entries: view.entries.slice(3) }, view)).toBe("");
  });

  it("shows characters that nobody would hear", () => {
    const tape = createTape();
    const start = tape.view();
    tape.call("a", { tool: "Bash", args: { command: "a\u202eb" }, until: "running" });
    expect(announcement(start, tape.view())).toBe("Bash: a⟨U+202E⟩b");
  });
});

describe("the number of new rows", () => {
  it("counts rows and calls of scripts that came since, and no older ones", () => {
    const tape = createTape();
    tape.call("a", { tool: "Read" });
    tape.script("e", "(list)", [{ tool: "Read" }]);
    const before = tape.view();
    const seen = seenOf(before);
    expect(unseenRows(before, seen)).toBe(0);
    tape.call("e/2", { tool: "Read" }, "e");
    tape.script("f", "(list)", [{ tool: "Read" }, { tool: "Read" }]);
    tape.call("b", { tool: "Read" });
    expect(unseenRows(tape.view(), seen)).toBe(1 + 3 + 1);
    const older = createTape();
    older.call("z", { tool: "Read" });
    expect(unseenRows({ ...before, entries: [...older.view().entries, ...before.entries] }, seen)).toBe(0);
  });
});
