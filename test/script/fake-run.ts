import { setImmediate as turn } from "node:timers/promises";
import { z } from "zod";
import type { CancelToken } from "../../src/base/cancel.ts";
import { NEVER } from "../../src/base/cancel.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { limitsWith } from "../../src/dialect/limits.ts";
import type { CallStatus, PipelineCall, Settled } from "../../src/pipeline/call.ts";
import type { Tool } from "../../src/pipeline/tool.ts";
import { defineTool } from "../../src/pipeline/tool.ts";
import { NO_TELEMETRY } from "../../src/pipeline/telemetry.ts";
import type { Store } from "../../src/ports/store.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { EventFact } from "../../src/protocol/events.ts";
import type { EnvelopeResult, ScriptOptions } from "../../src/script/envelope.ts";
import type { ArgumentSchemas } from "../../src/script/json-schema.ts";
import { createRoster } from "../../src/script/roster.ts";
import { runScript } from "../../src/script/run-script.ts";
import { createWaits } from "../../src/script/waits.ts";

/** What a fake call comes to: text alone is a success. */
export type Answer = string | Partial<Settled>;

/** How a fake tool behaves. */
export type Behaviour = (input: JsonObject, call: PipelineCall, run: FakeRun) => Answer | Promise<Answer>;

/** The clock of the machine the test runs on. */
export const REAL_CLOCK: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  yield: () => turn(),
  sleep: (ms, cancel) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      let release = (): void => undefined;
      release = cancel.onCancel(done);
      function done() {
        clearTimeout(timer);
        resolve();
        release();
      }
    }),
};

/** A script run without the real stages: what the driver alone does. */
export interface FakeRun {
  readonly calls: PipelineCall[];
  readonly ended: string[];
  readonly facts: EventFact[];
  readonly options: ScriptOptions;
  readonly result: Promise<EnvelopeResult>;
}

/** What a fake run may change. */
export type FakeOptions = Partial<Omit<ScriptOptions, "limits">> & {
  readonly limits?: Parameters<typeof limitsWith>[0];
  readonly standalone?: readonly string[];
  readonly trusted?: readonly string[];
};

const ANY: ArgumentSchemas = { x: {}, ms: { type: "number" } };

/** Runs a script with tools that behave as said. */
export function fakeRun(
  source: string,
  tools: Readonly<Record<string, Behaviour>>,
  changes: FakeOptions = {},
): FakeRun {
  const { limits, standalone = [], trusted = [], ...others } = changes;
  const calls: PipelineCall[] = [];
  const ended: string[] = [];
  const facts: EventFact[] = [];
  const waits = createWaits();
  const emit = (fact: EventFact) => {
    facts.push(fact);
    waits.notice(fact);
    return Promise.resolve(undefined);
  };
  const options: ScriptOptions = {
    source,
    envelopeId: "E",
    origin: "user",
    tools: createRoster(
      Object.keys(tools).map((name) => fakeTool(name, standalone.includes(name), trusted.includes(name))),
      { schemasOf: () => ANY },
    ),
    pipeline: {
      async runCall(call) {
        calls.push(call);
        const answer = await tools[call.tool.name]!(call.input, call, run);
        ended.push(call.id);
        return settledFrom(call, answer);
      },
    },
    limits: limitsWith(limits ?? {}),
    cancel: NEVER,
    clock: REAL_CLOCK,
    emit,
    waits,
    store: fakeStore(),
    telemetry: NO_TELEMETRY,
    processes: () => [],
    parallelism: 4,
    ...others,
  };
  const run: FakeRun = { calls, ended, facts, options, result: Promise.resolve().then(() => runScript(options)) };
  return run;
}

/** A store whose artifacts are in memory; `kept` is told each. */
export function fakeStore(kept: (text: string) => void = () => undefined): Store {
  const refuse = () => Promise.resolve({ problem: "missing", detail: "" } as const);
  return {
    append: refuse,
    journal: refuse,
    sessions: () => Promise.resolve([]),
    getArtifact: refuse,
    close: () => Promise.resolve(),
    putArtifact(bytes) {
      kept(Buffer.from(bytes).toString());
      return Promise.resolve("artifact://0123456789abcdef0123456789abcdef");
    },
  };
}

function fakeTool(name: string, standalone: boolean, trusted: boolean): Tool {
  return defineTool({
    name,
    category: "core",
    summary: name,
    description: name,
    effect: "read",
    standalone,
    trusted,
    input: z.object({}),
    resources: () => [],
    run: () => Promise.resolve({ status: "success", text: "" }),
  });
}

function settledFrom(call: PipelineCall, answer: Answer): Settled {
  const partial: Partial<Settled> = typeof answer === "string" ? { text: answer } : answer;
  const text = partial.text ?? "";
  const base = { id: call.id, tool: call.tool.name, status: "success" as CallStatus, handlerMs: 0 };
  return { ...base, text, rawText: text, media: [], contexts: [], ...partial };
}

/** Settles after `ms`, or when cancelled. */
export function after(ms: number, cancel: CancelToken = NEVER): Promise<void> {
  return REAL_CLOCK.sleep(ms, cancel);
}

/** Answers its argument `x` as text. */
export const echo: Behaviour = ({ x }) => (typeof x === "string" ? x : JSON.stringify(x));

/** Tools that answer, are denied and fail. */
export const SIMPLE_TOOLS: Readonly<Record<string, Behaviour>> = {
  Echo: echo,
  Deny: () => ({ status: "denied", text: "Permission denied: not today", reason: "permission-denied: not today" }),
  Fail: () => ({ status: "error", text: "Error: no such file" }),
};
