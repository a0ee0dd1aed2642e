import { describe, expect, it } from "vitest";
import type { AgentRun, AgentRunParts } from "../../src/agent/agent-run.ts";
import { createAgentRun, KEPT_ROUNDS } from "../../src/agent/agent-run.ts";
import type { RunMessage } from "../../src/agent/run-messages.ts";
import { RunError } from "../../src/agent/run-error.ts";
import { createCancelSource } from "../../src/base/cancel.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { createManualClock } from "../../src/hosts/memory/clock.ts";
import type { Scripted } from "../../src/hosts/memory/model.ts";
import { createScriptedModel } from "../../src/hosts/memory/model.ts";
import type { Settled } from "../../src/pipeline/call.ts";
import type { Tool } from "../../src/pipeline/tool.ts";
import { rigTool } from "./session-rig.ts";

const NONCE = "0123456789abcdef0123456789abcdef";

const echo = rigTool("echo", "read", undefined, { trusted: true });
const page = rigTool("page", "read");
const facts = rigTool("facts", "read", undefined, { trusted: true, structured: true });
const broken = rigTool("broken", "read", undefined, { trusted: true });

const ANSWERS: Readonly<Record<string, Partial<Settled>>> = {
  echo: { text: "hello" },
  page: { text: "</x> page" },
  facts: { text: '{"count":[1,2]}' },
  broken: { status: "error", reason: "tool-error: no", text: "no such thing" },
};

interface Called {
  readonly name: string;
  readonly input: JsonObject;
}

function begin(turns: readonly Scripted[], more: Partial<AgentRunParts> = {}) {
  const model = createScriptedModel(turns);
  const source = createCancelSource();
  const called: Called[] = [];
  const run = createAgentRun({
    model,
    tools: [echo, page, facts, broken],
    call: (tool, input) => {
      called.push({ name: tool.name, input });
      const settled: Settled = {
        id: "1",
        tool: tool.name,
        status: "success",
        text: "",
        rawText: "",
        media: [],
        contexts: [],
        handlerMs: 0,
        ...ANSWERS[tool.name],
      };
      return Promise.resolve({ settled, trusted: tool.trusted === true });
    },
    clock: createManualClock(),
    cancel: source.token,
    random: () => 1,
    nonce: NONCE,
    ...more,
  });
  return { run, model, source, called };
}

const USER: RunMessage = { role: "user", content: "Go." };

async function failureOf(work: Promise<unknown>): Promise<RunError> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof RunError) return failure;
  throw new Error("it did not fail with a RunError");
}

describe("a round of a run", () => {
  it.each([
    ["none without tools", undefined, []],
    ["none of an empty list", { tools: [] }, []],
    ["exactly those that are named, in their order", { tools: ["page", "echo"] }, ["page", "echo"]],
    ["each once", { tools: ["echo", "echo"] }, ["echo"]],
  ])("advertises %s (R286)", async (_, options, names) => {
    const { run, model } = begin([{ text: "ok" }]);
    await run.models.chat([USER], options);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(names);
  });

  it("refuses to advertise what is not in scope, naming what is", async () => {
    const { run, model } = begin([]);
    const failure = await failureOf(run.models.chat([USER], { tools: ["echo", "ecko"] }));
    expect(failure.kind).toBe("unknown-alias");
    expect(failure.message).toBe('there is no tool "ecko" in scope; in scope are echo, page, facts, broken');
    expect(model.requests).toEqual([]);
  });

  it("hands on requested calls without making them, with their arguments as data (R287, R288)", async () => {
    const { run, called } = begin([
      {
        text: "Let me see.",
        calls: [
          { name: "echo", arguments: { path: "a", deep: { list: [1, null] } } },
          { name: "page", arguments: "" },
        ],
      },
    ]);
    const result = await run.models.chat([USER], { tools: ["echo", "page"] });
    expect(result).toEqual({
      tool_calls: [
        { id: "scripted-1", name: "echo", arguments: { path: "a", deep: { list: [1, null] } } },
        { id: "scripted-2", name: "page", arguments: {} },
      ],
      finish_reason: "tool_calls",
      model: "scripted/model",
      metrics: {},
    });
    expect("reply" in result).toBe(false);
    expect(called).toEqual([]);
  });

  it("has a reply where no calls are asked for, with what the provider counted", async () => {
    const { run } = begin([{ text: "Hello", stop: "length", usage: { inputTokens: 7, outputTokens: 2 } }]);
    expect(await run.models.chat([USER])).toEqual({
      reply: "Hello",
      finish_reason: "length",
      model: "scripted/model",
      metrics: { inputTokens: 7, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0 },
    });
  });

  it.each(["length", "filtered"] as const)(
    "fails when it was cut off while it asked for calls, so that no partial arguments run: %s",
    async (stop) => {
      const { run } = begin([{ calls: [{ name: "echo", arguments: '{"path":"' }], stop }]);
      const failure = await failureOf(run.models.chat([USER], { tools: ["echo"] }));
      expect(failure.kind).toBe("broken-round");
      expect(failure.message).toContain("incomplete");
    },
  );

  it.each([
    ["[1]", "but no object"],
    ['{"path":', "no JSON"],
  ])("fails when a call's arguments are no object, naming the call: %s", async (text, said) => {
    const { run } = begin([{ calls: [{ name: "echo" }, { name: "page", arguments: text }] }]);
    const failure = await failureOf(run.models.chat([USER], { tools: ["echo", "page"] }));
    expect(failure.message).toMatch(/^tool_calls\[2\] \(page\): /u);
    expect(failure.message).toContain(said);
  });

  it("tells a provider's problem with what to do", async () => {
    const { run } = begin([{ problem: { problem: "auth", detail: "bad key" } }]);
    const failure = await failureOf(run.models.chat([USER]));
    expect([failure.kind, failure.message]).toEqual([
      "model",
      "The key was refused: bad key\nSet a valid key for this provider, or choose another model.",
    ]);
  });

  it("keeps mcp for later (R301)", async () => {
    const { run } = begin([]);
    const failure = await failureOf(run.models.chat([USER], { mcp: {} } as object));
    expect(failure.kind).toBe("reserved");
  });
});

describe("messages of a run", () => {
  const call = (id: string) => ({ id, name: "echo", arguments: { path: "a" } });
  const asks = (...ids: string[]): RunMessage => ({ role: "assistant", content: "", tool_calls: ids.map(call) });
  const answers = (id: string): RunMessage => ({ role: "tool", tool_call_id: id, content: "hello" });

  it("replay a round by the ids of its calls alone, with its thinking as it was; fields that mean nothing are dropped (R293, A12)", async () => {
    const { run, model } = begin([
      {
        thinking: "hm",
        replay: { signature: "s" },
        text: "I look.",
        calls: [{ name: "echo", arguments: ' {"path": "a"}' }],
      },
      { text: "done" },
    ]);
    const { tool_calls: calls = [] } = await run.models.chat([USER], { tools: ["echo"] });
    const [first] = calls;
    await run.models.chat([
      { role: "system", content: "Be brief.", cached: true } as RunMessage,
      USER,
      { role: "assistant", content: "", tool_calls: [{ id: first?.id ?? "" }] },
      { role: "tool", tool_call_id: first?.id ?? "", content: "hello" },
    ]);
    expect(model.requests[1]?.messages).toEqual([
      { role: "system", text: "Be brief." },
      { role: "user", parts: [{ part: "text", text: "Go." }] },
      {
        role: "assistant",
        parts: [
          { part: "thinking", text: "hm", model: "scripted/model", replay: { signature: "s" } },
          { part: "call", id: "scripted-1", name: "echo", argumentsText: ' {"path": "a"}' },
        ],
      },
      { role: "tool", id: "scripted-1", parts: [{ part: "text", text: "hello" }], failed: false },
    ]);
  });

  it("may hold whole calls that the run never saw", async () => {
    const { run, model } = begin([{ text: "done" }]);
    await run.models.chat([USER, asks("a"), answers("a")]);
    expect(model.requests[0]?.messages[1]).toEqual({
      role: "assistant",
      parts: [{ part: "call", id: "a", name: "echo", argumentsText: '{"path":"a"}' }],
    });
  });

  it("know ids apart that a careless provider gave twice, or not at all", async () => {
    const turn: Scripted = {
      calls: [
        { name: "echo", id: "x" },
        { name: "echo", id: "" },
        { name: "echo", id: "x" },
      ],
    };
    const { run } = begin([turn, turn]);
    const first = await run.models.chat([USER], { tools: ["echo"] });
    const second = await run.models.chat([USER], { tools: ["echo"] });
    const ids = [first, second].flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
    expect(ids[0]).toBe("x");
    expect(new Set(ids).size).toBe(6);
  });

  it("can replay the last rounds, of which so many are kept", async () => {
    const { run } = begin(
      Array.from({ length: KEPT_ROUNDS + 1 }, (_, at) => ({ calls: [{ name: "echo", id: `c${at}` }] })),
    );
    for (let round = 0; round <= KEPT_ROUNDS; round++) await run.models.chat([USER], { tools: ["echo"] });
    const replay = (id: string) => [
      { role: "assistant", tool_calls: [{ id }] } as const,
      { role: "tool", tool_call_id: id, content: "" } as const,
    ];
    expect((await failureOf(run.models.chat(replay("c0")))).kind).toBe("invalid");
    expect((await failureOf(run.models.chat(replay("c1")))).kind).toBe("model");
  });
});

describe("a call of a run", () => {
  it.each<[string, JsonObject | null | undefined, JsonObject]>([
    ["left out", undefined, {}],
    ["null", null, {}],
    ["given", { path: "a" }, { path: "a" }],
  ])("sends its arguments, the empty object for none: %s (R290)", async (_, args, input) => {
    const { run, called } = begin([]);
    await run.tools.call("echo", args);
    expect(called).toEqual([{ name: "echo", input }]);
  });

  it("answers text, or data where the tool declares structured output (R291)", async () => {
    const { run } = begin([]);
    expect(await run.tools.call("echo")).toBe("hello");
    expect(await run.tools.call("facts")).toEqual({ count: [1, 2] });
  });

  it("fails when a structured tool answers no JSON, naming the alias (R292)", async () => {
    const { run } = begin([], {
      call: () => Promise.resolve({ settled: { status: "success", text: "{oops" } as Settled, trusted: true }),
    });
    const failure = await failureOf(run.tools.call("facts"));
    expect([failure.kind, failure.message]).toEqual([
      "tool",
      "facts declares structured output, and what it answered is no JSON",
    ]);
    expect(run.tools.calls["facts"]).toBe(1);
  });

  it("wraps what nobody vouches for, failures too, and nothing else (R296)", async () => {
    const { run } = begin([]);
    expect(await run.tools.call("page")).toBe(run.untrusted("</x> page"));
    expect(run.untrusted("x")).toContain(`<untrusted_input_${NONCE}>`);
    const bad = begin([], {
      call: () =>
        Promise.resolve({
          settled: { status: "error", reason: "tool-error: x", text: "<b>" } as Settled,
          trusted: false,
        }),
    });
    expect((await failureOf(bad.run.tools.call("page"))).message).toBe(`page failed: ${bad.run.untrusted("<b>")}`);
    const denied = begin([], {
      call: () =>
        Promise.resolve({
          settled: { status: "denied", reason: "permission-denied: x", text: "Permission denied" } as Settled,
          trusted: false,
        }),
    });
    expect((await failureOf(denied.run.tools.call("page"))).message).toBe("page failed: Permission denied");
  });

  it("of what is not in scope fails, naming what is, and counts nothing (A13)", async () => {
    const { run, called } = begin([]);
    expect((await failureOf(run.tools.call("ecko"))).message).toContain("in scope are echo, page, facts, broken");
    expect(called).toEqual([]);
    expect({ ...run.tools.calls }).toEqual({ echo: 0, page: 0, facts: 0, broken: 0 });
  });

  it("needs an object as its arguments", async () => {
    const { run, called } = begin([]);
    expect((await failureOf(run.tools.call("echo", [1] as never))).kind).toBe("invalid");
    expect(called).toEqual([]);
  });
});

describe("the counters of a run", () => {
  it("count attempts, failed ones too (R294, R295)", async () => {
    const { run } = begin([]);
    await run.tools.call("echo");
    await run.tools.call("echo");
    await failureOf(run.tools.call("broken"));
    expect(run.tools.calls["echo"]).toBe(2);
    expect(run.tools.calls["broken"]).toBe(1);
    expect(run.tools.calls["page"]).toBe(0);
    expect(JSON.parse(JSON.stringify(run.tools.calls))).toEqual({ echo: 2, page: 0, facts: 0, broken: 1 });
    expect("ecko" in run.tools.calls).toBe(false);
  });

  it.each<[string, (calls: Record<string, unknown>) => void]>([
    ["set", (calls) => void (calls["echo"] = 5)],
    [
      "delete",
      (calls) => {
        delete calls["echo"];
      },
    ],
    ["define", (calls) => void Object.defineProperty(calls, "new", { value: 1 })],
    ["inherit", (calls) => void Object.setPrototypeOf(calls, { echo: 5 })],
  ])("cannot be written: %s", (_, write) => {
    const { run } = begin([]);
    expect(() => {
      write(run.tools.calls);
    }).toThrow(/read-only/u);
    expect(run.tools.calls["echo"]).toBe(0);
  });

  it("know only what is in scope", () => {
    const { run } = begin([]);
    expect(() => run.tools.calls["ecko"]).toThrow(/in scope are echo/u);
  });
});

describe("a run that is cancelled", () => {
  const waits = (run: AgentRun): readonly Promise<unknown>[] => [run.models.chat([USER]), run.tools.call("echo")];

  it("drops what it waits for at once, and begins nothing more", async () => {
    const never = { call: () => new Promise<never>(() => undefined) };
    const { run, source, model } = begin([{ text: "late", hangs: true }], never);
    const waiting = waits(run);
    source.cancel("enough");
    for (const each of waiting) expect((await failureOf(each)).kind).toBe("cancelled");
    const asked = model.requests.length;
    for (const each of waits(run)) expect((await failureOf(each)).message).toBe("the run was cancelled: enough");
    expect(model.requests.length).toBe(asked);
  });
});

describe("the tools of a run", () => {
  it("cannot be structured without being trusted, because no envelope fits data (A14)", () => {
    const careless: Tool = rigTool("careless", "read", undefined, { structured: true });
    expect(() => begin([], { tools: [careless] })).toThrow(/careless is structured and must be trusted/u);
  });
});
