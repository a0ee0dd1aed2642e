import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../src/agent/settings.ts";
import type { PermissionOptions } from "../../src/pipeline/permission/create-permissions.ts";
import { parseRule } from "../../src/pipeline/permission/rule.ts";
import type { Hooks } from "../../src/pipeline/hooks.ts";
import type { ApprovalAnswer } from "../../src/ports/approval.ts";
import type { StageName } from "../../src/pipeline/stage.ts";
import { STAGE_NAMES } from "../../src/pipeline/stage.ts";
import type { RigRun } from "./session-rig.ts";
import { rigTool, sessionRig } from "./session-rig.ts";

const ALLOW: ApprovalAnswer = { answer: "allow", scope: "once" };
/** A person needs a moment, in which other calls go on. */
const after = (answer: ApprovalAnswer) =>
  new Promise<ApprovalAnswer>((resolve) => setTimeout(() => resolve(answer), 5));
const DENY: ApprovalAnswer = { answer: "deny", scope: "once", feedback: "not in this folder" };

function rules(action: "allow" | "ask" | "deny", ...texts: string[]): Omit<PermissionOptions, "host" | "mode"> {
  const parsed = texts.map((text) => {
    const rule = parseRule(text);
    if (!("rule" in rule)) throw new Error(text);
    return rule.rule;
  });
  return { rules: { user: { [action]: parsed } } };
}

function hooks(
  event: string,
  tool: string,
  verdict: Awaited<ReturnType<Hooks["run"]>>,
  payloads: unknown[] = [],
): Hooks {
  return {
    handles: (name, ofTool) => name === event && ofTool === tool,
    run: (_event, payload) => {
      payloads.push(payload);
      return Promise.resolve(verdict);
    },
  };
}

/** Spellings of calls of T, with the number of calls each makes. */
const SPELLINGS: readonly [string, string, number][] = [
  ["a direct call", '(T :path "a")', 1],
  ["a call within a binding", '(let ((r (T :path "a"))) r)', 1],
  ["a call through funcall", '(funcall \'T :path "a")', 1],
  ["calls of a map", '(mapcar (lambda (p) (T :path p)) \'("a" "b"))', 2],
  ["a parallel join", '(parallel (T :path "a") (T :path "b") (T :path "c"))', 3],
  ["a parallel map", '(parallel-map (lambda (x) (T :path x)) (list "a" "b"))', 2],
  ["a macro's calls", '(defmacro twice (c) `(list ,c ,c)) (twice (T :path "a"))', 2],
];

describe("a rule that asks for a tool asks as often as the tool is called, and answers are independent (report 1):", () => {
  test.each(SPELLINGS)("%s", async (_title, expression, calls) => {
    const { session, host } = await sessionRig({
      tools: [rigTool("T", "read")],
      permissions: rules("ask", "T"),
      fixture: { answer: () => ALLOW },
    });
    const result = await session.runScript({ expression });
    expect(result).toMatchObject({ outcome: "completed" });
    expect(host.approval.asked.map(({ callId }) => callId)).toEqual(
      Array.from({ length: calls }, (_, at) => `ptc-1/${at + 1}`),
    );
  });

  test.each(SPELLINGS)("and nobody to ask is a denial: %s", async (_title, expression) => {
    const ran: string[] = [];
    const run: RigRun = ({ path }) => {
      ran.push(path);
      return { status: "success", text: path };
    };
    const { session } = await sessionRig({ tools: [rigTool("T", "read", run)], permissions: rules("ask", "T") });
    const result = await session.runScript({ expression });
    expect(result).toMatchObject({ outcome: "denied", status: "denied", value: undefined });
    expect(ran).toEqual([]);
  });
});

describe("a denial of a nested call", () => {
  test("ends the script with the person's reason, and the row says so", async () => {
    const { session, host } = await sessionRig({
      tools: [rigTool("T", "read"), rigTool("W", "write")],
      permissions: rules("ask", "W"),
      fixture: { answer: () => DENY },
    });
    const { text } = await session.runScript({ expression: '(progn (T :path "a") (let ((r (W :path "b"))) :caught))' });
    expect(text).toBe(`Error: script aborted because nested W was denied: not in this folder

Nested call audit:
- ptc-1/1 T (:path "a") (success)
- ptc-1/2 W (:path "b") (denied)`);
    expect(host.approval.asked).toHaveLength(1);
    const [entry] = session.view().entries;
    expect(entry).toMatchObject({ kind: "envelope", settled: { outcome: "denied", calls: 2, failed: 1 } });
  });

  test("in a join cancels what runs, takes back the questions that wait, and waits for what has begun", async () => {
    const ended: string[] = [];
    const slow: RigRun = async ({ path }, { cancel }) => {
      await new Promise<void>((resolve) => cancel.onCancel(() => setTimeout(resolve, 5)));
      ended.push(path);
      return { status: "error", text: "Error: stopped" };
    };
    const { session, host } = await sessionRig({
      tools: [rigTool("Slow", "read", slow), rigTool("W", "write")],
      permissions: rules("ask", "W"),
      fixture: { answer: ({ callId }) => after(callId === "ptc-1/2" ? DENY : ALLOW) },
    });
    const result = await session.runScript({
      expression: '(parallel (Slow :path "a") (W :path "b") (W :path "c") (W :path "d") (W :path "e") (W :path "f"))',
    });
    expect(result.text.split("\n")[0]).toBe("Error: batch aborted because nested W was denied: not in this folder");
    expect(result.children.map(({ status }) => status)).toEqual([
      "cancelled",
      "denied",
      ...Array.from({ length: 4 }, () => "cancelled"),
    ]);
    expect(ended).toEqual(["a"]);
    // All of the join's questions are open at once, whatever the number of its calls that may run.
    expect(host.approval.asked.map(({ callId }) => callId)).toEqual([2, 3, 4, 5, 6].map((at) => `ptc-1/${at}`));
  });

  test("of one question in a join leaves the answers before it as they were", async () => {
    const { session, host } = await sessionRig({
      tools: [rigTool("W", "write")],
      permissions: rules("ask", "W"),
      fixture: { answer: ({ callId }) => after(callId === "ptc-1/3" ? DENY : ALLOW) },
    });
    const result = await session.runScript({ expression: '(parallel (W :path "a") (W :path "b") (W :path "c"))' });
    expect(host.approval.asked).toHaveLength(3);
    expect(result.children.map(({ status }) => status)).toEqual(["success", "success", "denied"]);
  });

  test("by a hook leaves no effect", async () => {
    const marker: string[] = [];
    const run: RigRun = ({ path }) => {
      marker.push(path);
      return { status: "success", text: path };
    };
    const { session } = await sessionRig({
      tools: [rigTool("Bash", "run", run)],
      settings: fullAuto(),
      hooks: hooks("PreToolUse", "Bash", { decision: "deny", reason: "no shells", contexts: [] }),
    });
    const result = await session.runScript({ expression: '(progn (Bash :path "echo x > marker") :caught)' });
    expect(result).toMatchObject({
      outcome: "denied",
      children: [{ status: "denied", reason: expect.stringContaining("hook") as string }],
    });
    expect(result.text).toContain("no shells");
    expect(marker).toEqual([]);
  });

  test("outright takes the tool out of the roster before anything runs", async () => {
    const { session, shown } = await sessionRig({
      tools: [rigTool("T", "read"), rigTool("Bad", "read")],
      permissions: rules("deny", "Bad"),
    });
    const result = await session.runScript({ expression: '(progn (T :path "a") (if nil (Bad :path "b")))' });
    expect(result).toMatchObject({ outcome: "script-error", errorKind: "preflight", children: [] });
    expect(shown.some(({ kind }) => kind === "call-received")).toBe(false);
    const listed = await session.call({ tool: "ToolSearch", input: { query: "bad t" } });
    expect(listed?.text).not.toContain("Bad");
  });
});

function fullAuto() {
  return { ...DEFAULT_SETTINGS, mode: "full-auto" as const };
}

describe("hooks of nested calls", () => {
  test("that replace a result replace it for the script, too", async () => {
    const { session } = await sessionRig({
      tools: [rigTool("Read", "read", () => ({ status: "success", text: "x".repeat(5_000) }))],
      hooks: hooks("PostToolUse", "Read", { contexts: ["was redacted"], updatedResult: "REDACTED" }),
    });
    const result = await session.runScript({ expression: '(length (Read :path "a"))' });
    expect(result.text).toBe("8");
    expect(result.delivery).toContain('<hook-event name="PostToolUse" call="ptc-1/1">was redacted</hook-event>');
  });

  test("learn where the call stands", async () => {
    const payloads: unknown[] = [];
    const { session } = await sessionRig({
      tools: [rigTool("T", "read")],
      hooks: hooks("PreToolUse", "T", { contexts: [] }, payloads),
    });
    await session.runScript({ expression: '(list (T :path "a") (T :path "b"))' });
    expect(payloads).toMatchObject([
      { source: "toolcall", envelope_id: "ptc-1", index: 1, tool_use_id: "ptc-1/1", turn_id: "turn-1" },
      { source: "toolcall", envelope_id: "ptc-1", index: 2, tool_use_id: "ptc-1/2", turn_id: "turn-1" },
    ]);
  });
});

describe("plan mode", () => {
  test("forbids what a script would change and lets it read", async () => {
    const { session } = await sessionRig({ tools: [rigTool("T", "read"), rigTool("W", "write")] });
    session.setMode("plan");
    expect((await session.runScript({ expression: '(list (T :path "a"))' })).outcome).toBe("completed");
    expect((await session.runScript({ expression: '(list (W :path "a"))' })).outcome).toBe("denied");
  });
});

describe("the stages of a nested call", () => {
  test.each(SPELLINGS)("are those of every call, in the same order: %s", async (_title, expression, calls) => {
    const stages = new Map<string, StageName[]>();
    const { session } = await sessionRig({
      tools: [rigTool("T", "read")],
      trace: (id, stage) => stages.set(id, [...(stages.get(id) ?? []), stage]),
    });
    await session.runScript({ expression });
    expect(stages.size).toBe(calls);
    for (const seen of stages.values()) expect(seen).toEqual(STAGE_NAMES);
  });
});

describe("a stop while calls run", () => {
  test("settles the script only after a tool that ignores it has ended, and marks what came late", async () => {
    const wrote: string[] = [];
    const deaf: RigRun = async ({ path }) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      wrote.push(path);
      return { status: "success", text: `wrote ${path}` };
    };
    const { session, shown } = await sessionRig({ tools: [rigTool("Deaf", "read", deaf)] });
    const running = session.runScript({ expression: '(parallel (Deaf :path "a") (Deaf :path "b"))' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    session.cancel("enough");
    const result = await running;
    expect(wrote).toEqual(["a", "b"]);
    expect(result).toMatchObject({ outcome: "interrupted", children: [{ late: true }, { late: true }] });
    await session.close();
    const order = shown.flatMap((event) => ("id" in event && event.kind.endsWith("settled") ? [event.id] : []));
    expect(order).toEqual(["ptc-1/1", "ptc-1/2", "ptc-1"]);
  });

  test("withdraws the question that waits, and the script is interrupted, not denied", async () => {
    const { session, shown } = await sessionRig({
      tools: [rigTool("T", "read")],
      permissions: rules("ask", "T"),
      fixture: { answer: () => new Promise(() => undefined) },
    });
    const running = session.runScript({ expression: '(parallel (T :path "a") (T :path "b"))' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    await session.close();
    expect(await running).toMatchObject({ outcome: "interrupted" });
    expect(shown.map(({ kind }) => kind)).toContain("permission-withdrawn");
  });

  test("and a question taken back by the host alone interrupts, too", async () => {
    const { session } = await sessionRig({
      tools: [rigTool("T", "read")],
      permissions: rules("ask", "T"),
      fixture: { answer: () => ({ answer: "withdrawn" }) },
    });
    expect(await session.runScript({ expression: '(progn (T :path "a") :caught)' })).toMatchObject({
      outcome: "interrupted",
      children: [{ status: "interrupted" }],
    });
  });
});

describe("standalone-only tools", () => {
  test("are refused within a script before any call is made (report 14)", async () => {
    const { session, shown } = await sessionRig({
      tools: [rigTool("T", "read"), rigTool("SubmitPlan", "other", undefined, { standalone: true })],
    });
    const result = await session.runScript({ expression: '(let ((a (T :path "a"))) (SubmitPlan :path "p"))' });
    expect(result).toMatchObject({ outcome: "script-error", children: [] });
    expect(shown.some(({ kind }) => kind === "call-received")).toBe(false);
  });

  test("may be composed when a setting admits them", async () => {
    const { session } = await sessionRig({
      tools: [rigTool("Special", "read", undefined, { standalone: true })],
      settings: { ...DEFAULT_SETTINGS, admittedTools: new Set(["Special"]) },
    });
    expect((await session.runScript({ expression: '(list (Special :path "p"))' })).outcome).toBe("completed");
  });
});

describe("ToolCall as a tool", () => {
  test("is a call whose row is the script's envelope, with the provider's id", async () => {
    const { session } = await sessionRig({ tools: [rigTool("T", "read")] });
    const settled = await session.call({
      tool: "ToolCall",
      input: { expression: '(list (T :path "a"))' },
      id: "toolu_1",
      source: "model",
    });
    expect(settled).toMatchObject({ id: "toolu_1", status: "success", text: '("T a")', renderData: { kind: "ptc" } });
    await session.close();
    expect(session.view().entries).toMatchObject([
      { kind: "envelope", id: "toolu_1", opened: { source: "model" }, children: [{ id: "toolu_1/1" }] },
    ]);
  });

  test("describes itself the same way whatever the session, and sends bulk work to Grep", async () => {
    const one = await sessionRig({ tools: [rigTool("T", "read")] });
    const two = await sessionRig({ tools: [], settings: fullAuto() });
    const texts = [one, two].map(({ session }) => session.native().find(({ name }) => name === "ToolCall")!);
    expect(texts[0]!.description).toBe(texts[1]!.description);
    expect(texts[0]!.description).toContain("Grep");
    expect(texts[0]!.name).toBe("ToolCall");
  });

  test("cannot be called from a script", async () => {
    const { session } = await sessionRig({ tools: [] });
    const result = await session.runScript({ expression: '(ToolCall :expression "(+ 1 2)")' });
    expect(result).toMatchObject({ outcome: "script-error" });
  });
});
