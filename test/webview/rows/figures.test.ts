import { describe, expect, it } from "vitest";
import type { CallEntry } from "../../../src/protocol/view.ts";
import { drawCall } from "../../../src/protocol/draw.ts";
import { describeCall, shortPath } from "../../../webview/rows/describe.ts";
import { durationOf, figuresOf, sizeOf } from "../../../webview/rows/figures.ts";
import type { TapeCall } from "../tape.ts";
import { createTape } from "../tape.ts";

function callOf(call: TapeCall): CallEntry {
  const tape = createTape();
  tape.call("c", call);
  return tape.view().entries[0] as CallEntry;
}

const ROOTS = [{ name: "app", path: "/work/app" }];

describe("what a row says at its end", () => {
  it.each<readonly [TapeCall, string]>([
    [{ tool: "Read", text: "x\ny", renderData: { kind: "text", lines: 84 } }, "84 lines"],
    [{ tool: "Read", text: "x\ny" }, "2 lines"],
    [{ tool: "Grep", renderData: { kind: "grep", matches: 1 } }, "1 match"],
    [{ tool: "Glob", renderData: { kind: "glob", files: 1234 } }, "1,234 files"],
    [{ tool: "Bash", renderData: { kind: "command", end: "exited", exitCode: 0 } }, "exit 0"],
    [{ tool: "Bash", status: "error", renderData: { kind: "command", end: "exited", exitCode: 2 } }, "exit 2"],
    [
      { tool: "Bash", status: "error", renderData: { kind: "command", end: "signalled", signal: "SIGKILL" } },
      "SIGKILL",
    ],
    [{ tool: "Bash", status: "error", renderData: { kind: "command", end: "timed-out" } }, "timed out"],
    [{ tool: "Bash", renderData: { kind: "command", end: "running" } }, "still running"],
    [
      {
        tool: "Edit",
        renderData: { kind: "edit", files: [{ added: 3, removed: 1 }, { added: 2, removed: 0 }, "odd"] },
      },
      "+5 −1",
    ],
    [{ tool: "Read", renderData: { kind: "media", bytes: 11_400 } }, "11 KB"],
    [{ tool: "Read", status: "error", reason: "tool-error: no such file" }, "no such file"],
    [{ tool: "Read", status: "error" }, "failed"],
    [{ tool: "Bash", status: "denied", reason: "denied" }, "denied"],
    [{ tool: "Bash", status: "cancelled" }, "cancelled"],
    [{ tool: "Bash", status: "interrupted" }, "interrupted"],
    [{ tool: "Bash", until: "queued" }, "queued"],
    [{ tool: "Bash", until: "asked" }, "waits for you"],
    [{ tool: "Bash", until: "running" }, "running"],
  ])("%o: %s", (call, expected) => {
    expect(figuresOf(callOf(call)).amount).toBe(expected);
  });

  it("tells that a change was undone", () => {
    const call = callOf({ tool: "Edit", files: ["/a"] });
    expect(figuresOf({ ...call, undone: true }).amount).toBe("undone");
  });

  it.each([
    [0.4, ""],
    [12, "12 ms"],
    [5_900, "5.9 s"],
    [125_000, "2 min 5 s"],
  ])("tells how long a call took: %d ms is %j", (ms, expected) => {
    expect(figuresOf(callOf({ tool: "Read", ms })).duration).toBe(expected);
  });

  it.each([
    [59_949, "59.9 s"],
    [59_950, "1 min 0 s"],
    [999, "999 ms"],
  ])("%d ms is %s", (ms, expected) => {
    expect(durationOf(ms)).toBe(expected);
  });

  it.each([
    [999, "999 B"],
    [96_000, "96 KB"],
    [2_400_000, "2.4 MB"],
  ])("%d bytes are %s", (bytes, expected) => {
    expect(sizeOf(bytes)).toBe(expected);
  });
});

function saidBy(call: TapeCall) {
  const entry = callOf(call);
  return describeCall(drawCall(entry), entry, ROOTS);
}

describe("what a row says a call is about", () => {
  it.each<readonly [TapeCall, readonly unknown[]]>([
    [
      { tool: "Read", args: { file_path: "/work/app/src/a.ts" }, renderData: { startLine: 12 } },
      [{ text: "src/a.ts:12", file: { path: "/work/app/src/a.ts", line: 12 } }],
    ],
    [{ tool: "Read", args: { file_path: "artifact://abc" } }, [{ text: "artifact://abc" }]],
    [
      { tool: "Grep", args: { pattern: "TODO\n|FIXME", path: "/work/app/src" } },
      [{ text: "TODO |FIXME" }, { text: "src", file: { path: "/work/app/src" } }],
    ],
    [{ tool: "Bash", args: { command: "npm \u001b[31mtest" } }, [{ text: "npm test" }]],
    [{ tool: "Edit", args: { file_path: "/elsewhere/a" } }, [{ text: "/elsewhere/a", file: { path: "/elsewhere/a" } }]],
    [{ tool: "ApplyPatch", renderData: { fileCount: 7, files: [{ path: "/work/app/a" }] } }, [{ text: "7 files" }]],
    [
      { tool: "ApplyPatch", renderData: { fileCount: 1, files: [{ path: "/work/app/a" }] } },
      [{ text: "a", file: { path: "/work/app/a" } }],
    ],
    [{ tool: "mcp/issue", args: { query: "open" } }, [{ text: "open" }]],
    [{ tool: "constructor", args: {} }, []],
  ])("%o", (call, expected) => {
    expect(saidBy(call)).toEqual(expected);
  });

  it("is bounded, whatever the argument", () => {
    const [part] = saidBy({ tool: "Bash", args: { command: "x".repeat(100_000) } });
    expect(part!.text.length).toBeLessThanOrEqual(300);
  });

  it.each([
    ["/work/app/src/a.ts", "src/a.ts"],
    ["/work/app", "app"],
    ["/work/application/a", "/work/application/a"],
    ["src/a.ts", "src/a.ts"],
  ])("names %s in its root: %s", (path, expected) => {
    expect(shortPath(path, ROOTS)).toBe(expected);
  });

  it("names the root where there are several, also with backslashes", () => {
    const roots = [...ROOTS, { name: "lib", path: "C:\\work\\lib" }];
    expect(shortPath("/work/app/a", roots)).toBe("app/a");
    expect(shortPath("C:\\work\\lib\\b.ts", roots)).toBe("lib/b.ts");
  });
});
