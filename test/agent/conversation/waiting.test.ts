import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { createCancelSource } from "../../../src/base/cancel.ts";
import type { HookVerdict, Hooks } from "../../../src/pipeline/hooks.ts";
import { look, talkRig } from "./talk-rig.ts";
import { outline } from "./well-formed.ts";

const CALL = { calls: [{ name: "Look", arguments: { path: "a" } }] };

/** Hooks that answer by their event, with what they were told. */
function hooksOf(answers: Readonly<Record<string, (payload: JsonObject) => Partial<HookVerdict>>>) {
  const told: JsonObject[] = [];
  const hooks: Hooks = {
    handles: () => true,
    run: (event, payload) => {
      told.push(payload);
      return Promise.resolve({ contexts: [], ...answers[event]?.(payload) });
    },
  };
  return { hooks, told, names: () => told.map((payload) => payload["hook_event_name"]) };
}

describe("a message that is typed while a model works", () => {
  it("is given with the next round, after the results of the calls", async () => {
    const rig = await talkRig([CALL, { text: "Both." }], {
      tools: [
        look(() => {
          void rig.session.ask("And b.", { model: rig.model });
          expect(rig.session.waiting()).toEqual([{ id: "waiting-1", text: "And b." }]);
          return { status: "success", text: "a" };
        }),
      ],
    });
    expect(await rig.ask("Look at a.")).toEqual({ outcome: "completed", text: "Both.", rounds: 2 });
    expect(outline(rig.model.requests[1] ?? { messages: [] }).slice(-3)).toEqual([
      'assistant: Look({"path":"a"})',
      "tool: a",
      "user: And b.",
    ]);
    expect(rig.session.waiting()).toEqual([]);
    expect(rig.session.asking()).toBe(false);
    await rig.session.close();
  });

  it("keeps a model working that thought it was done; its answer is that of the whole work", async () => {
    const rig = await talkRig([
      () => {
        void rig.session.ask("And b.", { model: rig.model }).then((worked) => answers.push(worked.text));
        return { text: "Done with a." };
      },
      { text: "Done with b." },
    ]);
    const answers: string[] = [];
    answers.push((await rig.ask("Look at a.")).text);
    await Promise.resolve();
    expect(answers).toEqual(["Done with b.", "Done with b."]);
    expect(rig.rows().map((row) => row.replace(" [completed]", ""))).toEqual([
      "You: Look at a.",
      "Assistant: Done with a.",
      "You: And b.",
      "Assistant: Done with b.",
    ]);
    await rig.session.close();
  });

  it("can be changed and taken back until then, and there is an end to how many wait", async () => {
    const rig = await talkRig([CALL, { text: "done" }], {
      conversation: { queued: 2 },
      tools: [
        look(() => {
          const { session } = rig;
          expect([session.wait("one"), session.wait("two")]).toEqual([undefined, undefined]);
          expect(session.wait("three")).toContain("(limit queued)");
          expect(session.changeWaiting("waiting-1", "first")).toBe(true);
          expect(session.changeWaiting("waiting-2", " ")).toBe(true);
          expect(session.changeWaiting("waiting-2", "gone")).toBe(false);
          return { status: "success", text: "a" };
        }),
      ],
    });
    await rig.ask("go");
    expect(outline(rig.model.requests[1] ?? { messages: [] }).at(-1)).toBe("user: first");
    await rig.session.close();
  });

  it("is not lost when the work is stopped: it goes before the next message", async () => {
    const source = createCancelSource();
    const rig = await talkRig([CALL, { text: "done" }], {
      tools: [
        look(() => {
          rig.session.wait("And b.");
          source.cancel("enough");
          return { status: "success", text: "a" };
        }),
      ],
    });
    expect(await rig.session.ask("a", { model: rig.model, cancel: source.token })).toMatchObject({
      outcome: "interrupted",
    });
    expect(rig.session.waiting()).toHaveLength(1);
    await rig.ask("And c.");
    expect(outline(rig.model.requests[1] ?? { messages: [] }).slice(-2)).toEqual(["user: And b.", "user: And c."]);
    await rig.session.close();
  });
});

describe("hooks of a request", () => {
  it("hear of it with the model's name, may add to it, and hear of its end", async () => {
    const { hooks, told, names } = hooksOf({ UserPromptSubmit: () => ({ contexts: ["mind the tests"] }) });
    const { session, model, ask } = await talkRig([CALL, { text: "done" }], { hooks });
    await ask("go");
    expect(names()).toEqual(["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"]);
    expect(told[1]).toMatchObject({ prompt: "go", model: "scripted/model", turn_id: "turn-1" });
    expect(outline(model.requests[0] ?? { messages: [] }).at(-1)).toBe(
      'user: <hook-context>\n<hook-event name="UserPromptSubmit">mind the tests</hook-event>\n</hook-context>',
    );
    await session.close();
  });

  it("may refuse it: the person sees what they wrote and why, and no model ever hears of it", async () => {
    const { hooks } = hooksOf({
      UserPromptSubmit: ({ prompt }) => (prompt === "secret" ? { decision: "deny", reason: "no secrets" } : {}),
    });
    const { session, model, ask, rows } = await talkRig([{ text: "done" }], { hooks });
    expect(await ask("secret")).toMatchObject({ outcome: "failed", problem: "refused-by-hook" });
    expect(model.requests).toEqual([]);
    expect(rows()).toEqual([
      "You: secret [completed]",
      "Notice: Nothing was done: the request was refused by a UserPromptSubmit hook: no secrets. [failed]",
    ]);
    await ask("go");
    expect(JSON.stringify(model.requests)).not.toContain("secret");
    await session.close();
  });

  it("may let it go on, but not for ever", async () => {
    const { hooks, told } = hooksOf({ Stop: () => ({ decision: "deny", reason: "run the tests" }) });
    const { session, model, ask } = await talkRig([], {
      hooks,
      conversation: { goOns: 2 },
      scripted: { otherwise: { text: "done" } },
    });
    expect(await ask("go")).toMatchObject({ outcome: "failed", problem: "goOns", rounds: 3 });
    expect(outline(model.requests[1] ?? { messages: [] }).at(-1)).toContain("run the tests");
    const stops = told.filter((payload) => payload["hook_event_name"] === "Stop");
    expect(stops.map((payload) => payload["stop_hook_active"])).toEqual([false, true, true]);
    await session.close();
  });

  it("hear of an end that was none, with the reason", async () => {
    const { hooks, told, names } = hooksOf({});
    const { session, ask } = await talkRig([{ problem: { problem: "auth", detail: "" } }], { hooks });
    await ask("go");
    expect(names().at(-1)).toBe("StopFailure");
    expect(told.at(-1)).toMatchObject({ error: "auth" });
    await session.close();
  });
});
