import { z } from "zod";
import type { CancelToken } from "../../src/base/cancel.ts";
import { NEVER } from "../../src/base/cancel.ts";
import type { JsonObject } from "../../src/base/json.ts";
import type { MemoryFixture, MemoryHost } from "../../src/hosts/memory/host.ts";
import { createMemoryHost } from "../../src/hosts/memory/host.ts";
import type { PipelineCall, Settled } from "../../src/pipeline/call.ts";
import { createPipeline } from "../../src/pipeline/create-pipeline.ts";
import type { CallHookEvent, HookVerdict, Hooks, SessionHookEvent } from "../../src/pipeline/hooks.ts";
import type { PermissionCheck, PermissionDecision, Permissions } from "../../src/pipeline/permissions.ts";
import type { Snapshots } from "../../src/pipeline/snapshots.ts";
import type { StageName } from "../../src/pipeline/stage.ts";
import { createTelemetry } from "../../src/pipeline/telemetry.ts";
import type { Effect, Tool, ToolContext, ToolOutcome } from "../../src/pipeline/tool.ts";
import { defineTool } from "../../src/pipeline/tool.ts";
import { createPlainEmit, createStamp } from "../../src/protocol/emit.ts";
import type { AgentEvent, EventName, EventOf } from "../../src/protocol/events.ts";

/** What every fake tool takes. */
export const FAKE_INPUT = z.strictObject({
  path: z.string().describe("A path."),
  count: z.int().min(1).max(100).optional().describe("How many."),
  tags: z.array(z.string()).optional().describe("Words."),
});

type Run = (input: z.output<typeof FAKE_INPUT>, context: ToolContext) => Promise<ToolOutcome>;

/** A tool of some effect that touches its path and answers `done`. */
export function fakeTool(effect: Effect, run?: Run, more: Partial<Tool> = {}): Tool {
  return {
    ...defineTool({
      name: `Fake${effect}`,
      category: "core",
      summary: "Does nothing.",
      description: "Does nothing.",
      effect,
      standalone: false,
      input: FAKE_INPUT,
      resources: ({ path }) => [{ kind: "path", path, access: effect === "read" ? "read" : "write" }],
      ...(effect === "write" && { snapshots: ({ path }: { path: string }) => [path] }),
      run: run ?? (() => Promise.resolve({ status: "success", text: "done" })),
    }),
    ...more,
  };
}

/** Permissions that decide by a function. */
export function fakePermissions(
  decide: (check: PermissionCheck, cancel: CancelToken) => PermissionDecision | Promise<PermissionDecision>,
  explained: "allow" | "ask" | "deny" = "allow",
): Permissions {
  return {
    mode: () => "ask",
    setMode: () => undefined,
    decide: async (check, cancel) => decide(check, cancel),
    explain: () => Promise.resolve({ outcome: explained, via: "mode", why: "no rule allows it" }),
    deniedOutright: () => false,
  };
}

export const ALLOWED: PermissionDecision = { outcome: "allow", via: "mode", message: "" };
export const DENIED: PermissionDecision = {
  outcome: "deny",
  via: "deny-rule",
  message: "Permission denied: a rule forbids it",
};

/** Hooks that answer by event. */
export function fakeHooks(
  answers: Partial<Record<CallHookEvent | SessionHookEvent, Partial<HookVerdict>>>,
  payloads: JsonObject[] = [],
): Hooks {
  return {
    handles: (event) => event in answers,
    run: (event, payload) => {
      payloads.push(payload);
      return Promise.resolve({ contexts: [], ...answers[event] });
    },
  };
}

/** Snapshots that keep a list of what was asked of them. */
export function fakeSnapshots(log: string[] = []): Snapshots {
  return {
    capture: (callId, paths) => {
      log.push(`capture ${callId} ${paths.join(" ")}`);
      return Promise.resolve(paths.map((path) => ({ path, before: "missing" })));
    },
    settle: (callId) => {
      log.push(`settle ${callId}`);
      return Promise.resolve([{ callId, path: "/ws/a", before: "missing", after: { content: "artifact://0" } }]);
    },
    untracked: (callId) => void log.push(`untracked ${callId}`),
  };
}

/** What a test may choose. */
export interface Rig {
  readonly fixture?: MemoryFixture;
  readonly permissions?: Permissions;
  readonly hooks?: Hooks;
  readonly snapshots?: Snapshots;
}

/** A pipeline over a memory host with everything it says recorded. */
export function rig({ fixture, permissions, hooks, snapshots }: Rig = {}) {
  const host: MemoryHost = createMemoryHost({ files: { "/ws/a": "alpha\n" }, ...fixture });
  const events: AgentEvent[] = [];
  const stages: StageName[] = [];
  const lines: string[] = [];
  const pipeline = createPipeline({
    host,
    permissions: permissions ?? fakePermissions(() => ALLOWED),
    snapshots: snapshots ?? fakeSnapshots(),
    facts: { seen: new Map(), conversationReads: new Map() },
    emit: createPlainEmit(createStamp(host.clock.now), (event) => events.push(event)),
    trace: (_id, stage) => void stages.push(stage),
    names: { session: "s1", turn: () => "t1", model: () => "m1", transcriptPath: "/home/person/s1.jsonl" },
    telemetry: createTelemetry({
      clock: host.clock,
      sink: (log, line) => void lines.push(`${log} ${line}`),
      session: "s1",
      turn: () => "t1",
    }),
    ...(hooks !== undefined && { hooks }),
  });
  return { host, events, stages, lines, pipeline };
}

/** A call of a tool by the model, on `a`. */
export function call(tool: Tool, more: Partial<PipelineCall> = {}): PipelineCall {
  return { id: "c1", tool, input: { path: "a" }, source: "model", cancel: NEVER, ...more };
}

/** The only event of a kind. */
export function only<Kind extends EventName>(events: readonly AgentEvent[], kind: Kind): EventOf<Kind> {
  const found = events.filter((event): event is EventOf<Kind> => event.kind === kind);
  if (found.length !== 1) throw new Error(`${found.length} events of kind ${kind}`);
  return found[0]!;
}

/** The fields of a settlement that do not depend on who called. */
export function account({ status, text, reason, contexts }: Settled) {
  return { status, text, reason, contexts };
}
