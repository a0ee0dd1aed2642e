import { describe, expect, it } from "vitest";
import { createFitting } from "../../../src/agent/conversation/fitting.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { Scripted, ScriptedTurn } from "../../../src/hosts/memory/model.ts";
import type { Hooks } from "../../../src/pipeline/hooks.ts";
import type { ModelRequest } from "../../../src/ports/model.ts";
import { rigTool } from "../session-rig.ts";
import { look, talkRig } from "./talk-rig.ts";
import { outline } from "./well-formed.ts";

const call = (path: string): ScriptedTurn => ({ calls: [{ name: "Look", arguments: { path } }] });
const INFO = { contextTokens: 12_000, outputTokens: 2_000 };
const LONG = "word ".repeat(2_500);

/** Whether a round asks for a summary. */
const asksForSummary = (request: ModelRequest): boolean =>
  JSON.stringify(request.messages.at(-1)).includes("shortened");

/** Answers requests for a summary, and everything else with turns in their order. */
function playing(turns: readonly Scripted[], summary: ScriptedTurn = { text: "They want a." }): Scripted {
  let at = 0;
  return (request) => {
    if (asksForSummary(request)) return summary;
    const turn = turns[Math.min(at++, turns.length - 1)] ?? {};
    return typeof turn === "function" ? turn(request) : turn;
  };
}

const longLook = look(({ path }) => ({ status: "success", text: `${path} ${LONG}` }));

describe("a conversation that would not fit", () => {
  it("is compacted before it is sent, and the work goes on with the summary, the facts and what was not seen yet", async () => {
    const turns = [call("a"), call("b"), call("c"), call("d"), { text: "done" }];
    const rig = await talkRig([], {
      tools: [longLook],
      scripted: { info: INFO, otherwise: playing(turns) },
    });
    expect(await rig.ask("Find all.")).toMatchObject({ outcome: "completed", text: "done" });
    const { room, tokens } = createFitting();
    for (const request of rig.model.requests) {
      expect(tokens(request, rig.model.info)).toBeLessThanOrEqual(room(rig.model.info));
    }
    const summaries = rig.shown.filter(({ kind }) => kind === "history-compacted");
    expect(summaries.length).toBeGreaterThan(0);
    const last = rig.model.requests.filter((request) => !asksForSummary(request)).at(-1) ?? { messages: [] };
    const [first = "", ...rest] = outline(last);
    expect(first).toContain("The first request:\nFind all.");
    expect(first).toContain("Your own summary:\n\nThey want a.");
    expect(rest).toContain("user: [tools]");
    expect(rig.rows().some((row) => row.startsWith("Summary: "))).toBe(true);
    await rig.session.close();
  });

  it("keeps what the person said last as it is", async () => {
    const rig = await talkRig([], { scripted: { info: INFO, otherwise: playing([{ text: LONG }]) } });
    await rig.ask(`one ${LONG}`);
    await rig.ask(`two ${LONG}`);
    const last = rig.model.requests.at(-1) ?? { messages: [] };
    expect(outline(last).filter((line) => line.startsWith("user: two"))).toEqual([`user: two ${LONG}`]);
    expect(outline(last).filter((line) => line.startsWith("user: one"))).toEqual([]);
    await rig.session.close();
  });

  it("of which a single message is too long is not sent at all, with a row that says so", async () => {
    const rig = await talkRig([], { scripted: { info: INFO, otherwise: playing([{ text: "ok" }]) } });
    await rig.ask("one");
    const sent = rig.model.requests.length;
    expect(await rig.ask(LONG.repeat(4))).toMatchObject({ outcome: "failed", problem: "context-too-long" });
    const { room, tokens } = createFitting();
    for (const request of rig.model.requests.slice(sent)) {
      expect(asksForSummary(request) && tokens(request, rig.model.info) <= room(rig.model.info)).toBe(true);
    }
    expect(rig.rows().at(-1)).toContain("The conversation is longer than this model can read");
    await rig.session.close();
  });

  it("goes on with the recorded facts alone when no summary can be had", async () => {
    const turns = [call("a"), call("b"), call("c"), { text: "done" }];
    const rig = await talkRig([], { tools: [longLook], scripted: { info: INFO, otherwise: playing(turns, {}) } });
    expect(await rig.ask("Find all.")).toMatchObject({ outcome: "completed" });
    const last = rig.model.requests.at(-1) ?? { messages: [] };
    expect(outline(last)[0]).toContain("No summary could be made");
    await rig.session.close();
  });

  it("is not compacted when the provider cannot be asked: nothing is lost", async () => {
    const refusal: ScriptedTurn = { problem: { problem: "auth", detail: "" } };
    const rig = await talkRig([], {
      scripted: { info: INFO, otherwise: playing([{ text: LONG }], refusal) },
    });
    await rig.ask(`one ${LONG}`);
    expect(await rig.ask(`two ${LONG}`)).toMatchObject({ outcome: "failed", problem: "auth" });
    expect(rig.shown.some(({ kind }) => kind === "history-compacted")).toBe(false);
    await rig.session.close();
  });

  it("is compacted once more when the provider counts otherwise", async () => {
    let refusals = 0;
    const counts: Scripted = (request) => {
      if (request.messages.length > 4 && refusals++ === 0)
        return { problem: { problem: "context-too-long", detail: "" } };
      return { text: "ok" };
    };
    const rig = await talkRig([], { scripted: { otherwise: playing([counts]) } });
    await rig.ask("one");
    expect(await rig.ask("two")).toMatchObject({ outcome: "completed", text: "ok" });
    expect(refusals).toBeGreaterThan(0);
    expect(rig.shown.filter(({ kind }) => kind === "history-compacted")).toHaveLength(1);
    await rig.session.close();
  });

  it("is resumed as it was compacted, byte for byte", async () => {
    const turns = [call("a"), call("b"), call("c"), { text: "done" }];
    const scripted = { info: INFO, otherwise: playing(turns) };
    const rig = await talkRig([], { tools: [longLook], scripted });
    await rig.ask("Find all.");
    await rig.session.close();
    const before = JSON.stringify(rig.model.requests.at(-1)?.messages).slice(0, -1);
    const again = await talkRig([{ text: "ok" }], { tools: [longLook], on: rig.host, resume: rig.session.id });
    await again.ask("And?");
    expect(JSON.stringify(again.model.requests[0]?.messages).startsWith(before)).toBe(true);
    await again.session.close();
  });
});

describe("compacting by hand", () => {
  it("replaces what was said, tells files that were changed and what was decided, and lists tools anew", async () => {
    const change = rigTool("Change", "write", () => ({ status: "success", text: "changed" }), {
      snapshots: ({ path }: { path: string }) => [path],
    });
    const rig = await talkRig(
      [
        { calls: [{ name: "Change", arguments: { path: "/ws/c" } }] },
        { text: "done" },
        { text: "They want c." },
        { text: "ok" },
      ],
      { tools: [look(), change], fixture: { files: { "/ws/c": "1" } } },
    );
    expect(await rig.session.compact({ model: rig.model })).toBe("There is nothing to compact yet.");
    await rig.ask("Change c.");
    expect(await rig.session.compact({ model: rig.model })).toBeUndefined();
    await rig.ask("And?");
    const said = outline(rig.model.requests.at(-1) ?? { messages: [] });
    expect(said).toHaveLength(3);
    expect(said[0]).toContain("They want c.");
    expect(said[0]).toContain("The first request:\nChange c.");
    expect(said.slice(1)).toEqual(["user: [tools]", "user: And?"]);
    await rig.session.close();
  });

  it("tells hooks, which may refuse it or add to it", async () => {
    const told: JsonObject[] = [];
    let refuse = true;
    const hooks: Hooks = {
      handles: () => true,
      run: (event, payload) => {
        told.push(payload);
        if (event !== "PreCompact") return Promise.resolve({ contexts: [] });
        return Promise.resolve(
          refuse ? { decision: "deny", reason: "not yet", contexts: [] } : { contexts: ["keep x"] },
        );
      },
    };
    const rig = await talkRig([{ text: "a" }, { text: "sum" }, { text: "b" }], { hooks });
    await rig.ask("one");
    expect(await rig.session.compact({ model: rig.model })).toContain("not yet");
    refuse = false;
    expect(await rig.session.compact({ model: rig.model })).toBeUndefined();
    const events = told
      .slice(-3)
      .map((payload) => [payload["hook_event_name"], payload["trigger"] ?? payload["source"]]);
    expect(events).toEqual([
      ["PreCompact", "manual"],
      ["PostCompact", "manual"],
      ["SessionStart", "compact"],
    ]);
    await rig.ask("two");
    expect(outline(rig.model.requests.at(-1) ?? { messages: [] })[1]).toContain("keep x");
    await rig.session.close();
  });
});
