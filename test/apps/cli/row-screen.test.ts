import { describe, expect, it } from "vitest";
import { createLiveScreen, createPlainScreen } from "../../../src/apps/cli/row-screen.ts";
import type { AgentEvent, EventFact } from "../../../src/protocol/events.ts";
import { createStamp } from "../../../src/protocol/emit.ts";
import { fold } from "../../../src/protocol/fold.ts";
import type { View } from "../../../src/protocol/view.ts";
import { EMPTY_VIEW } from "../../../src/protocol/view.ts";

const ended = { chars: 3, bytes: 3, lines: 1, preview: "abc", handlerMs: 5, contexts: 0 } as const;

function settled(id: string): EventFact {
  return { kind: "call-settled", id, status: "success", ...ended };
}

function received(id: string, path: string): EventFact {
  return { kind: "call-received", id, tool: "Read", source: "script", parent: "ptc-1", args: { file_path: path } };
}

/** Two calls of one script, fact by fact. */
const FACTS: readonly EventFact[] = [
  { kind: "session-opened", session: "s", roots: ["/w"], mode: "ask", resumed: false },
  { kind: "envelope-opened", id: "ptc-1", expression: "(list …)", source: "user" },
  received("ptc-1/1", "a.ts"),
  { kind: "call-started", id: "ptc-1/1" },
  settled("ptc-1/1"),
  received("ptc-1/2", "b.ts"),
  { kind: "call-started", id: "ptc-1/2" },
  settled("ptc-1/2"),
  {
    kind: "envelope-settled",
    id: "ptc-1",
    outcome: "completed",
    elapsedMs: 1_000,
    calls: 2,
    failed: 0,
    preview: "abc",
    chars: 3,
    bytes: 3,
    lines: 1,
  },
];

function views(): readonly View[] {
  const stamp = createStamp(() => 0);
  const events: AgentEvent[] = FACTS.map(stamp);
  return events.map((_, index) => events.slice(0, index + 1).reduce(fold, EMPTY_VIEW));
}

/** A terminal of ten lines that obeys what the screen writes. */
function emulator(columns: number) {
  let lines: string[] = [];
  let row = 0;
  const write = (text: string): void => {
    for (const [piece] of text.matchAll(/\u001b\[\d*[AJK]|\n|\r|[^\u001b\n\r]+/g)) {
      const up = /^\u001b\[(\d+)A$/.exec(piece);
      if (up !== null) row -= Number(up[1]);
      else if (piece === "\u001b[J") lines = lines.slice(0, row);
      else if (piece === "\n") row++;
      else if (piece !== "\r" && piece !== "\u001b[K") lines[row] = piece.slice(0, columns);
    }
  };
  return { write, lines: () => [...lines] };
}

describe("rows on a terminal", () => {
  function live() {
    const terminal = emulator(60);
    let tick: () => void = () => undefined;
    let time = 0;
    const screen = createLiveScreen(
      { columns: () => 60, lines: () => 10 },
      {
        write: terminal.write,
        colours: false,
        now: () => time,
        every: (_, work) => {
          tick = work;
          return () => undefined;
        },
      },
    );
    const frame = (ms: number): void => {
      time += ms;
      tick();
    };
    return { screen, frame, lines: terminal.lines };
  }

  it("are painted in place and stay when the script has ended", () => {
    const { screen, frame, lines } = live();
    const seen: (readonly string[])[] = [];
    for (const view of views()) {
      screen.update(view);
      frame(200);
      seen.push(lines());
    }
    screen.finish();
    expect(seen[3]).toEqual(["● ToolCall: 0/1 completed, Read active · 0.4s", "  ● Read: a.ts · 0.2s"]);
    expect(seen[6]).toEqual([
      "● ToolCall: 1/2 completed, Read active · 1.0s",
      "  ✓ Read: a.ts (1 line)",
      "  ● Read: b.ts · 0.2s",
    ]);
    expect(lines()).toEqual([
      "✓ ToolCall: 2 calls · 1.0s (completed)",
      "  ✓ Read: a.ts (1 line)",
      "  ✓ Read: b.ts (1 line)",
    ]);
  });

  it("go away while something else is written and come back below it", () => {
    const { screen, frame, lines } = live();
    const [, first, , third] = views();
    screen.update(EMPTY_VIEW);
    screen.update(first as View);
    frame(50);
    screen.pause();
    expect(lines()).toEqual([]);
    screen.update(third as View);
    frame(500);
    expect(lines()).toEqual([]);
    screen.resume();
    frame(50);
    expect(lines()).toHaveLength(2);
  });
});

describe("rows elsewhere", () => {
  it("are only those of what happened since the session was taken up", () => {
    let text = "";
    const screen = createPlainScreen({ write: (part) => (text += part), colours: false, now: () => 0 });
    for (const view of views().slice(-2)) screen.update(view);
    expect(text).toBe("");
  });

  it("are a line each, once they have ended", () => {
    let text = "";
    const screen = createPlainScreen({ write: (part) => (text += part), colours: false, now: () => 0 });
    for (const view of views()) screen.update(view);
    screen.finish();
    expect(text.split("\n")).toEqual([
      "  ✓ Read: a.ts (1 line)",
      "  ✓ Read: b.ts (1 line)",
      "✓ ToolCall: 2 calls · 1.0s (completed)",
      "",
    ]);
  });
});
