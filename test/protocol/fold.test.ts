import { describe, expect, it } from "vitest";
import { rowsOf } from "../../src/protocol/draw.ts";
import type { EventFact } from "../../src/protocol/events.ts";
import type { Row } from "../../src/protocol/rows.ts";
import { boundRow } from "../../src/protocol/rows.ts";
import { envelopeOf } from "../../src/protocol/view.ts";
import {
  answered,
  asked,
  changed,
  child,
  opened,
  queued,
  received,
  settled,
  settledEnvelope,
  started,
  viewOf,
} from "./facts.ts";

function rows(...facts: EventFact[]): readonly Row[] {
  return rowsOf(viewOf(facts));
}

function header(...facts: EventFact[]): string | undefined {
  return rows(...facts)[0]?.header;
}

describe("the header of a running script", () => {
  it.each<[string, EventFact[], string]>([
    ["counts nothing at first", [], "ToolCall: 0 completed"],
    ["names the tools that are active", [received(1, "Read"), started(1)], "ToolCall: 0/1 completed, Read active"],
    ["counts what has ended", [received(1, "Read"), started(1), settled("e/1")], "ToolCall: 1 completed"],
    [
      "names each tool once, in order of first use, and counts those that wait for their turn",
      [
        received(1, "Read", 1),
        received(2, "Grep", 1),
        received(3, "Read", 1),
        queued(4, "Read", 1),
        started(1),
        started(2),
        started(3),
      ],
      "ToolCall: 0/4 completed, Read, Grep active",
    ],
    [
      "counts failures",
      [received(1, "Read"), settled("e/1", "error"), received(2, "Bash"), started(2)],
      "ToolCall: 1/2 completed, Bash active, 1 failed",
    ],
    [
      "says what waits for a person",
      [
        received(1, "Bash", 1),
        asked(1, "Bash"),
        received(2, "Edit", 1),
        asked(2, "Edit"),
        received(3, "Read", 1),
        started(3),
      ],
      "ToolCall: 0/3 completed, Read active, awaiting permission for Bash, Edit",
    ],
    [
      "says no more once the person has answered",
      [received(1, "Bash"), asked(1, "Bash"), answered(1), started(1)],
      "ToolCall: 0/1 completed, Bash active",
    ],
  ])("%s", (_title, facts, expected) => {
    expect(header(opened(), ...facts)).toBe(expected);
  });
});

describe("the header of a script that has ended", () => {
  it.each<[string, Parameters<typeof settledEnvelope>[0], string, string]>([
    ["one call", { calls: 1, elapsedMs: 1_234 }, "ToolCall: 1 call · 1.2s (completed)", "completed"],
    ["no time to speak of", { calls: 2, elapsedMs: 40 }, "ToolCall: 2 calls (completed)", "completed"],
    [
      "failures that it handled",
      { calls: 3, elapsedMs: 900, failed: 2 },
      "ToolCall: 3 calls · 0.9s · 2 failed (completed)",
      "warning",
    ],
    ["an error", { calls: 0, elapsedMs: 0, outcome: "script-error" }, "ToolCall: 0 calls (script-error)", "failed"],
    [
      "a denial",
      { calls: 2, elapsedMs: 0, failed: 1, outcome: "denied" },
      "ToolCall: 2 calls · 1 failed (denied)",
      "denied",
    ],
    [
      "an interruption",
      { calls: 2, elapsedMs: 0, outcome: "interrupted" },
      "ToolCall: 2 calls (interrupted)",
      "cancelled",
    ],
  ])("after %s", (_title, how, expected, status) => {
    const [row] = rows(opened(), settledEnvelope(how));
    expect([row?.header, row?.status]).toEqual([expected, status]);
  });
});

describe("the row of a script", () => {
  it("begins collapsed, holds the script, and its children in order with the rows of their tools", () => {
    const [row] = rows(
      opened('(progn (Read :file_path "a") (Grep :pattern "b"))'),
      received(1, "Read", undefined, { file_path: "src/a.ts" }),
      started(1),
      settled("e/1", "success", { lines: 12 }),
      received(2, "Grep", undefined, { path: "src", pattern: "needle" }),
      started(2),
      settled("e/2", "success", { matches: 0 }),
    );
    expect(row).toMatchObject({
      id: "e",
      name: "ToolCall",
      status: "running",
      collapsed: true,
      script: expect.stringContaining("progn") as string,
    });
    expect(row?.children?.map(({ id, header, status, collapsed }) => [id, header, status, collapsed])).toEqual([
      ["e/1", "Read: src/a.ts (12 lines)", "completed", true],
      ["e/2", "Grep: needle (0 matches)", "completed", true],
    ]);
  });

  it("takes the place of the call that began it", () => {
    const begun = child({ id: "e", tool: "ToolCall", args: { expression: "(list)" } });
    const ended = [settledEnvelope({ calls: 0 }), settled("e")];
    expect(rows(begun).map(({ id, header: words }) => [id, words])).toEqual([["e", "ToolCall: (list)"]]);
    expect(rows(begun, started(0), opened(), ...ended).map(({ id, header: words }) => [id, words])).toEqual([
      ["e", "ToolCall: 0 calls (completed)"],
    ]);
  });

  it("draws a line down the side of each join of several calls, and none beside calls that stand alone", () => {
    const [row] = rows(
      opened(),
      received(1, "Read"),
      ...[2, 3, 4].map((number) => received(number, "Read", 1)),
      ...[5, 6].map((number) => received(number, "Read", 2)),
      received(7, "Read", 3),
    );
    expect(row?.children?.map(({ gutter }) => gutter ?? " ").join("")).toBe(" ┌├└┌└ ");
  });

  it("keeps children in the order of their numbers, however they come", () => {
    const [row] = rows(opened(), queued(1, "A", 1), queued(3, "C", 1), received(2, "B", 1), received(3, "C", 1));
    expect(row?.children?.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "A queued",
      "B running",
      "C running",
    ]);
  });

  it("holds a short value in its body and a long one in a row of its own", () => {
    const short = rows(opened(), settledEnvelope({ preview: "42" }))[0];
    expect([short?.body, short?.children]).toEqual(["Returned:\n42", []]);
    const text = Array.from({ length: 11 }, (_, line) => `line ${line}`).join("\n");
    const facts = [opened(), settledEnvelope({ preview: text, lines: 11, chars: text.length })];
    const long = rows(...facts)[0];
    expect(long?.body).toBe("");
    expect(long?.children).toEqual([
      expect.objectContaining({ id: "e/returned", header: "Returned (11 lines)", body: text, collapsed: true }),
    ]);
    expect(rowsOf(viewOf(facts), { returnedLines: 0 })[0]).toMatchObject({ body: `Returned:\n${text}`, children: [] });
  });

  it("holds the text of its failure", () => {
    const [row] = rows(opened(), settledEnvelope({ outcome: "script-error", preview: "Error: no such variable" }));
    expect(row?.body).toBe("Error: no such variable");
  });

  it("says where the rest of its value is", () => {
    const [row] = rows(opened(), settledEnvelope({ preview: "x...", chars: 9_000, artifact: "artifact://1" }));
    expect(row).toMatchObject({ artifact: "artifact://1", truncated: true });
  });
});

describe("the row of a direct call", () => {
  const direct = opened('(Read :file_path "a")', "Read");

  it("is the tool's own, under the envelope's id", () => {
    const [row, ...others] = rows(
      direct,
      received(1, "Read", undefined, { file_path: "a" }),
      started(1),
      settled("e/1", "success", { lines: 1 }),
      settledEnvelope({ calls: 1 }),
    );
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: "e", name: "Read", header: "Read: a (1 line)", status: "completed" });
    expect(row?.children).toBeUndefined();
  });

  it.each([
    ["error", "failed", "Read: a (failed)"],
    ["denied", "denied", "Read: a (denied)"],
    ["cancelled", "cancelled", "Read: a (cancelled)"],
    ["interrupted", "cancelled", "Read: a (interrupted)"],
  ] as const)("that ended with %s is %s", (end, status, expected) => {
    const [row] = rows(direct, received(1, "Read", undefined, { file_path: "a" }), settled("e/1", end));
    expect([row?.status, row?.header]).toEqual([status, expected]);
  });

  it("that was refused before there was a call is still that tool's", () => {
    const [row] = rows(direct, settledEnvelope({ outcome: "script-error", preview: "Error: void variable", calls: 0 }));
    expect(row).toMatchObject({ id: "e", name: "Read", header: "Read (failed)", body: "Error: void variable" });
  });
});

describe("the row of a call", () => {
  it("shows its main argument on one line, bounded", () => {
    const command = `echo one\n  echo two ${"x".repeat(500)}`;
    const [row] = rows(child({ id: "c1", tool: "Bash", args: { description: "d", command } }));
    expect(row?.detail).toMatch(/^echo one echo two x+…$/);
    expect(row?.detail).toHaveLength(120);
  });

  it("shows a question while it waits, and progress while it runs", () => {
    const call = child({ id: "c1", tool: "Bash", args: { command: "make" } });
    const ask: EventFact = {
      kind: "permission-asked",
      id: "c1",
      tool: "Bash",
      subject: "make",
      access: "run",
      reason: "no rule",
      suggestedRule: "Bash(make)",
    };
    expect(rows(call, ask)[0]?.question).toEqual({
      subject: "make",
      access: "run",
      reason: "no rule",
      suggestedRule: "Bash(make)",
    });
    const running = rows(
      call,
      ask,
      { kind: "permission-withdrawn", id: "c1" },
      { kind: "call-started", id: "c1" },
      { kind: "call-progressed", id: "c1", text: "3 of 9" },
    )[0];
    expect(running).toMatchObject({ header: "Bash: make · 3 of 9", status: "running" });
    expect(running?.question).toBeUndefined();
  });

  it("shows what was repaired or rewritten", () => {
    const call = child({ id: "c1", tool: "Read", args: { file_path: "<a>" } });
    const [row] = rows(
      call,
      { kind: "input-repaired", id: "c1", changes: ["file_path was a link"] },
      { kind: "input-rewritten", id: "c1", args: { file_path: "b" } },
      settled("c1"),
    );
    expect(row?.detail).toBe("b");
    expect(row?.body).toBe("◇ tool input repaired: file_path was a link\nok");
  });

  it("shows a diff where its tool gave one", () => {
    const call = child({ id: "c1", tool: "Edit", args: { file_path: "a" } });
    expect(rows(call, settled("c1", "success", { diff: "-a\n+b", changes: 1 }))[0]).toMatchObject({
      format: "diff",
      body: "-a\n+b",
      header: "Edit: a (1 change)",
    });
  });

  it("is marked when it was undone, and no more when it was redone", () => {
    const facts = [child({ id: "c1", tool: "Edit", args: { file_path: "a" } }), changed("c1", "/ws/a"), settled("c1")];
    const undo: EventFact = { kind: "file-undone", path: "/ws/a", of: "c1", how: "restored" };
    expect(header(...facts, undo)).toBe("Edit: a (undone)");
    expect(header(...facts, undo, { ...undo, kind: "file-redone" })).toBe("Edit: a (1 line)");
    expect(header(...facts, { ...undo, how: "left" })).toBe("Edit: a (1 line)");
    expect(header(...facts, { ...undo, path: "/ws/b" })).toBe("Edit: a (1 line)");
  });

  it("is marked by whatever name it was undone: as a call, with its script, with the request", () => {
    const facts: EventFact[] = [
      { kind: "turn-started", turn: "t" },
      opened(),
      received(1, "Edit"),
      changed("e/1", "/ws/a"),
      settled("e/1"),
      received(2, "Write"),
      changed("e/2", "/ws/a"),
      changed("e/2", "/ws/b"),
      settled("e/2"),
    ];
    const undone = (...later: readonly EventFact[]): readonly unknown[] => {
      const [entry] = viewOf([...facts, ...later]).entries;
      if (entry?.kind !== "envelope") throw new Error("the script is not there");
      return [entry.undone, ...entry.children.map((call) => call.undone)];
    };
    const back = (of: string, path: string): EventFact => ({ kind: "file-undone", path, of, how: "restored" });
    const again = (of: string, path: string): EventFact => ({ kind: "file-redone", path, of, how: "restored" });
    expect(undone(back("e/2", "/ws/a"))).toEqual([false, undefined, false]);
    expect(undone(back("e/2", "/ws/a"), back("e/2", "/ws/b"))).toEqual([false, undefined, true]);
    for (const all of ["e", "t"]) {
      const both = [back(all, "/ws/a"), back(all, "/ws/b")];
      expect(undone(...both)).toEqual([true, true, true]);
      expect(undone(...both, again("e/1", "/ws/a"))).toEqual([false, false, true]);
      expect(undone(...both, again("t", "/ws/b"))).toEqual([false, true, false]);
    }
  });

  it("is the very same row until something happens to it", () => {
    const before = viewOf([child({ id: "c1", tool: "Read" }), child({ id: "c2", tool: "Read" })]);
    const after = viewOf([settled("c2")], before);
    expect(rowsOf(after)[0]).toBe(rowsOf(before)[0]);
    expect(rowsOf(after)[1]).not.toBe(rowsOf(before)[1]);
  });
});

describe("the ids of children", () => {
  it.each([
    ["e/1", { envelope: "e", index: 1 }],
    ["a/b/12", { envelope: "a/b", index: 12 }],
    ["e", undefined],
    ["e/0", undefined],
    ["e/x", undefined],
    ["/1", undefined],
  ])("%s", (id, place) => {
    expect(envelopeOf(id)).toEqual(place);
  });
});

describe("a tree of rows", () => {
  it("is cut where its budget ends, and says so", () => {
    const facts = Array.from({ length: 50 }, (_, number) =>
      received(number + 1, "Read", undefined, { file_path: "x".repeat(100) }),
    );
    const [row] = rows(opened(), ...facts);
    const bounded = boundRow(row!, 1_000);
    expect(bounded.truncated).toBe(true);
    expect(bounded.children!.length).toBeLessThan(10);
    expect(boundRow(row!)).toEqual(row);
  });
});
