import { describe, expect, it } from "vitest";
import type { ModelMessage } from "../../../../src/ports/model.ts";
import { answerTo, HELLO, NAMES, WIRES, withServed } from "./served-model.ts";

const text = (said: string) => ({ part: "text", text: said }) as const;

describe("an answer on the wire", () => {
  it.each(WIRES)("keeps its thinking for the same model, its counts and its name (%s)", (wire) => {
    const usage = { input: 10, output: 4, ...(wire !== "ollama" && { read: 20, write: 30 }) };
    const turn = { thinking: "I wonder", signature: "s1", text: "Yes.", usage };
    return withServed(wire, [turn, { text: "ok" }], async ({ model, server }) => {
      const answer = await answerTo(model);
      expect(answer.parts).toMatchObject([{ part: "thinking", text: "I wonder", model: model.info.id }, text("Yes.")]);
      expect(answer.model).toBe(NAMES[wire].name);
      expect(answer.usage).toEqual({
        inputTokens: 10,
        cacheReadTokens: usage.read ?? 0,
        cacheWriteTokens: usage.write ?? 0,
        outputTokens: 4,
      });
      const messages: ModelMessage[] = [
        ...HELLO.messages,
        { role: "assistant", parts: answer.parts },
        { role: "user", parts: [text("And?")] },
      ];
      await answerTo(model, { ...HELLO, messages });
      expect(JSON.stringify(server.requests[1]!.body["messages"])).toContain("I wonder");
    });
  });

  it("of Anthropic keeps thinking that is hidden", () => {
    const hidden = { type: "redacted_thinking", data: "xyz" };
    const raw = [
      { type: "message_start", message: { model: "m", usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: hidden },
      { type: "content_block_stop", index: 0 },
      { type: "something_new" },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
    ].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    return withServed("anthropic", [{ raw: raw.join("") }], async ({ model }) => {
      const { parts } = await answerTo(model);
      expect(parts).toEqual([{ part: "thinking", text: "", model: "anthropic/claude-opus-5-5", replay: hidden }]);
    });
  });

  it.each(WIRES)("may be empty, cut at its limit, or filtered (%s)", (wire) =>
    withServed(wire, [{}, { text: "Once", stop: "length" }, { text: "No", stop: "filtered" }], async ({ model }) => {
      expect(await answerTo(model)).toMatchObject({ parts: [], stop: "done" });
      expect(await answerTo(model)).toMatchObject({ stop: "length" });
      if (wire !== "ollama") expect(await answerTo(model)).toMatchObject({ stop: "filtered" });
    }),
  );

  it("of chat completions is whole when a server keeps the connection open behind its end", () =>
    withServed(
      "openai",
      [{ text: "Yes.", hangsAfter: 3 }],
      async ({ model, server }) => {
        expect(await answerTo(model)).toMatchObject({ parts: [text("Yes.")], stop: "done" });
        await server.closed();
      },
      { options: { idleMs: 100 } },
    ));

  const CHUNK = '{"model":"m","choices":[{"index":0,"delta":{"content":"Yes."},"finish_reason":null}]}';
  const END = '{"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}';

  it.each([
    [
      "comments between its pieces",
      `: PROCESSING\n\ndata: ${CHUNK}\n\n: PROCESSING\n\ndata: ${END}\n\ndata: [DONE]\n\n`,
    ],
    ["lines that end as on Windows", `data: ${CHUNK}\r\n\r\ndata: ${END}\r\n\r\ndata: [DONE]\r\n\r\n`],
    ["no blank behind a colon", `data:${CHUNK}\n\ndata:${END}\n\ndata:[DONE]\n\n`],
    ["no last word", `data: ${CHUNK}\n\ndata: ${END}\n\n`],
    ["named events", `event: message\ndata: ${CHUNK}\n\nevent: message\ndata: ${END}\n\n`],
    ["pieces without choices", `data: {"choices":[]}\n\ndata: {"model":"m"}\n\ndata: ${CHUNK}\n\ndata: ${END}\n\n`],
    ["an end together with its text", `data: ${CHUNK.replace("null", '"stop"')}\n\n`],
    ["a type of its own", `data: ${CHUNK}\n\ndata: ${END}\n\n`, "text/plain"],
  ])("of chat completions may have %s", (_what, raw, type = "text/event-stream") =>
    withServed("openai", [{ raw, type, bytesEach: 11 }], async ({ model }) => {
      expect(await answerTo(model)).toEqual({ parts: [text("Yes.")], stop: "done", model: "m" });
    }),
  );

  it("of Ollama may have its last line without an end, and calls with texts as arguments", () => {
    const call = { id: "x", function: { name: "Read", arguments: '{"a":1}' } };
    const raw = JSON.stringify({ model: "m", message: { tool_calls: [call] }, done: true, done_reason: "stop" });
    return withServed("ollama", [{ raw, bytesEach: 3 }], async ({ model }) => {
      const { parts } = await answerTo(model);
      expect(parts).toEqual([{ part: "call", id: "x", name: "Read", argumentsText: '{"a":1}' }]);
    });
  });
});
