import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import { createManualClock } from "../../src/hosts/memory/clock.ts";
import type { Script } from "../../src/hosts/memory/processes.ts";
import { createMemoryProcesses } from "../../src/hosts/memory/processes.ts";
import { mergeVerdicts } from "../../src/pipeline/hook-answer.ts";
import type { HookOrigin } from "../../src/pipeline/hook-config.ts";
import { parseHookConfig } from "../../src/pipeline/hook-config.ts";
import type { HookOptions } from "../../src/pipeline/hook-runner.ts";
import { createHooks } from "../../src/pipeline/hook-runner.ts";
import type { CallHookEvent } from "../../src/pipeline/hooks.ts";

interface Configured {
  readonly command: string;
  readonly event?: CallHookEvent;
  readonly origin?: HookOrigin;
  readonly hash?: string;
  readonly failClosed?: boolean;
}

function source({ command, event = "PreToolUse", origin = "user", hash = "h", failClosed = false }: Configured) {
  const { hooks, problems } = parseHookConfig(
    JSON.stringify({ hooks: { [event]: [{ matcher: "Bash", hooks: [{ type: "command", command, failClosed }] }] } }),
  );
  expect(problems).toEqual([]);
  return { origin, hash, hooks };
}

/** Commands whose text is what they write: `0 TEXT` or `CODE TEXT`, the latter to standard error. */
const speaking: Script = ({ spec, write, writeError }) => {
  const [code = "0", text = ""] = spec.command.split(/ (.*)/s);
  (code === "0" ? write : writeError)(text);
  return { end: "exited", code: Number(code) };
};

function made(configured: readonly Configured[], script: Script = speaking, trust?: HookOptions["trust"]) {
  const told: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const hooks = createHooks({
    sources: configured.map(source),
    processes: createMemoryProcesses(script),
    clock: createManualClock(),
    cwd: "/ws",
    trust: trust ?? { workspace: true, hashes: new Set(["h"]) },
    telemetry: (_event, properties) => void logged.push(properties),
    notify: (message) => void told.push(message),
  });
  return { hooks, told, logged };
}

const PAYLOAD = { tool_name: "Bash", tool_use_id: "e/1", tool_input: { command: "ls" } };

describe("a hook's command", () => {
  it("gets the payload on standard input and runs in the workspace with its timeout", async () => {
    const specs: unknown[] = [];
    const { hooks } = made([{ command: "check" }], ({ spec }) => {
      specs.push(spec);
      return { end: "exited", code: 0 };
    });
    await hooks.run("PreToolUse", PAYLOAD, NEVER);
    expect(specs).toEqual([
      expect.objectContaining({
        command: "check",
        cwd: "/ws",
        timeoutMs: 30_000,
        input: JSON.stringify(PAYLOAD),
        apart: true,
        personal: true,
      }),
    ]);
  });

  it.each<[string, string, object]>([
    ["nothing", "0", { contexts: [] }],
    ["context", '0 {"additionalContext":"mind the gap"}', { contexts: ["mind the gap"] }],
    [
      "snake_case",
      '0 {"permission_decision":"ask","permission_reason":"why"}',
      { contexts: [], decision: "ask", reason: "why" },
    ],
    ["a rewrite", '0 {"updatedInput":{"command":"ls -a"}}', { contexts: [], updatedInput: { command: "ls -a" } }],
    ["the end of the turn", '0 {"continue":false,"stopReason":"enough"}', { contexts: [], stop: "enough" }],
    ["exit code 2", "2 not on Fridays\n", { contexts: [], decision: "deny", reason: "not on Fridays" }],
    ["exit code 2 without words", "2", { contexts: [], decision: "deny" }],
  ])("answers with %s", async (_title, command, verdict) => {
    const { hooks, told } = made([{ command }]);
    expect(await hooks.run("PreToolUse", PAYLOAD, NEVER)).toEqual(verdict);
    expect(told).toEqual([]);
  });

  const FAILURES: [string, string, RegExp][] = [
    ["ends with another code", "1 oops", /exit code 1/],
    ["writes no JSON", "0 fine!", /not JSON/],
    ["writes a list", "0 []", /not a JSON object/],
    ["decides what does not exist", '0 {"permissionDecision":"maybe"}', /permissionDecision/],
    ["asks to suppress output", '0 {"suppressOutput":true}', /unknown key suppressOutput/],
    ["writes too much", `0 ${" ".repeat(70_000)}`, /more than 65536/],
  ];
  it.each(FAILURES)("that %s counts for nothing, and a person hears of it", async (_title, command, words) => {
    const { hooks, told, logged } = made([{ command }]);
    expect(await hooks.run("PreToolUse", PAYLOAD, NEVER)).toEqual({ contexts: [] });
    expect(told).toEqual([expect.stringMatching(words) as string]);
    expect(logged[0]).toMatchObject({ outcome: "failed", hookEvent: "PreToolUse", hookOrigin: "user", callId: "e/1" });
  });

  it.each(FAILURES)("that %s lets nothing pass when it is failClosed", async (_title, command, words) => {
    const { hooks } = made([{ command, failClosed: true }]);
    expect(await hooks.run("PreToolUse", PAYLOAD, NEVER)).toMatchObject({
      decision: "deny",
      reason: expect.stringMatching(words) as string,
    });
  });

  it("that fails after a call and is failClosed withholds the result", async () => {
    const { hooks } = made([{ command: "1", event: "PostToolUse", failClosed: true }]);
    const { updatedResult, decision } = await hooks.run("PostToolUse", PAYLOAD, NEVER);
    expect(updatedResult).toMatch(/^Error: the result is withheld/);
    expect(decision).toBeUndefined();
  });

  it.each(["timed-out", "cancelled"] as const)("that is %s has failed", async (end) => {
    const { hooks, told } = made([{ command: "slow" }], () => ({ end }));
    await hooks.run("PreToolUse", PAYLOAD, NEVER);
    expect(told).toHaveLength(1);
  });

  it("does not begin after a cancellation", async () => {
    const { token, cancel } = createCancelSource();
    const begun: string[] = [];
    const { hooks } = made([{ command: "one" }, { command: "two" }], ({ spec }) => {
      begun.push(spec.command);
      cancel("stop");
      return { end: "exited", code: 0 };
    });
    await hooks.run("PreToolUse", PAYLOAD, token);
    expect(begun).toEqual(["one"]);
  });

  it("is not started for tools that its matcher leaves out", () => {
    const { hooks } = made([{ command: "0" }]);
    expect(hooks.handles("PreToolUse", "Bash")).toBe(true);
    expect(hooks.handles("PreToolUse", "Read")).toBe(false);
    expect(hooks.handles("PostToolUse", "Bash")).toBe(false);
  });
});

describe("several hooks", () => {
  it("run in the order of their origins, each with what those before it left", async () => {
    const inputs: string[] = [];
    const { hooks } = made(
      [
        { command: "late", origin: "session" },
        { command: "early", origin: "user-settings" },
      ],
      ({ spec, write }) => {
        inputs.push(`${spec.command} ${JSON.stringify((JSON.parse(spec.input ?? "") as typeof PAYLOAD).tool_input)}`);
        write(JSON.stringify({ updatedInput: { command: spec.command }, additionalContext: spec.command }));
        return { end: "exited", code: 0 };
      },
    );
    expect(await hooks.run("PreToolUse", PAYLOAD, NEVER)).toEqual({
      contexts: ["early", "late"],
      updatedInput: { command: "late" },
    });
    expect(inputs).toEqual(['early {"command":"ls"}', 'late {"command":"early"}']);
  });

  it.each([
    ["allow", "ask", "ask"],
    ["ask", "allow", "ask"],
    ["deny", "allow", "deny"],
    ["ask", "deny", "deny"],
    [undefined, "allow", "allow"],
  ] as const)("that say %s and %s say %s together", (one, other, together) => {
    const verdict = (decision: typeof one | typeof other) =>
      decision === undefined ? { contexts: [] } : { contexts: [], decision, reason: decision };
    expect(mergeVerdicts(verdict(one), verdict(other))).toEqual(verdict(together));
  });
});

describe("hooks of a project (report 48)", () => {
  const project = { command: "2 no", origin: "project", hash: "abc" } as const;

  it.each([
    ["the workspace is not trusted", false, ["abc"]],
    ["its content was never looked at", true, []],
    ["its content has changed since", true, ["old"]],
  ] as const)("do not run when %s", async (_title, workspace, hashes) => {
    const { hooks } = made([project], speaking, { workspace, hashes: new Set(hashes) });
    expect(hooks.handles("PreToolUse", "Bash")).toBe(false);
    expect(await hooks.run("PreToolUse", PAYLOAD, NEVER)).toEqual({ contexts: [] });
  });

  it("run when workspace and content are trusted", async () => {
    const { hooks } = made([project], speaking, { workspace: true, hashes: new Set(["abc"]) });
    expect(await hooks.run("PreToolUse", PAYLOAD, NEVER)).toMatchObject({ decision: "deny", reason: "no" });
  });
});
