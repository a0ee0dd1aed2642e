import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { NO_HOOKS } from "../../src/pipeline/hooks.ts";
import type { Hooks, HookVerdict } from "../../src/pipeline/hooks.ts";
import type { DecisionEntry } from "../../src/pipeline/permission/decision-log.ts";
import type { AllowAnswer, ApprovalAnswer, ApprovalRequest } from "../../src/ports/approval.ts";
import { rowsOf } from "../../src/protocol/draw.ts";
import { rules } from "../pipeline/permission/permission-workspace.ts";
import type { RigRun } from "./session-rig.ts";
import { rigTool, sessionRig } from "./session-rig.ts";

const changed = (text: string, more: Partial<AllowAnswer> = {}): ApprovalAnswer => ({
  answer: "allow",
  scope: "once",
  ...more,
  edited: { name: "path", text },
});
const ONCE: ApprovalAnswer = { answer: "allow", scope: "once" };

interface Person {
  /** One answer for each asking, in order. */
  readonly answers: readonly ApprovalAnswer[];
  readonly deny?: readonly string[];
  readonly hook?: (input: JsonObject) => HookVerdict;
}

/** Makes the call `Bash make` in a session whose person answers as said. */
async function callWith({ answers, deny = [], hook }: Person, tool: "Bash" | "W" = "Bash") {
  const ran: string[] = [];
  const payloads: JsonObject[] = [];
  const problems: string[] = [];
  const log: DecisionEntry[] = [];
  const asked: ApprovalRequest[] = [];
  const run: RigRun = ({ path }) => {
    ran.push(path);
    return { status: "success", text: `ran ${path}` };
  };
  const hooks: Hooks = {
    handles: (event) => hook !== undefined && (event === "PreToolUse" || event === "PostToolUse"),
    run: (event, payload) => {
      const input = payload["tool_input"] as JsonObject;
      payloads.push({ event, ...input });
      return Promise.resolve(event === "PreToolUse" ? hook!(input) : { contexts: [] });
    },
  };
  const rig = await sessionRig({
    tools: [
      rigTool("Bash", "run", run, {
        editable: "path",
        refuse: (input) => ((input as { path: string }).path === "" ? "An empty command runs nothing." : undefined),
      }),
      rigTool("W", "write", run, { editable: "path", snapshots: (input) => [(input as { path: string }).path] }),
    ],
    hooks: hook === undefined ? NO_HOOKS : hooks,
    permissions: {
      rules: { user: rules({ deny }) },
      onProblem: (message) => problems.push(message),
      log: (entry) => log.push(entry),
    },
    fixture: {
      answer: (request) => {
        asked.push(request);
        return answers[asked.length - 1] ?? { answer: "deny", scope: "once", feedback: "asked too often" };
      },
    },
  });
  const path = tool === "W" ? "/ws/a" : "make";
  const result = await rig.session.runScript({ expression: `(let ((r (${tool} :path "${path}"))) r)` });
  return { ...rig, result, ran, payloads, problems, log, asked };
}

describe("a call that the person changes before allowing it", () => {
  test("runs as they wrote it, and everybody is told: hooks, audit, row, log and model (report 38)", async () => {
    const made = await callWith({ answers: [changed("make test")], hook: () => ({ contexts: [] }) });
    const { session, result, ran, payloads, shown, log, asked } = made;
    expect(ran).toEqual(["make test"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ editable: { name: "path", text: "make" } });
    expect(payloads).toEqual([
      { event: "PreToolUse", path: "make" },
      { event: "PreToolUse", path: "make test" },
      { event: "PostToolUse", path: "make test" },
    ]);
    expect(shown.map(({ kind }) => kind).filter((kind) => /^(?:perm|input|call-s)/.test(kind))).toEqual([
      "permission-asked",
      "permission-answered",
      "input-rewritten",
      "call-started",
      "call-settled",
    ]);
    expect(shown).toContainEqual(
      expect.objectContaining({ kind: "input-rewritten", by: "person", args: { path: "make test" } }),
    );
    expect(shown).toContainEqual(expect.objectContaining({ kind: "permission-answered", edited: true }));
    expect(log).toMatchObject([{ outcome: "allow", via: "prompt", edited: true }]);
    expect(result.text).toBe("ran make test");
    expect(result.delivery).toContain("The person changed the argument path of this call");
    expect(result.delivery).toContain("- make\n+ make test");
    const [row] = rowsOf(session.view());
    expect(row?.children?.[0]).toMatchObject({ detail: "make test" });
    expect(row?.children?.[0]?.body).toContain("changed by the person");
  });

  test("has its files kept as they were, and those alone", async () => {
    const { shown, ran } = await callWith({ answers: [changed("/ws/b")] }, "W");
    expect(ran).toEqual(["/ws/b"]);
    expect(shown.flatMap((event) => (event.kind === "snapshot-taken" ? [event.path] : []))).toEqual(["/ws/b"]);
  });

  test("is denied when a rule denies what it has become", async () => {
    const { result, ran, asked } = await callWith({ answers: [changed("rm -r src")], deny: ["Bash(rm *)"] });
    expect(result.outcome).toBe("denied");
    expect(result.text).toContain("Bash(rm *)");
    expect([ran, asked.length]).toEqual([[], 1]);
  });

  test("is denied when a hook denies what it has become", async () => {
    const hook = ({ path }: JsonObject): HookVerdict =>
      path === "make all" ? { decision: "deny", reason: "too slow", contexts: [] } : { contexts: [] };
    const { result, ran } = await callWith({ answers: [changed("make all")], hook });
    expect(result.text).toContain("too slow");
    expect(ran).toEqual([]);
  });

  test("is asked about again when a hook writes it anew: that is not what they agreed to", async () => {
    const hook = ({ path }: JsonObject): HookVerdict => ({
      contexts: [],
      ...(path === "make all" && { updatedInput: { path: "make some" } }),
    });
    const { ran, asked } = await callWith({ answers: [changed("make all"), ONCE], hook });
    expect(asked.map(({ subject }) => subject)).toEqual(["make", "make some"]);
    expect(ran).toEqual(["make some"]);
  });

  test("is asked about again with the reason when it is not taken", async () => {
    const { ran, asked } = await callWith({ answers: [changed(""), changed("make x")] });
    expect(asked[1]?.subject).toBe("make");
    expect(asked[1]?.problem).toContain("An empty command runs nothing.");
    expect(ran).toEqual(["make x"]);
  });

  test("cannot be changed where it is not offered", async () => {
    const answer: ApprovalAnswer = { ...ONCE, edited: { name: "note", text: "x" } };
    const { ran, asked } = await callWith({ answers: [answer, ONCE] });
    expect(asked[1]?.problem).toContain("cannot be changed here");
    expect(ran).toEqual(["make"]);
  });

  test("is asked about again when it must be asked for a stricter reason than they knew", async () => {
    const { ran, asked } = await callWith({ answers: [changed("/ws/.git/config"), ONCE] }, "W");
    expect(asked.map(({ reason }) => reason.includes("version control"))).toEqual([false, true]);
    expect(ran).toEqual(["/ws/.git/config"]);
  });

  test("is the call that it was when nothing of it was changed", async () => {
    const { ran, shown, result } = await callWith({ answers: [changed("make", { scope: "session" })] });
    expect(ran).toEqual(["make"]);
    expect(shown.some(({ kind }) => kind === "input-rewritten")).toBe(false);
    expect(result.delivery).toBe("ran make");
  });

  test("leaves no end of changes: at last it is denied", async () => {
    const { result, asked } = await callWith({ answers: Array.from({ length: 100 }, () => changed("")) });
    expect(result.outcome).toBe("denied");
    expect(asked.length).toBeLessThan(20);
  });

  test("keeps a rule that covers it, and refuses one that does not", async () => {
    const rule = "W(src/**)";
    const fitting = await callWith({ answers: [changed("/ws/src/b", { scope: "session", rule })] }, "W");
    expect(fitting.session.permissions.rules()).toMatchObject([{ action: "allow", text: rule }]);
    const other = await callWith({ answers: [changed("/ws/b", { scope: "session", rule })] }, "W");
    expect(other.ran).toEqual(["/ws/b"]);
    expect(other.session.permissions.rules()).toEqual([]);
    expect(other.problems[0]).toContain("W(src/**) does not cover the call as it was changed");
  });
});
