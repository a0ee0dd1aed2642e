import { describe, expect, it } from "vitest";
import type { Foldable } from "../../../webview/rows/activity.ts";
import { activitySummary, foldRuns, isPlain } from "../../../webview/rows/activity.ts";
import { drawEntry } from "../../../src/protocol/draw.ts";
import { createTape } from "../tape.ts";

const times = (tool: string, count: number): readonly string[] => Array.from({ length: count }, () => tool);

describe("the summary of a run of calls", () => {
  it.each([
    [["Grep"], "Searched 1 pattern"],
    [times("Grep", 5), "Searched 5 patterns"],
    [["Glob"], "Matched 1 glob"],
    [times("Glob", 2), "Matched 2 globs"],
    [["Read"], "Read 1 file"],
    [times("Read", 3), "Read 3 files"],
    [["Bash"], "Ran 1 command"],
    [times("Bash", 4), "Ran 4 commands"],
    [["Eval"], "Evaluated 1 form"],
    [times("Eval", 2), "Evaluated 2 forms"],
    [["WebFetch"], "Fetched 1 page"],
    [times("WebFetch", 2), "Fetched 2 pages"],
    [["WebSearch"], "Ran 1 web search"],
    [times("WebSearch", 2), "Ran 2 web searches"],
    [["Edit"], "Edit"],
    [times("Edit", 2), "Edit ×2"],
    [["mcp/issues", "Read"], "mcp/issues, read 1 file"],
    [["Read", "mcp/issues", "mcp/issues"], "Read 1 file, mcp/issues ×2"],
    [[...times("Grep", 5), "Read", ...times("Bash", 5)], "Searched 5 patterns, read 1 file, ran 5 commands"],
    [["Bash", "Grep", "Bash"], "Ran 2 commands, searched 1 pattern"],
    [["constructor"], "constructor"],
  ])("of %j says %s", (tools, expected) => {
    expect(activitySummary(tools)).toBe(expected);
  });
});

const plain = (turn?: string): Foldable => ({ tool: "Read", turn, plain: true });
const other = (turn?: string): Foldable => ({ tool: "Read", turn, plain: false });

describe("the runs that are folded", () => {
  const all = (count: number): readonly Foldable[] => Array.from({ length: count }, () => plain());
  const pairs = [
    { start: 0, end: 2 },
    { start: 3, end: 5 },
  ];

  it.each([
    { rule: "a run of as many as the limit stays", rows: all(3), most: 3, runs: [] },
    { rule: "a longer one is folded", rows: all(4), most: 3, runs: [{ start: 0, end: 4 }] },
    { rule: "a row that is not plain splits a run", rows: [...all(2), other(), ...all(2)], most: 3, runs: [] },
    { rule: "both sides of such a row may be runs", rows: [...all(2), other(), ...all(2)], most: 1, runs: pairs },
    {
      rule: "a request's end is a run's end",
      rows: [plain("a"), plain("a"), plain("b"), plain("b")],
      most: 1,
      runs: [
        { start: 0, end: 2 },
        { start: 2, end: 4 },
      ],
    },
    { rule: "a run that may still grow stays", rows: all(6), most: 3, open: true, runs: [] },
    {
      rule: "a run that something follows does not grow",
      rows: [...all(2), other()],
      most: 1,
      open: true,
      runs: [{ start: 0, end: 2 }],
    },
    { rule: "without a limit nothing is folded", rows: all(9), most: 0, runs: [] },
    { rule: "nothing has no runs", rows: [], most: 3, runs: [] },
  ])("$rule", ({ rows, most, open = false, runs }) => {
    expect(foldRuns(rows, most, open)).toEqual(runs);
  });
});

describe("a plain row", () => {
  const tape = createTape();
  tape.call("good", { tool: "Read", text: "x" });
  tape.call("bad", { tool: "Read", status: "error", text: "Error: no" });
  tape.call("denied", { tool: "Bash", status: "denied" });
  tape.call("running", { tool: "Bash", until: "running" });
  tape.call("asked", { tool: "Bash", until: "asked" });
  tape.script("script", "(list)", [], { text: "nil" });
  const rows = new Map(tape.view().entries.map((entry) => [entry.id, drawEntry(entry)]));

  it.each([
    ["good", true],
    ["bad", false],
    ["denied", false],
    ["running", false],
    ["asked", false],
    ["script", false],
  ])("is one that succeeded and about which there is nothing else to say: %s is %s", (id, expected) => {
    expect(isPlain(rows.get(id)!)).toBe(expected);
  });

  it("does not belong to an agent and brought no file along", () => {
    const row = rows.get("good")!;
    expect(isPlain({ ...row, requester: "agent" })).toBe(false);
    expect(isPlain({ ...row, attachments: [{ mime: "image/png", kind: "image", path: "a.png" }] })).toBe(false);
  });
});
