import { describe, expect, it } from "vitest";
import type { ConversationLimits } from "../../../src/agent/conversation/limits.ts";
import { CONVERSATION_LIMITS, limitText } from "../../../src/agent/conversation/limits.ts";
import { DEFAULT_SETTINGS } from "../../../src/agent/settings.ts";
import type { Scripted, ScriptedTurn } from "../../../src/hosts/memory/model.ts";
import type { ModelProblemKind } from "../../../src/ports/model.ts";
import { MODEL_PROBLEMS } from "../../../src/ports/model.ts";
import { rigTool } from "../session-rig.ts";
import { look, talkRig } from "./talk-rig.ts";
import { outline } from "./well-formed.ts";

const call = (path: string): ScriptedTurn => ({ calls: [{ name: "Look", arguments: { path } }] });
let next = 0;
const another: Scripted = () => call(`p${++next}`);

describe("work that does not end by itself", () => {
  it.each<[keyof ConversationLimits, Partial<ConversationLimits>, Scripted]>([
    ["rounds", { rounds: 3 }, another],
    [
      "turnTokens",
      { turnTokens: 250 },
      () => ({ ...call(`t${++next}`), usage: { inputTokens: 90, outputTokens: 10 } }),
    ],
    ["cutAnswers", { cutAnswers: 3 }, () => ({ ...call("c"), stop: "length" })],
    ["sameCalls", { sameCalls: 3 }, call("same")],
  ])("is ended by the limit %s, with a row that names it, and can be gone on with", async (name, limits, turn) => {
    const { session, model, ask, rows } = await talkRig([], { conversation: limits, scripted: { otherwise: turn } });
    expect(await ask("go")).toMatchObject({ outcome: "failed", problem: name, rounds: 3 });
    expect(model.requests).toHaveLength(3);
    const said = limitText(name, { ...CONVERSATION_LIMITS, ...limits });
    expect(said).toContain(`(limit ${name})`);
    expect(rows().at(-1)).toContain(`Notice: ${said.slice(0, 60)}`);
    await ask("go on");
    expect(model.requests.length).toBeGreaterThan(3);
    await session.close();
  });

  it("is told of calls that come to the same again and again, before it is ended", async () => {
    const { session, model, ask } = await talkRig([call("a"), call("a"), call("a"), call("b"), { text: "done" }]);
    expect(await ask("go")).toMatchObject({ outcome: "completed" });
    expect(outline(model.requests[3] ?? { messages: [] }).at(-1)).toContain("the same result 3 times in a row");
    await session.close();
  });

  it("ends when what was denied is tried again, and every call is answered all the same", async () => {
    const run = rigTool("Run", "run");
    const { session, model, ask } = await talkRig(
      [{ calls: [1, 2, 3].map(() => ({ name: "Run", arguments: { path: "make thing" } })) }, { text: "I see." }],
      {
        tools: [look(), run],
        settings: DEFAULT_SETTINGS,
        fixture: { answer: () => ({ answer: "deny", scope: "once", feedback: "not now" }) },
      },
    );
    expect(await ask("go")).toMatchObject({ outcome: "failed", problem: "stopped" });
    await ask("And?");
    const results = outline(model.requests[1] ?? { messages: [] }).filter((line) => line.startsWith("tool: "));
    expect(results).toHaveLength(3);
    expect(results[0]).toContain("not now");
    expect(results[2]).toMatch(/Not run: the turn ends/u);
    await session.close();
  });
});

describe("a model that gives no answer", () => {
  const kinds = Object.keys(MODEL_PROBLEMS) as ModelProblemKind[];

  it.each(kinds.filter((kind) => kind !== "cancelled" && kind !== "context-too-long"))(
    "is a row that says what to do, and nothing is lost: %s",
    async (problem) => {
      const failing: ScriptedTurn = { problem: { problem, detail: "their words", retryAfterMs: 0 } };
      const { session, model, ask, rows } = await talkRig([
        ...Array.from({ length: MODEL_PROBLEMS[problem].passing ? 5 : 1 }, () => failing),
        { text: "here" },
      ]);
      expect(await ask("one")).toMatchObject({ outcome: "failed", problem });
      expect(rows()).toEqual(["You: one [completed]", expect.stringMatching(/^Notice: .*their words.* \[failed\]$/u)]);
      expect(await ask("two")).toMatchObject({ outcome: "completed", text: "here" });
      expect(outline(model.requests.at(-1) ?? { messages: [] })).toEqual(["user: [tools]", "user: one", "user: two"]);
      await session.close();
    },
  );

  it("is asked again when that may help; the row says why nothing comes, and what came before counts no more", async () => {
    const busy: ScriptedTurn = { text: "Half an ans", problem: { problem: "overloaded", detail: "" }, cutAfter: 1 };
    const rig = await talkRig([busy, { text: "Whole." }]);
    const asked = rig.ask("one");
    while (rig.host.clock.sleeping() === 0) await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(rig.rows()[1]).toBe("Assistant: The provider is overloaded; try 2 in 1 s [running]");
    rig.host.clock.advance(1_000);
    expect(await asked).toMatchObject({ outcome: "completed", text: "Whole." });
    expect(rig.rows()[1]).toBe("Assistant: Whole. [completed]");
    await rig.session.close();
  });

  it.each<[string, ScriptedTurn, string]>([
    ["nothing", {}, "empty"],
    ["thinking alone", { thinking: "hm" }, "empty"],
    ["words that are cut off", { text: "Once", stop: "length" }, "length"],
    ["words that were filtered", { text: "Once", stop: "filtered" }, "filtered"],
  ])("that means anything is told of: %s", async (_, turn, problem) => {
    const { session, ask, rows } = await talkRig([turn, { text: "here" }]);
    expect(await ask("one")).toMatchObject({ outcome: "failed", problem });
    expect(rows().at(-1)).toMatch(/^Notice: .* \[failed\]$/u);
    expect(await ask("two")).toMatchObject({ outcome: "completed" });
    await session.close();
  });

  it("after its calls is done when it has nothing to add", async () => {
    const { session, ask } = await talkRig([call("a"), {}]);
    expect(await ask("one")).toEqual({ outcome: "completed", text: "", rounds: 2 });
    await session.close();
  });
});

describe("a message", () => {
  it("of more characters than the limit is refused with a row, and no model hears of it", async () => {
    const { session, model, ask, rows } = await talkRig([], { conversation: { messageChars: 10 } });
    expect(await ask("x".repeat(11))).toMatchObject({ outcome: "failed", problem: "messageChars" });
    expect(model.requests).toEqual([]);
    expect(rows().at(-1)).toContain("(limit messageChars)");
    await session.close();
  });
});
