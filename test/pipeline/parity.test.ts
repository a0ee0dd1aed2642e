import { describe, expect, it } from "vitest";
import { createCancelSource } from "../../src/base/cancel.ts";
import type { PipelineCall } from "../../src/pipeline/call.ts";
import type { PermissionDecision } from "../../src/pipeline/permissions.ts";
import type { Effect } from "../../src/pipeline/tool.ts";
import { ALLOWED, DENIED, account, call, fakeHooks, fakePermissions, fakeTool, rig } from "./fakes.ts";

const EFFECTS: readonly Effect[] = ["read", "write", "run", "ask", "other"];

/** Where calls come from; what differs is who they say they are. */
const ORIGINS: Readonly<Record<string, Partial<PipelineCall>>> = {
  "direct model call": { id: "c1", source: "model" },
  "script child": { id: "c1/1", source: "script", parent: "c1" },
  "parallel child": { id: "c1/1", source: "script", parent: "c1", batch: 1 },
  agent: { id: "c1", source: "agent", requester: "/root/explorer" },
  person: { id: "c1", source: "user" },
};

const ASKED: PermissionDecision = { outcome: "allow", via: "prompt", message: "" };

const VERDICTS = {
  allow: { permissions: () => fakePermissions(() => ALLOWED), hooks: () => fakeHooks({}) },
  ask: { permissions: () => fakePermissions(() => ASKED, "ask"), hooks: () => fakeHooks({}) },
  deny: { permissions: () => fakePermissions(() => DENIED), hooks: () => fakeHooks({}) },
  withdrawn: {
    permissions: () => fakePermissions(() => ({ outcome: "withdrawn", via: "prompt", message: "" })),
    hooks: () => fakeHooks({}),
  },
  "hook deny": {
    permissions: () => fakePermissions(() => ALLOWED),
    hooks: () => fakeHooks({ PreToolUse: { decision: "deny", reason: "not on Fridays" } }),
  },
  "hook rewrite": {
    permissions: () => fakePermissions(() => ALLOWED),
    hooks: () => fakeHooks({ PreToolUse: { updatedInput: { path: "b" } } }),
  },
} as const;

const WHOLE = ["received", "validate", "before-hooks", "permission", "snapshot", "handler", "after-hooks", "record"];
const UNTIL = (stage: string) => [...WHOLE.slice(0, WHOLE.indexOf(stage) + 1), "record"];

const TRACES: Readonly<Record<keyof typeof VERDICTS, readonly string[]>> = {
  allow: WHOLE,
  ask: WHOLE,
  deny: UNTIL("permission"),
  withdrawn: UNTIL("permission"),
  "hook deny": UNTIL("before-hooks"),
  "hook rewrite": WHOLE,
};

async function outcomeOf(effect: Effect, origin: string, verdict: keyof typeof VERDICTS) {
  const { permissions, hooks } = VERDICTS[verdict];
  const made = rig({ permissions: permissions(), hooks: hooks() });
  const settled = await made.pipeline.runCall(call(fakeTool(effect), ORIGINS[origin]));
  return { ...made, settled };
}

describe.each(EFFECTS)("a call of a tool that can %s", (effect) => {
  describe.each(Object.keys(ORIGINS))("made as %s", (origin) => {
    it.each(Object.keys(VERDICTS) as (keyof typeof VERDICTS)[])(
      "goes through the same stages as any other when the verdict is %s",
      async (verdict) => {
        const here = await outcomeOf(effect, origin, verdict);
        const direct = await outcomeOf(effect, "direct model call", verdict);
        expect(here.stages).toEqual(TRACES[verdict]);
        expect(account(here.settled)).toEqual(account(direct.settled));
        expect(here.events.map(({ kind }) => kind)).toEqual(direct.events.map(({ kind }) => kind));
        expect(here.lines.map((line) => JSON.parse(line.slice(line.indexOf("{"))) as object)).toMatchObject(
          direct.lines.map((line) => ({
            event: (JSON.parse(line.slice(line.indexOf("{"))) as { event: string }).event,
          })),
        );
      },
    );

    it.each(WHOLE.slice(1, -2))("begins no further stage when it is cancelled at %s", async (stage) => {
      const { token, cancel } = createCancelSource();
      const { pipeline, events } = cancellingRig(stage, cancel);
      const seen: string[] = [];
      const tool = fakeTool(effect, () => {
        seen.push("ran");
        return Promise.resolve({ status: "success", text: "done" });
      });
      const settled = await pipeline.runCall({ ...call(tool, ORIGINS[origin]), cancel: token });
      expect(settled.status).toBe("cancelled");
      expect(settled.reason).toMatch(/^cancelled: /);
      expect(seen).toEqual(stage === "handler" ? ["ran"] : []);
      expect(events.at(-1)?.kind).toBe("call-settled");
    });
  });
});

/** A rig that cancels when a call enters a stage. */
function cancellingRig(stage: string, cancel: (reason: string) => void) {
  const made = rig();
  const seen = made.stages;
  seen.push = (...stages) => {
    if (stages.includes(stage as never)) cancel("stop");
    return Array.prototype.push.apply(seen, stages);
  };
  return made;
}
