import type { MessageDeltaUsage, RawMessageStreamEvent, Usage } from "@anthropic-ai/sdk/resources/messages/messages";
import type { Json } from "../../../../base/json.ts";
import type { ModelStop, ModelUsage } from "../../../../ports/model.ts";
import type { Collector } from "../collector.ts";
import { countOf } from "../media.ts";
import type { Ended, Wire } from "../round.ts";
import { SDK_TIMEOUT_MS, SILENT, StreamError } from "../round.ts";
import { anthropicRequest } from "./anthropic-request.ts";

const STOPS: Readonly<Record<string, ModelStop>> = {
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "filtered",
};

type Block =
  | { readonly type: "text" | "other" }
  | { readonly type: "thinking"; thinking: string; signature: string }
  | { readonly type: "call"; readonly index: number; hasInput: boolean; readonly input: string };

/** What is known of an answer while its events come. */
interface Reading {
  readonly collect: Collector;
  readonly blocks: Map<number, Block>;
  readonly usage: { -readonly [name in keyof ModelUsage]: number };
  hasUsage: boolean;
  model: string | undefined;
  reason: string | undefined;
}

/** Speaks Anthropic's Messages API through the official SDK. */
export const anthropicWire: Wire = async ({ request, model, key, answerTokens, collect, wire, signal }) => {
  const { Anthropic } = await import("./anthropic-sdk.ts");
  const client = new Anthropic({
    apiKey: key ?? "none",
    baseURL: model.baseUrl,
    webhookKey: null,
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    logLevel: "off",
    logger: SILENT,
    openTelemetry: false,
    fetch: wire.fetch,
  });
  const reading: Reading = {
    collect,
    blocks: new Map(),
    usage: { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 },
    hasUsage: false,
    model: undefined,
    reason: undefined,
  };
  // Not `messages.create`, which writes to the console where it thinks a model old.
  const body = anthropicRequest(request, model, answerTokens);
  try {
    const events = await client.post<AsyncIterable<RawMessageStreamEvent>>("/v1/messages", {
      body,
      stream: true,
      signal,
    });
    for await (const event of events) read(event, reading);
  } catch (error) {
    if (reading.reason === undefined) throw asStreamError(error);
  }
  return endOf(reading);
};

function asStreamError(error: unknown): unknown {
  if (!(error instanceof Error) || !("error" in error) || error.error === undefined) return error;
  return new StreamError(error.error);
}

function endOf({ reason, usage, hasUsage, model }: Reading): Ended | undefined {
  if (reason === undefined) return undefined;
  return { stop: STOPS[reason] ?? "done", ...(hasUsage && { usage }), ...(model !== undefined && { model }) };
}

function read(event: RawMessageStreamEvent, reading: Reading): void {
  switch (event.type) {
    case "message_start":
      reading.model = event.message.model;
      addUsage(event.message.usage, reading);
      break;
    case "content_block_start":
      startBlock(event.index, event.content_block, reading);
      break;
    case "content_block_delta":
      addToBlock(reading.blocks.get(event.index), event.delta, reading.collect);
      break;
    case "content_block_stop":
      stopBlock(reading.blocks.get(event.index), reading.collect);
      break;
    case "message_delta":
      reading.reason = event.delta.stop_reason ?? reading.reason;
      addUsage(event.usage, reading);
      break;
    case "message_stop":
      reading.reason ??= "end_turn";
      break;
    default:
    // Kinds of events that came later than this client say nothing that it needs.
  }
}

type StartedBlock = Extract<RawMessageStreamEvent, { type: "content_block_start" }>["content_block"];
type BlockDelta = Extract<RawMessageStreamEvent, { type: "content_block_delta" }>["delta"];

function startBlock(at: number, block: StartedBlock, { blocks, collect }: Reading): void {
  collect.endPart();
  if (block.type === "tool_use") {
    const index = collect.beginCall();
    collect.addToCall(index, { id: block.id, name: block.name });
    const input = JSON.stringify(block.input ?? {});
    blocks.set(at, { type: "call", index, hasInput: false, input });
  } else if (block.type === "thinking") {
    const { thinking, signature } = block;
    blocks.set(at, { type: "thinking", thinking, signature });
    collect.say("thinking", thinking);
  } else if (block.type === "redacted_thinking") {
    const { data } = block;
    collect.replayBy(() => ({ type: "redacted_thinking", data }));
    blocks.set(at, { type: "other" });
  } else if (block.type === "text") {
    blocks.set(at, { type: "text" });
    collect.say("text", block.text);
  } else blocks.set(at, { type: "other" });
}

function addToBlock(block: Block | undefined, delta: BlockDelta, collect: Collector): void {
  if (block === undefined) return;
  if (delta.type === "text_delta") collect.say("text", delta.text);
  else if (block.type === "thinking" && delta.type === "thinking_delta") {
    block.thinking += delta.thinking;
    collect.say("thinking", delta.thinking);
  } else if (block.type === "thinking" && delta.type === "signature_delta") block.signature += delta.signature;
  else if (block.type === "call" && delta.type === "input_json_delta") {
    block.hasInput ||= delta.partial_json !== "";
    collect.addToCall(block.index, { text: delta.partial_json });
  }
}

function stopBlock(block: Block | undefined, collect: Collector): void {
  if (block?.type === "call" && !block.hasInput) collect.addToCall(block.index, { text: block.input });
  if (block?.type === "thinking" && block.signature !== "") {
    const { thinking, signature } = block;
    collect.replayBy((): Json => ({ type: "thinking", thinking, signature }));
  }
  collect.endPart();
}

/** Counts come with the beginning of an answer and again, whole, with its end. */
function addUsage(told: Usage | MessageDeltaUsage | undefined | null, reading: Reading): void {
  if (told === undefined || told === null) return;
  const { usage } = reading;
  reading.hasUsage = true;
  usage.inputTokens = countOf(told.input_tokens) || usage.inputTokens;
  usage.cacheReadTokens = countOf(told.cache_read_input_tokens) || usage.cacheReadTokens;
  usage.cacheWriteTokens = countOf(told.cache_creation_input_tokens) || usage.cacheWriteTokens;
  usage.outputTokens = countOf(told.output_tokens) || usage.outputTokens;
}
