import { describe, expect, it } from "vitest";
import type { AnswerPart, ModelDelta } from "../../../../src/ports/model.ts";
import { createCollector } from "../../../../src/hosts/node/models/collector.ts";
import { chatUsage, createChunkReader } from "../../../../src/hosts/node/models/openai/openai-chunks.ts";

interface Read {
  readonly parts: readonly AnswerPart[];
  readonly deltas: readonly ModelDelta[];
  readonly stop: string | undefined;
}

function read(deltas: readonly object[], finish = "tool_calls"): Read {
  const told: ModelDelta[] = [];
  const collect = createCollector("openai/m", (delta) => told.push(delta));
  const reader = createChunkReader(collect);
  for (const delta of deltas) reader.read({ model: "m", choices: [{ index: 0, delta, finish_reason: null }] });
  reader.read({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  return { parts: collect.parts(), deltas: told, stop: reader.ended()?.stop };
}

/** One piece of a call. */
const piece = (fields: { index?: number; id?: string | null; name?: string | null; args?: unknown }): object => {
  const { index, id, name, args } = fields;
  return {
    tool_calls: [
      {
        ...(index !== undefined && { index }),
        ...(id !== undefined && { id }),
        type: "function",
        function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
      },
    ],
  };
};

const call = (id: string, name: string, argumentsText: string): AnswerPart => ({
  part: "call",
  id,
  name,
  argumentsText,
});
const TWO = [call("a", "Read", '{"p":1}'), call("b", "Grep", '{"q":2}')];
const NAMELESS = [call("", "Read", '{"p":1}'), call("", "Read", '{"q":2}')];

const SERVERS: readonly {
  readonly server: string;
  readonly deltas: readonly object[];
  readonly calls: readonly AnswerPart[];
}[] = [
  {
    server: "sends pieces of two calls in turn",
    deltas: [
      piece({ index: 0, id: "a", name: "Read", args: "" }),
      piece({ index: 1, id: "b", name: "Grep", args: '{"q"' }),
      piece({ index: 0, args: '{"p":' }),
      piece({ index: 1, args: ":2}" }),
      piece({ index: 0, args: "1}" }),
    ],
    calls: TWO,
  },
  {
    server: "gives all calls the place 0",
    deltas: [
      piece({ index: 0, id: "a", name: "Read", args: '{"p":1}' }),
      piece({ index: 0, id: "b", name: "Grep", args: '{"q":2}' }),
    ],
    calls: TWO,
  },
  {
    server: "gives no places",
    deltas: [
      piece({ id: "a", name: "Read", args: '{"p":' }),
      piece({ args: "1}" }),
      piece({ id: "b", name: "Grep", args: '{"q":2}' }),
    ],
    calls: TWO,
  },
  {
    server: "gives neither places nor ids",
    deltas: [piece({ name: "Read", args: '{"p":1}' }), piece({ name: "Read", args: '{"q":2}' })],
    calls: NAMELESS,
  },
  {
    server: "gives empty ids and the place 0",
    deltas: [
      piece({ index: 0, id: "", name: "Read", args: '{"p":1}' }),
      piece({ index: 0, id: "", name: "Read", args: '{"q":2}' }),
    ],
    calls: NAMELESS,
  },
  {
    server: "gives two calls the same id",
    deltas: [
      piece({ index: 0, id: "x", name: "Read", args: '{"p":1}' }),
      piece({ index: 1, id: "x", name: "Grep", args: '{"q":2}' }),
    ],
    calls: [call("x", "Read", '{"p":1}'), call("x", "Grep", '{"q":2}')],
  },
  {
    server: "says id and name again with each piece",
    deltas: ['{"p', '":', "1}"].map((args) => piece({ index: 0, id: "a", name: "Read", args })),
    calls: [call("a", "Read", '{"p":1}')],
  },
  {
    server: "says null for what it has said",
    deltas: [
      piece({ index: 0, id: "a", name: "Read", args: '{"p":' }),
      piece({ index: 0, id: null, name: null, args: "1}" }),
    ],
    calls: [call("a", "Read", '{"p":1}')],
  },
  {
    server: "sends a name in pieces",
    deltas: [
      piece({ index: 0, id: "a", name: "Re" }),
      piece({ index: 0, name: "ad", args: "" }),
      piece({ index: 0, args: "{}" }),
    ],
    calls: [call("a", "Read", "{}")],
  },
  {
    server: "sends the id after the name",
    deltas: [piece({ index: 0, name: "Read", args: "{" }), piece({ index: 0, id: "a", args: "}" })],
    calls: [call("a", "Read", "{}")],
  },
  {
    server: "sends arguments as an object",
    deltas: [piece({ index: 0, id: "a", name: "Read", args: { p: 1 } })],
    calls: [call("a", "Read", '{"p":1}')],
  },
  {
    server: "sends no arguments",
    deltas: [piece({ index: 0, id: "a", name: "Read" })],
    calls: [call("a", "Read", "")],
  },
  {
    server: "sends both calls at once",
    deltas: [
      {
        tool_calls: [
          { id: "a", function: { name: "Read", arguments: '{"p":1}' } },
          { id: "b", function: { name: "Grep", arguments: '{"q":2}' } },
        ],
      },
    ],
    calls: TWO,
  },
];

describe("a chat completion", () => {
  it.each(SERVERS)("is read whole from a server that $server", ({ deltas, calls }) => {
    const { parts, deltas: told } = read(deltas);
    expect(parts).toEqual(calls);
    for (const [index, part] of calls.entries()) {
      const mine = told.filter((delta) => delta.delta === "call" && delta.index === index);
      expect(mine.map(({ text }) => text).join("")).toBe(part.part === "call" ? part.argumentsText : "");
    }
  });

  const THINKING: readonly { readonly field: string; readonly deltas: readonly object[]; readonly replay: object }[] = [
    {
      field: "reasoning_content",
      deltas: [{ reasoning_content: "h" }, { reasoning_content: "m" }],
      replay: { reasoning_content: "hm" },
    },
    { field: "reasoning", deltas: [{ reasoning: "h" }, { reasoning: "m" }], replay: { reasoning: "hm" } },
    {
      field: "both, of which one says enough",
      deltas: [
        { reasoning_content: "h", reasoning: "h" },
        { reasoning_content: "m", reasoning: "m" },
      ],
      replay: { reasoning_content: "hm" },
    },
    {
      field: "reasoning_details",
      deltas: [
        { reasoning: "h", reasoning_details: [{ type: "reasoning.text", text: "h" }] },
        { reasoning: "m", reasoning_details: [{ type: "reasoning.encrypted", data: "x" }] },
      ],
      replay: {
        reasoning_details: [
          { type: "reasoning.text", text: "h" },
          { type: "reasoning.encrypted", data: "x" },
        ],
      },
    },
  ];

  it.each(THINKING)("keeps thinking as it came, to send it back: $field", ({ deltas, replay }) => {
    const { parts } = read([...deltas, { content: "Done" }], "stop");
    expect(parts).toEqual([
      { part: "thinking", text: "hm", model: "openai/m", replay },
      { part: "text", text: "Done" },
    ]);
  });

  it.each([
    ["stop", "done"],
    ["tool_calls", "done"],
    ["function_call", "done"],
    ["eos", "done"],
    ["length", "length"],
    ["content_filter", "filtered"],
  ])("that ends with %s is %s", (finish, stop) => {
    expect(read([{ content: "x" }], finish).stop).toBe(stop);
  });

  it("that refuses is filtered, and its words are the text", () => {
    const { parts, stop } = read([{ refusal: "I cannot " }, { refusal: "help." }], "stop");
    expect(parts).toEqual([{ part: "text", text: "I cannot help." }]);
    expect(stop).toBe("filtered");
  });

  it.each([
    [
      "OpenAI",
      { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 60 } },
      [40, 60, 0, 5],
    ],
    [
      "OpenRouter",
      {
        prompt_tokens: 100,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      },
      [10, 60, 30, 5],
    ],
    ["DeepSeek", { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64 }, [36, 64, 0, 5]],
    [
      "a server that counts wrongly",
      { prompt_tokens: 10, completion_tokens: -1, prompt_tokens_details: { cached_tokens: 60 } },
      [0, 10, 0, 0],
    ],
    [
      "a server that says little",
      { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: null },
      [10, 0, 0, 5],
    ],
  ] as const)(
    "is counted as %s counts",
    (_server, usage, [inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens]) => {
      expect(chatUsage(usage)).toEqual({ inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens });
    },
  );

  it("is not counted where the server does not", () => {
    for (const none of [undefined, null, {}, { total_tokens: 3 }]) expect(chatUsage(none)).toBeUndefined();
  });
});
