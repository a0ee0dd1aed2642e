import { describe, expect, it } from "vitest";
import type { ModelMessage, ModelRequest } from "../../../../src/ports/model.ts";
import type { ModelSettings } from "../../../../src/hosts/node/models/model-settings.ts";
import type { ServedRequest } from "../../../support/model-server.ts";
import type { ServedWire } from "../../../support/model-server-wires.ts";
import { answerTo, HELLO, KEY, NAMES, WIRES, withServed } from "./served-model.ts";

const PNG = { part: "media", kind: "image", mime: "image/png", bytes: new Uint8Array([1, 2, 3]) } as const;
const PDF = { part: "media", kind: "document", mime: "application/pdf", bytes: new Uint8Array([4]) } as const;
const text = (said: string) => ({ part: "text", text: said }) as const;
const user = (...parts: Extract<ModelMessage, { role: "user" }>["parts"]): ModelMessage => ({ role: "user", parts });
const result = (id: string, parts: Extract<ModelMessage, { role: "tool" }>["parts"], failed = false): ModelMessage => ({
  role: "tool",
  id,
  parts,
  failed,
});

async function sent(
  wire: ServedWire,
  request: ModelRequest,
  settings: Partial<ModelSettings> = {},
): Promise<ServedRequest> {
  let found: ServedRequest | undefined;
  await withServed(
    wire,
    [{ text: "ok" }],
    async ({ model, server }) => {
      await answerTo(model, request);
      found = server.requests[0];
    },
    settings,
  );
  return found!;
}

/** A round in the middle of work: two calls with their results, a picture among them, and two messages of the person. */
function working(id: string): ModelRequest {
  return {
    ...HELLO,
    conversation: "c-1",
    messages: [
      { role: "system", text: "Be brief." },
      { role: "system", text: "Be kind." },
      user(text("Look"), text("")),
      user(text("Now")),
      {
        role: "assistant",
        parts: [
          { part: "thinking", text: "hm", model: id, replay: replayFor(id) },
          { part: "thinking", text: "ha", model: "other/model", replay: { type: "thinking" } },
          text(" "),
          { part: "call", id: "c1", name: "Read", argumentsText: '{ "path": "a" }' },
          { part: "call", id: "c2", name: "Read", argumentsText: "[1" },
        ],
      },
      result("c1", [text("seen"), PNG]),
      result("c2", [], true),
      user(text("And?"), PDF),
    ],
  };
}

function replayFor(id: string) {
  return id.startsWith("anthropic/")
    ? { type: "thinking", thinking: "hm", signature: "s" }
    : { reasoning: "hm", content: "no field of thinking" };
}

describe("a round on the wire", () => {
  it("of Anthropic has users and assistants in turn, results first, pictures in results, and marks for the cache", async () => {
    const { path, headers, body } = await sent("anthropic", working("anthropic/claude-opus-5-5"));
    const cache_control = { type: "ephemeral" };
    expect(path).toBe("/v1/messages");
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(body).toEqual({
      model: "claude-opus-5-5",
      max_tokens: 128_000,
      stream: true,
      thinking: { type: "adaptive", display: "summarized" },
      tools: [
        { name: "Read", description: "Reads a file.", input_schema: { type: "object", properties: {} }, cache_control },
      ],
      system: [
        { type: "text", text: "Be brief." },
        { type: "text", text: "Be kind.", cache_control },
      ],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "text", text: "Now", cache_control },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "s" },
            { type: "tool_use", id: "c1", name: "Read", input: { path: "a" } },
            { type: "tool_use", id: "c2", name: "Read", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "c1",
              content: [
                { type: "text", text: "seen" },
                { type: "image", source: { type: "base64", media_type: "image/png", data: "AQID" } },
              ],
            },
            { type: "tool_result", tool_use_id: "c2", is_error: true },
            { type: "text", text: "And?" },
            {
              type: "document",
              source: { type: "base64", media_type: "application/pdf", data: "BA==" },
              cache_control,
            },
          ],
        },
      ],
    });
  });

  it("of chat completions has plain texts where it can, and pictures of results behind all results", async () => {
    const { path, headers, body } = await sent("openai", working("openai/gpt-6-sol"));
    expect(path).toBe("/v1/chat/completions");
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(body).toEqual({
      model: "gpt-6-sol",
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 128_000,
      prompt_cache_key: "c-1",
      tools: [
        {
          type: "function",
          function: { name: "Read", description: "Reads a file.", parameters: { type: "object", properties: {} } },
        },
      ],
      messages: [
        { role: "system", content: "Be brief.\n\nBe kind." },
        { role: "user", content: "Look\n\nNow" },
        {
          role: "assistant",
          content: null,
          reasoning: "hm",
          tool_calls: [
            { type: "function", id: "c1", function: { name: "Read", arguments: '{ "path": "a" }' } },
            { type: "function", id: "c2", function: { name: "Read", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "c1", content: "seen\n\n[1 of its results follow as attachments]" },
        { role: "tool", tool_call_id: "c2", content: "" },
        {
          role: "user",
          content: [
            { type: "text", text: "Attachments of the result of c1:" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } },
            { type: "text", text: "And?" },
            { type: "file", file: { filename: "document-2.pdf", file_data: "data:application/pdf;base64,BA==" } },
          ],
        },
      ],
    });
  });

  it("of Ollama sets the context size, forbids to cut, and has arguments as objects and pictures beside", async () => {
    const { path, body } = await sent("ollama", working("ollama/qwen3:8b"));
    expect(path).toBe("/api/chat");
    expect(body).toEqual({
      model: "qwen3:8b",
      stream: true,
      options: { num_ctx: 32_768, num_predict: 8_192 },
      truncate: false,
      shift: false,
      tools: [
        {
          type: "function",
          function: { name: "Read", description: "Reads a file.", parameters: { type: "object", properties: {} } },
        },
      ],
      messages: [
        { role: "system", content: "Be brief.\n\nBe kind." },
        { role: "user", content: "Look\n\nNow" },
        {
          role: "assistant",
          content: "",
          thinking: "hm",
          tool_calls: [
            { id: "c1", function: { name: "Read", arguments: { path: "a" } } },
            { id: "c2", function: { name: "Read", arguments: {} } },
          ],
        },
        {
          role: "tool",
          tool_call_id: "c1",
          tool_name: "Read",
          content: "seen\n\n[1 of its results follow as attachments]",
        },
        { role: "tool", tool_call_id: "c2", tool_name: "Read", content: "" },
        {
          role: "user",
          content:
            "Attachments of the result of c1:\n\nAnd?\n\n[A document (application/pdf, 1 bytes) that this model cannot be shown]",
          images: ["AQID"],
        },
      ],
    });
  });

  it.each(WIRES)(
    "has no tools where there are none, and words for pictures that the model cannot see (%s)",
    async (wire) => {
      const request = { messages: [user(text("See"), PNG)], tools: [] };
      const { body } = await sent(wire, request, { images: false, documents: false });
      expect(body).not.toHaveProperty("tools");
      expect(JSON.stringify(body)).toContain("An image (image/png, 3 bytes) that this model cannot be shown");
      expect(JSON.stringify(body)).not.toContain("AQID");
    },
  );

  it.each(WIRES)("begins with the same bytes as the round before it (%s)", async (wire) => {
    const { provider, name } = NAMES[wire];
    const longer = working(`${provider}/${name}`);
    const first = await sent(wire, { ...longer, messages: longer.messages.slice(0, 4) });
    const second = await sent(wire, longer);
    const unmarked = (value: unknown): string =>
      JSON.stringify(value).replaceAll(',"cache_control":{"type":"ephemeral"}', "");
    expect(unmarked(second.body["tools"])).toBe(unmarked(first.body["tools"]));
    expect(unmarked(second.body["system"] ?? null)).toBe(unmarked(first.body["system"] ?? null));
    const begun = unmarked(first.body["messages"]).slice(0, -1);
    expect(unmarked(second.body["messages"]).startsWith(begun)).toBe(true);
  });

  it.each(WIRES)("carries no header that the provider does not need (%s)", async (wire) => {
    const { headers } = await sent(wire, HELLO, { headers: { "X-Gateway": "a" } });
    const own = ["accept", "anthropic-version", "authorization", "content-type", "x-api-key", "x-gateway"];
    const http = ["connection", "content-length", "host", "user-agent"];
    expect(Object.keys(headers).filter((name) => ![...own, ...http].includes(name))).toEqual([]);
    expect(headers["x-gateway"]).toBe("a");
    expect(headers["user-agent"]).toBe("toolcall");
  });

  it.each(["openai", "ollama"] as const)("carries no key where there is none (%s)", (wire) =>
    withServed(
      wire,
      [{ text: "ok" }],
      async ({ model, server }) => {
        await answerTo(model);
        expect(server.requests[0]!.headers).not.toHaveProperty("authorization");
      },
      {
        ...(wire === "openai" && { provider: "vllm", contextTokens: 8_192 }),
        options: { key: () => Promise.resolve(" ") },
      },
    ),
  );

  const EFFORTS: readonly {
    readonly of: string;
    readonly wire: ServedWire;
    readonly settings: Partial<ModelSettings>;
    readonly asks: object;
  }[] = [
    {
      of: "a model that decides itself",
      wire: "anthropic",
      settings: { name: "claude-opus-5-5" },
      asks: { output_config: { effort: "low" } },
    },
    {
      of: "a model that gets a number",
      wire: "anthropic",
      settings: { name: "claude-haiku-4-5" },
      asks: { thinking: { type: "enabled", budget_tokens: 2_048 } },
    },
    { of: "OpenAI", wire: "openai", settings: {}, asks: { reasoning_effort: "low" } },
    {
      of: "OpenRouter",
      wire: "openai",
      settings: { provider: "openrouter", contextTokens: 100_000 },
      asks: { reasoning: { effort: "low" }, max_tokens: 25_000 },
    },
    { of: "Ollama", wire: "ollama", settings: {}, asks: { think: true } },
    { of: "Ollama with gpt-oss", wire: "ollama", settings: { name: "gpt-oss:20b" }, asks: { think: "low" } },
  ];

  it.each(EFFORTS)("asks $of to think as hard as it was set", async ({ wire, settings, asks }) => {
    expect((await sent(wire, HELLO, { ...settings, effort: "low" })).body).toMatchObject(asks);
  });

  it("amid calls goes without a number for thinking when the calls came without thinking of this model", async () => {
    const request = working("openai/other");
    const { body } = await sent(
      "anthropic",
      { ...request, messages: request.messages.slice(0, -1) },
      { name: "claude-haiku-4-5", effort: "high" },
    );
    expect(body).not.toHaveProperty("thinking");
  });

  it("through OpenRouter marks the cached prefix of models of Anthropic, and of no others", async () => {
    const settings = { provider: "openrouter", contextTokens: 100_000 } as const;
    const marked = await sent("openai", HELLO, { ...settings, name: "anthropic/claude-opus-5.5" });
    const cache_control = { type: "ephemeral" };
    expect(marked.body["messages"]).toEqual([
      { role: "system", content: [{ type: "text", text: "You are brief.", cache_control }] },
      { role: "user", content: [{ type: "text", text: "Hello", cache_control }] },
    ]);
    const plain = await sent("openai", HELLO, { ...settings, name: "qwen/qwen3" });
    expect(JSON.stringify(plain.body)).not.toContain("cache_control");
  });

  it("leaves an answer the room that the prompt leaves", async () => {
    const request = { ...HELLO, messages: [user(text("word ".repeat(28_000)))] };
    const { body } = await sent("ollama", request, { outputTokens: 30_000 });
    const room = (body["options"] as { num_predict: number }).num_predict;
    expect(room).toBeGreaterThan(1_024);
    expect(room).toBeLessThan(5_000);
    const asked = await sent("ollama", { ...HELLO, maxOutputTokens: 77 });
    expect(asked.body["options"]).toMatchObject({ num_predict: 77 });
  });
});
