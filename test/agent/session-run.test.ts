import { describe, expect, it } from "vitest";
import type { RunMessage } from "../../src/agent/run-messages.ts";
import { DEFAULT_SETTINGS } from "../../src/agent/settings.ts";
import { createCancelSource } from "../../src/base/cancel.ts";
import { createScriptedModel } from "../../src/hosts/memory/model.ts";
import type { ToolOutcome } from "../../src/pipeline/tool.ts";
import { rigTool, sessionRig } from "./session-rig.ts";

const NONCE = "0123456789abcdef0123456789abcdef";
const FULL = { ...DEFAULT_SETTINGS, mode: "full-auto" } as const;

const echo = rigTool("Echo", "read", undefined, { trusted: true });
const page = rigTool("Page", "read", () => ({ status: "success", text: "<page>" }));
const listed = rigTool("list", "read", undefined, { category: "server" });

describe("an agent program in a session", () => {
  it("asks, calls, answers, and asks again, with the session's tools in scope", async () => {
    const { session, shown } = await sessionRig({ tools: [echo, page, listed], settings: FULL });
    const model = createScriptedModel([{ calls: [{ name: "Echo", arguments: { path: "a" } }] }, { text: "done" }]);
    const run = session.agentRun({ model, nonce: NONCE });
    const messages: RunMessage[] = [{ role: "user", content: "Go." }];
    const first = await run.models.chat(messages, { tools: ["Echo"] });
    for (const call of first.tool_calls ?? []) {
      const output = await run.tools.call(call.name, call.arguments);
      messages.push({ role: "assistant", content: "", tool_calls: [{ id: call.id }] });
      messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(output) });
    }
    expect(await run.models.chat(messages, { tools: ["Echo"] })).toMatchObject({ reply: "done" });
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([["Echo"], ["Echo"]]);
    expect({ ...run.tools.calls }).toEqual({ Echo: 1, Page: 0, ToolSearch: 0, ToolCall: 0 });
    await session.close();
    expect(shown.filter(({ kind }) => kind === "call-received")).toMatchObject([{ tool: "Echo", source: "agent" }]);
  });

  it("counts a script once, whatever it calls, and wraps what it brings when any of its calls brought something (A15, A16)", async () => {
    const { session } = await sessionRig({ tools: [echo, page], settings: FULL });
    const run = session.agentRun({ model: createScriptedModel([]), nonce: NONCE });
    const script = (expression: string) => run.tools.call("ToolCall", { expression });
    expect(await script('(list (Echo :path "a") (Echo :path "b"))')).toBe('("Echo a" "Echo b")');
    expect(await script('(list (Echo :path "a") (Page :path "b"))')).toBe(run.untrusted('("Echo a" "<page>")'));
    expect(await script('(Page :path "b")')).toBe(run.untrusted("<page>"));
    expect(run.tools.calls["ToolCall"]).toBe(3);
    expect(run.tools.calls["Echo"]).toBe(0);
    await session.close();
  });

  it("is governed like every other: what is denied fails, and is counted", async () => {
    const { session } = await sessionRig({ tools: [rigTool("Run", "run")] });
    const run = session.agentRun({ model: createScriptedModel([]) });
    await expect(run.tools.call("Run", { path: "make" })).rejects.toMatchObject({ name: "RunError", kind: "tool" });
    await expect(run.tools.call("Run", {})).rejects.toThrow(/^Run failed: /u);
    expect(run.tools.calls["Run"]).toBe(2);
    await session.close();
  });

  it("does not see what a call comes to after it was cancelled; the session does", async () => {
    let end: (outcome: ToolOutcome) => void = () => undefined;
    const slow = rigTool("Slow", "read", () => new Promise<ToolOutcome>((resolve) => (end = resolve)));
    const { session, shown } = await sessionRig({ tools: [slow], settings: FULL });
    const source = createCancelSource();
    const run = session.agentRun({ model: createScriptedModel([]), cancel: source.token });
    const call = run.tools.call("Slow", { path: "a" });
    while (!shown.some(({ kind }) => kind === "call-started")) await new Promise((resolve) => setImmediate(resolve));
    source.cancel("enough");
    await expect(call).rejects.toMatchObject({ kind: "cancelled" });
    end({ status: "success", text: "late" });
    await session.close();
    expect(shown.filter(({ kind }) => kind === "call-settled")).toMatchObject([{ status: "cancelled", late: true }]);
  });
});
