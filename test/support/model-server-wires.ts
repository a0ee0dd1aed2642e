import type { JsonObject } from "../../src/base/json.ts";

/** What a served model says in one round. */
export interface ServedTurn {
  readonly thinking?: string;
  /** What Anthropic signs thinking with. */
  readonly signature?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: JsonObject | string; readonly id?: string }[];
  readonly stop?: "done" | "length" | "filtered";
  readonly usage?: {
    readonly input?: number;
    readonly read?: number;
    readonly write?: number;
    readonly output?: number;
  };
}

/** The wire formats that can be served. */
export type ServedWire = "anthropic" | "openai" | "ollama";

/** A refusal as each provider words it. */
export interface ServedRefusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why a round can be refused. */
export type RefusalName =
  "auth" | "rate-limit" | "overloaded" | "context-too-long" | "unknown-model" | "invalid-request";

const PIECE = 5;
const USAGE = { input: 1, read: 0, write: 0, output: 1 };

function pieces(text: string): readonly string[] {
  const made: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) made.push(text.slice(at, at + PIECE));
  return made;
}

const argumentsText = (given: JsonObject | string): string =>
  typeof given === "string" ? given : JSON.stringify(given);

const event = (data: JsonObject & { readonly type: string }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

function textDeltas(text: string): readonly JsonObject[] {
  return pieces(text).map((piece) => ({ type: "text_delta", text: piece }));
}

/** Without arguments Anthropic sends no more than an empty piece. */
function inputDeltas(given: JsonObject | string): readonly JsonObject[] {
  const text = argumentsText(given);
  return ["", ...(text === "{}" ? [] : pieces(text))].map((piece) => ({
    type: "input_json_delta",
    partial_json: piece,
  }));
}

/** An answer as Anthropic's Messages API streams it, one event for each element. */
export function anthropicEvents(turn: ServedTurn, model: string): readonly string[] {
  const { thinking, signature = "sig", text, calls = [], stop = "done", usage = {} } = turn;
  const { input, read, write, output } = { ...USAGE, ...usage };
  const events: (JsonObject & { readonly type: string })[] = [];
  let index = 0;
  const block = (content: JsonObject, deltas: readonly JsonObject[]): void => {
    events.push({ type: "content_block_start", index, content_block: content });
    for (const delta of deltas) events.push({ type: "content_block_delta", index, delta });
    events.push({ type: "content_block_stop", index });
    index++;
  };
  if (thinking !== undefined) {
    block({ type: "thinking", thinking: "", signature: "" }, [
      ...pieces(thinking).map((piece) => ({ type: "thinking_delta", thinking: piece })),
      { type: "signature_delta", signature },
    ]);
  }
  if (text !== undefined) block({ type: "text", text: "" }, textDeltas(text));
  for (const [at, { id = `toolu_${at}`, name, arguments: given }] of calls.entries()) {
    block({ type: "tool_use", id, name, input: {} }, inputDeltas(given));
  }
  const reasons = { done: calls.length > 0 ? "tool_use" : "end_turn", length: "max_tokens", filtered: "refusal" };
  return [
    event({
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model,
        content: [],
        stop_reason: null,
        usage: {
          input_tokens: input,
          cache_read_input_tokens: read,
          cache_creation_input_tokens: write,
          output_tokens: 1,
        },
      },
    }),
    event({ type: "ping" }),
    ...events.map(event),
    event({
      type: "message_delta",
      delta: { stop_reason: reasons[stop], stop_sequence: null },
      usage: { output_tokens: output },
    }),
    event({ type: "message_stop" }),
  ];
}

/** An answer as chat completions stream it, one event for each element. */
export function chatEvents(turn: ServedTurn, model: string): readonly string[] {
  const { thinking, text, calls = [], stop = "done", usage = {} } = turn;
  const chunk = (delta: JsonObject, finish: string | null = null): string =>
    `data: ${JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  const reasons = { done: calls.length > 0 ? "tool_calls" : "stop", length: "length", filtered: "content_filter" };
  const { input, read, write, output } = { ...USAGE, ...usage };
  const told = {
    prompt_tokens: input + read + write,
    completion_tokens: output,
    prompt_tokens_details: { cached_tokens: read, cache_write_tokens: write },
  };
  return [
    chunk({ role: "assistant", content: "" }),
    ...pieces(thinking ?? "").map((piece) => chunk({ reasoning_content: piece })),
    ...pieces(text ?? "").map((piece) => chunk({ content: piece })),
    ...calls.flatMap((call, index) => [
      chunk({
        tool_calls: [
          { index, id: call.id ?? `call_${index}`, type: "function", function: { name: call.name, arguments: "" } },
        ],
      }),
      ...pieces(argumentsText(call.arguments)).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chunk({}, reasons[stop]),
    `data: ${JSON.stringify({ id: "chatcmpl-1", model, choices: [], usage: told })}\n\n`,
    "data: [DONE]\n\n",
  ];
}

/** An answer as Ollama streams it, one line for each element. It knows arguments as objects alone. */
export function ollamaLines(turn: ServedTurn, model: string): readonly string[] {
  const { thinking, text, calls = [], stop = "done", usage = {} } = turn;
  const line = (message: JsonObject, rest: JsonObject = { done: false }): string =>
    `${JSON.stringify({ model, message: { role: "assistant", ...message }, ...rest })}\n`;
  return [
    ...pieces(thinking ?? "").map((piece) => line({ content: "", thinking: piece })),
    ...pieces(text ?? "").map((piece) => line({ content: piece })),
    ...calls.map(({ name, arguments: given }) =>
      line({ content: "", tool_calls: [{ function: { name, arguments: given } }] }),
    ),
    line(
      { content: "" },
      {
        done: true,
        done_reason: stop === "length" ? "length" : "stop",
        prompt_eval_count: usage.input ?? 1,
        eval_count: usage.output ?? 1,
      },
    ),
  ];
}

const anthropicError = (type: string, message: string): string =>
  JSON.stringify({ type: "error", error: { type, message }, request_id: "req_1" });
const chatError = (type: string, code: string | null, message: string): string =>
  JSON.stringify({ error: { message, type, param: null, code } });
const ollamaError = (message: string): string => JSON.stringify({ error: message });

/** How each provider says each refusal. */
export const REFUSALS: Readonly<Record<ServedWire, Readonly<Record<RefusalName, ServedRefusal>>>> = {
  anthropic: {
    auth: { status: 401, body: anthropicError("authentication_error", "invalid x-api-key") },
    "rate-limit": {
      status: 429,
      headers: { "retry-after": "7" },
      body: anthropicError("rate_limit_error", "This request would exceed your organization's rate limit"),
    },
    overloaded: { status: 529, body: anthropicError("overloaded_error", "Overloaded") },
    "context-too-long": {
      status: 400,
      body: anthropicError("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
    },
    "unknown-model": { status: 404, body: anthropicError("not_found_error", "model: claude-none") },
    "invalid-request": {
      status: 400,
      body: anthropicError("invalid_request_error", "messages.0: all messages must have non-empty content"),
    },
  },
  openai: {
    auth: { status: 401, body: chatError("invalid_request_error", "invalid_api_key", "Incorrect API key provided") },
    "rate-limit": {
      status: 429,
      headers: { "retry-after-ms": "1500" },
      body: chatError("requests", "rate_limit_exceeded", "Rate limit reached, too many tokens per min"),
    },
    overloaded: { status: 503, body: chatError("server_error", null, "The engine is currently overloaded") },
    "context-too-long": {
      status: 400,
      body: chatError(
        "invalid_request_error",
        "context_length_exceeded",
        "This model's maximum context length is 8192 tokens",
      ),
    },
    "unknown-model": {
      status: 404,
      body: chatError("invalid_request_error", "model_not_found", "The model `gpt-none` does not exist"),
    },
    "invalid-request": { status: 400, body: chatError("invalid_request_error", null, "Invalid schema for function") },
  },
  ollama: {
    auth: { status: 401, body: ollamaError("unauthorized") },
    "rate-limit": { status: 429, body: ollamaError("too many concurrent requests") },
    overloaded: { status: 503, body: ollamaError("server busy, please try again") },
    "context-too-long": {
      status: 400,
      body: ollamaError("prompt too long; exceeded max context length by 4 tokens"),
    },
    "unknown-model": { status: 404, body: ollamaError("model 'none' not found") },
    "invalid-request": { status: 400, body: ollamaError("registry.ollama.ai/library/x does not support tools") },
  },
};

/** A whole answer in pieces, as a provider with this wire format streams it. */
export function streamOf(wire: ServedWire, turn: ServedTurn, model: string): readonly string[] {
  if (wire === "anthropic") return anthropicEvents(turn, model);
  return wire === "openai" ? chatEvents(turn, model) : ollamaLines(turn, model);
}

/** The type of a stream in this wire format. */
export function streamType(wire: ServedWire): string {
  return wire === "ollama" ? "application/x-ndjson" : "text/event-stream; charset=utf-8";
}
