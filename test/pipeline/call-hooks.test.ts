import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import type { PermissionCheck } from "../../src/pipeline/permissions.ts";
import type { ToolOutcome } from "../../src/pipeline/tool.ts";
import { ALLOWED, DENIED, call, fakeHooks, fakePermissions, fakeTool, only, rig } from "./fakes.ts";

const answering = (outcome: ToolOutcome) => () => Promise.resolve(outcome);

describe("hooks of a call", () => {
  it("refuse a script's child as they refuse any call, before permission and handler (report 4)", async () => {
    const ran: string[] = [];
    const { pipeline } = rig({
      hooks: fakeHooks({ PreToolUse: { decision: "deny", reason: "not on Fridays", contexts: ["see the handbook"] } }),
      permissions: fakePermissions(() => {
        ran.push("permission");
        return ALLOWED;
      }),
    });
    const tool = fakeTool("run", () => {
      ran.push("handler");
      return Promise.resolve({ status: "success", text: "" });
    });
    const settled = await pipeline.runCall(call(tool, { id: "e/3", source: "script", parent: "e" }));
    expect(settled.status).toBe("denied");
    expect(settled.reason).toBe("denied-by-hook: Permission denied by a PreToolUse hook: not on Fridays");
    expect(settled.contexts).toEqual([{ event: "PreToolUse", text: "see the handbook" }]);
    expect(ran).toEqual([]);
  });

  it("replace the text that model or script get, and leave the raw one (report 5)", async () => {
    const payloads: JsonObject[] = [];
    const { pipeline } = rig({ hooks: fakeHooks({ PostToolUse: { updatedResult: "REDACTED" } }, payloads) });
    const secret = "secret ".repeat(5_000);
    const settled = await pipeline.runCall(call(fakeTool("read", answering({ status: "success", text: secret }))));
    expect(settled.text).toBe("REDACTED");
    expect(settled.rawText).toBe(secret);
    expect(payloads[0]?.["raw_result"]).toBe(secret);
  });

  it("are told where a child comes from and the exit code (report 6)", async () => {
    const payloads: JsonObject[] = [];
    const { pipeline } = rig({ hooks: fakeHooks({ PreToolUse: {}, PostToolUseFailure: {} }, payloads) });
    const tool = fakeTool("run", answering({ status: "error", text: "boom", renderData: { exitCode: 3 } }));
    await pipeline.runCall(call(tool, { id: "toolu_1/12", source: "script", parent: "toolu_1" }));
    expect(payloads).toEqual([
      {
        hook_event_name: "PreToolUse",
        session_id: "s1",
        transcript_path: "/home/person/s1.jsonl",
        cwd: "/ws",
        workspace_root: "/ws",
        model: "m1",
        turn_id: "t1",
        origin: "ptc",
        source: "toolcall",
        envelope_id: "toolu_1",
        index: 12,
        tool_name: "Fakerun",
        tool_use_id: "toolu_1/12",
        tool_input: { path: "a" },
      },
      expect.objectContaining({
        hook_event_name: "PostToolUseFailure",
        tool_use_id: "toolu_1/12",
        raw_result: "boom",
        result: "boom",
        tool_response: { status: "error", text: "boom" },
        error: "boom",
        exit_code: 3,
      }),
    ]);
  });

  it("rewrite arguments that are then validated, shown, decided on and run", async () => {
    const checks: PermissionCheck[] = [];
    const { pipeline, events } = rig({
      hooks: fakeHooks({ PreToolUse: { updatedInput: { path: "b" }, decision: "ask", reason: "look first" } }),
      permissions: fakePermissions((check) => {
        checks.push(check);
        return ALLOWED;
      }),
    });
    const tool = fakeTool("read", ({ path }) => Promise.resolve({ status: "success", text: path }));
    expect((await pipeline.runCall(call(tool))).text).toBe("b");
    expect(checks[0]).toMatchObject({
      hook: { decision: "ask", reason: "look first" },
      details: '{\n  "path": "b"\n}',
      resources: [{ kind: "path", path: "/ws/b", real: "/ws/b", exists: false, access: "read" }],
    });
    expect(only(events, "input-rewritten").args).toEqual({ path: "b" });
  });

  it("cannot rewrite arguments to what the tool does not take, and nothing mends them", async () => {
    const { pipeline } = rig({ hooks: fakeHooks({ PreToolUse: { updatedInput: { path: "b", count: 500 } } }) });
    const settled = await pipeline.runCall(call(fakeTool("read")));
    expect(settled.status).toBe("error");
    expect(settled.reason).toMatch(
      /^invalid-arguments: A PreToolUse hook rewrote .* argument count takes a number of at most 100/,
    );
  });

  it("hear of a denial and may add context", async () => {
    const payloads: JsonObject[] = [];
    const { pipeline } = rig({
      permissions: fakePermissions(() => DENIED),
      hooks: fakeHooks({ PermissionDenied: { contexts: ["ask your lead"] } }, payloads),
    });
    const settled = await pipeline.runCall(call(fakeTool("write")));
    expect(settled).toMatchObject({
      status: "denied",
      contexts: [{ event: "PermissionDenied", text: "ask your lead" }],
    });
    expect(payloads[0]).toMatchObject({ permission_reason: DENIED.message, permission_provenance: "deny-rule" });
  });

  it.each(["allow", "ask"] as const)("cannot turn a question into a permission by saying %s", async (decision) => {
    const asked: string[] = [];
    const { pipeline } = rig({
      permissions: fakePermissions(({ callId }) => {
        asked.push(callId);
        return DENIED;
      }, "ask"),
      hooks: fakeHooks({ PermissionRequest: { decision } }),
    });
    expect((await pipeline.runCall(call(fakeTool("write")))).status).toBe("denied");
    expect(asked).toEqual(["c1"]);
  });

  it("may refuse what a person would be asked about, and then nobody is asked", async () => {
    const payloads: JsonObject[] = [];
    const { pipeline, lines } = rig({
      permissions: fakePermissions(() => ALLOWED, "ask"),
      hooks: fakeHooks({ PermissionRequest: { decision: "deny", reason: "frozen" } }, payloads),
    });
    const settled = await pipeline.runCall(call(fakeTool("write")));
    expect(settled.text).toBe("Permission denied by a PermissionRequest hook: frozen");
    expect(payloads[0]).toMatchObject({
      specifier_key: "path",
      specifier_value: "/ws/a",
      permission_reason: "no rule allows it",
    });
    expect(lines.join("\n")).toContain('"via":"permission-request-hook"');
  });

  it("turn a late refusal into context, because what has happened stands", async () => {
    const { pipeline } = rig({ hooks: fakeHooks({ PostToolUse: { decision: "deny", reason: "tests fail now" } }) });
    const settled = await pipeline.runCall(call(fakeTool("write")));
    expect(settled).toMatchObject({ status: "success", contexts: [{ event: "PostToolUse", text: "tests fail now" }] });
  });

  it("do not run after a handler that never ran", async () => {
    const payloads: JsonObject[] = [];
    const { pipeline } = rig({
      permissions: fakePermissions(() => DENIED),
      hooks: fakeHooks({ PostToolUse: {}, PostToolUseFailure: {} }, payloads),
    });
    await pipeline.runCall(call(fakeTool("write")));
    expect(payloads).toEqual([]);
  });
});
