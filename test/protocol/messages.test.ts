import { describe, expect, it } from "vitest";
import { createStamp } from "../../src/protocol/emit.ts";
import type { EventFact } from "../../src/protocol/events.ts";
import { rowsOf } from "../../src/protocol/draw.ts";
import { fold } from "../../src/protocol/fold.ts";
import { MESSAGE_CHARS } from "../../src/protocol/bounds.ts";
import type { View } from "../../src/protocol/view.ts";
import { EMPTY_VIEW } from "../../src/protocol/view.ts";

function viewOf(...facts: readonly EventFact[]): View {
  const stamp = createStamp(() => 7);
  return facts.reduce((view, fact) => fold(view, stamp(fact)), EMPTY_VIEW);
}

const seen = (...facts: readonly EventFact[]) =>
  rowsOf(viewOf(...facts)).map(({ header, status, body, format }) => ({ header, status, body, format }));

const ASKED: EventFact = { kind: "message-sent", id: "message-1", from: "person", text: "Find\nit" };
const STARTED: EventFact = { kind: "message-started", id: "message-2", model: "m" };
const progressed = (text: string): EventFact => ({ kind: "message-progressed", id: "message-2", text });
const answered = (text: string, more: object = {}): EventFact => ({
  kind: "message-answered",
  id: "message-2",
  model: "m",
  parts: text === "" ? [] : [{ part: "text", text }],
  calls: [],
  stop: "done",
  ...more,
});

describe("what is said", () => {
  it("is a row each for what the person said and what the model answers, as it comes", () => {
    const said = { header: "You: Find it", status: "completed", body: "Find\nit", format: "text" };
    expect(seen(ASKED, STARTED)).toEqual([
      said,
      { header: "Assistant", status: "running", body: "", format: "markdown" },
    ]);
    expect(seen(ASKED, STARTED, progressed("He"), progressed("re."))[1]).toMatchObject({
      header: "Assistant: Here.",
      status: "running",
    });
    expect(seen(ASKED, STARTED, progressed("He"), answered("Here **it** is."))).toEqual([
      said,
      { header: "Assistant: Here **it** is.", status: "completed", body: "Here **it** is.", format: "markdown" },
    ]);
  });

  it("belongs to the request that is under way, and stands where it began", () => {
    const view = viewOf(
      { kind: "turn-started", turn: "turn-1" },
      STARTED,
      { kind: "call-received", id: "c", tool: "Read", source: "model" },
      answered("x"),
    );
    expect(view.entries.map(({ id, turn }) => [id, turn])).toEqual([
      ["message-2", "turn-1"],
      ["c", "turn-1"],
    ]);
  });

  it.each<[string, EventFact]>([
    ["a section", { kind: "message-sent", id: "x", from: "product", section: "tools", text: "Tool listing" }],
    ["context of a hook", { kind: "message-sent", id: "x", from: "hook", text: "be careful" }],
    ["what the model is told of a call", { kind: "result-delivered", id: "x", failed: false, text: "1\ta" }],
  ])("is no row when it is for the model alone: %s", (_, fact) => {
    expect(seen(fact)).toEqual([]);
  });

  it("is no row when the model only asks for calls: these have their own", () => {
    expect(seen(STARTED, answered("", { calls: [{ id: "c", name: "Read" }] }))).toEqual([]);
  });

  it("begins anew when a round is tried again, and says why nothing comes meanwhile", () => {
    const delayed: EventFact = {
      kind: "message-delayed",
      id: "message-2",
      problem: "The provider is overloaded",
      waitMs: 1_500,
      attempt: 2,
    };
    expect(seen(STARTED, progressed("He"), delayed)).toEqual([
      {
        header: "Assistant: The provider is overloaded; try 2 in 2 s",
        status: "running",
        body: "",
        format: "markdown",
      },
    ]);
    expect(seen(STARTED, progressed("He"), delayed, progressed("So"))[0]?.body).toBe("So");
  });

  it("tells a stopped answer, and why work ended", () => {
    expect(
      seen(STARTED, answered("Half", { stop: "stopped" }), {
        kind: "message-failed",
        id: "message-3",
        problem: "auth",
        text: "The key was refused.",
      }),
    ).toEqual([
      { header: "Assistant: Half (stopped)", status: "cancelled", body: "Half", format: "markdown" },
      { header: "Notice: The key was refused.", status: "failed", body: "The key was refused.", format: "text" },
    ]);
  });

  it("may be longer than an event: the row has its head and where all of it is", () => {
    const [row] = rowsOf(viewOf(STARTED, answered("", { parts: undefined, text: "head", artifact: "artifact://1" })));
    expect(row).toMatchObject({ body: "head", artifact: "artifact://1", truncated: true });
    const long = "x".repeat(MESSAGE_CHARS);
    expect(viewOf(STARTED, progressed(long), progressed("y")).entries[0]).toMatchObject({ text: long });
  });

  it("is counted by the provider: how much of the context is used, with what caches gave and got", () => {
    const usage = { inputTokens: 10, cacheReadTokens: 200, cacheWriteTokens: 30, outputTokens: 4 };
    expect(viewOf(STARTED, answered("x", { usage, contextTokens: 1_000 })).context).toEqual({
      model: "m",
      tokens: 244,
      limit: 1_000,
      cacheRead: 200,
      cacheWrite: 30,
    });
  });

  it("may be replaced by a summary for the model, which begins shut", () => {
    const compacted: EventFact = {
      kind: "history-compacted",
      id: "message-9",
      trigger: "person",
      before: 100,
      after: 10,
      text: "They looked for it.",
    };
    expect(rowsOf(viewOf(ASKED, compacted)).map(({ name, collapsed }) => [name, collapsed])).toEqual([
      ["You", false],
      ["Summary", true],
    ]);
  });
});
