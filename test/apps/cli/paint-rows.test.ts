import { describe, expect, it } from "vitest";
import type { PaintOptions } from "../../../src/apps/cli/paint-rows.ts";
import { paintRow } from "../../../src/apps/cli/paint-rows.ts";
import { columnsOf } from "../../../src/apps/cli/terminal-text.ts";
import type { Block } from "../../../src/protocol/rows.ts";

function block(changes: Partial<Block> & Pick<Block, "id" | "header">): Block {
  return { name: "Read", detail: "", status: "completed", collapsed: true, format: "text", body: "", ...changes };
}

function painted(row: Block, options: Partial<PaintOptions> = {}): readonly string[] {
  return paintRow(row, { colours: false, ...options }).map(({ text }) => text);
}

const envelope = block({
  id: "ptc-1",
  name: "ToolCall",
  header: "ToolCall: 1/4 completed, Grep active, 1 failed",
  status: "running",
  children: [
    block({ id: "ptc-1/1", header: "Read: a.ts (12 lines)", elapsedMs: 1_240 }),
    block({
      id: "ptc-1/2",
      header: "Read: b.ts (failed)",
      status: "failed",
      gutter: "┌",
      body: "Error: no such file\nmore",
    }),
    block({ id: "ptc-1/3", header: "Grep: TODO", status: "running", gutter: "├" }),
    block({ id: "ptc-1/4", header: "Glob: **/*.md", status: "queued", gutter: "└" }),
    block({ id: "ptc-1/returned", name: "Returned", header: "Returned (20 lines)" }),
  ],
});

describe("the rows of a script", () => {
  it("show marks, the line down the side of a join, times, and why a call failed", () => {
    const running = (id: string): number | undefined => (id === "ptc-1/3" ? 300 : undefined);
    expect(painted(envelope, { running })).toEqual([
      "● ToolCall: 1/4 completed, Grep active, 1 failed",
      "  ✓ Read: a.ts (12 lines) · 1.2s",
      "  ┌ × Read: b.ts (failed)",
      "    Error: no such file",
      "  ├ ● Grep: TODO · 0.3s",
      "  └ ○ Glob: **/*.md",
    ]);
  });

  it("say the time of an ended script once, in its header", () => {
    const ended = block({
      id: "ptc-1",
      header: "ToolCall: 0 calls · 1.2s (completed)",
      children: [],
      elapsedMs: 1_200,
    });
    expect(painted(ended)).toEqual(["✓ ToolCall: 0 calls · 1.2s (completed)"]);
  });

  it("are cut to the columns of the terminal, times excepted", () => {
    const long = block({ id: "x", header: `Bash: ${"漢".repeat(40)}`, status: "running" });
    const [line = ""] = painted(long, { columns: 30, running: () => 61_000 });
    expect(columnsOf(line)).toBeLessThanOrEqual(30);
    expect(line).toMatch(/…\ · 61\.0s$/);
  });

  it("leave out those that say least where there is no room, and count them", () => {
    expect(painted(envelope, { lines: 5 })).toEqual([
      "● ToolCall: 1/4 completed, Grep active, 1 failed",
      "  … 2 more",
      "  ┌ × Read: b.ts (failed)",
      "    Error: no such file",
      "  ├ ● Grep: TODO",
    ]);
    expect(painted(envelope, { lines: 1 })).toHaveLength(2);
  });

  it("never let a name act on the terminal", () => {
    const [line] = painted(block({ id: "x", header: "Read: a\u001b[31m\u202eb (1 line)" }));
    expect(line).toBe("✓ Read: a\\x1b[31m\\u202eb (1 line)");
  });

  it("know their columns without the colours", () => {
    for (const { text, columns } of paintRow(envelope, { colours: true, columns: 40 })) {
      expect(columnsOf(text.replaceAll(/\u001b\[\d+m/g, ""))).toBe(columns);
    }
  });
});
