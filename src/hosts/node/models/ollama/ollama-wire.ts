import type { ModelMessage, ModelRequest, ModelUsage } from "../../../../ports/model.ts";
import type { Collector } from "../collector.ts";
import { argumentsOf, countOf } from "../media.ts";
import { chatMessages } from "../openai/openai-request.ts";
import type { Ended, ResolvedModel, Wire } from "../round.ts";
import { AFTER_END_MS, StreamError } from "../round.ts";
import { linesOf } from "./lines-of.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Speaks Ollama's own API, because chat completions there cannot set the context size, and would drop the front of a prompt
 * that is longer (report 110).
 */
export const ollamaWire: Wire = async ({ request, model, key, answerTokens, collect, wire, signal }) => {
  const response = await wire.fetch(`${model.baseUrl}/api/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(ollamaRequest(request, model, answerTokens)),
    signal,
  });
  let ended: Ended | undefined;
  try {
    for await (const line of linesOf(response.body)) {
      if (ended !== undefined) continue;
      ended = read(JSON.parse(line) as unknown, collect);
      // The connection is read to its end, so that the next round can have it.
      if (ended !== undefined) wire.expectWithin(AFTER_END_MS);
    }
  } catch (error) {
    if (ended === undefined) throw error;
  }
  return ended;
};

/** A round as `/api/chat` takes it. */
export function ollamaRequest(request: ModelRequest, model: ResolvedModel, most: number): object {
  const { name, info, effort } = model;
  const tools = request.tools.map(({ name: toolName, description, parameters }) => ({
    type: "function",
    function: { name: toolName, description, parameters },
  }));
  return {
    model: name,
    messages: ollamaMessages(request.messages, model),
    ...(tools.length > 0 && { tools }),
    options: { num_ctx: info.contextTokens, num_predict: most },
    truncate: false,
    shift: false,
    ...(effort !== undefined && { think: name.startsWith("gpt-oss") ? effort : true }),
    stream: true,
  };
}

/** As chat completions have them, with arguments as objects, names of tools at results, and pictures in a list beside. */
function ollamaMessages(messages: readonly ModelMessage[], { info }: ResolvedModel): readonly object[] {
  const names = new Map<string, string>();
  return chatMessages(messages, info).map((message) => {
    if (message.role === "assistant") {
      const calls = (message.tool_calls ?? []).flatMap((call) => (call.type === "function" ? [call] : []));
      for (const call of calls) names.set(call.id, call.function.name);
      const thinking = (message as { readonly reasoning?: unknown }).reasoning;
      return {
        role: "assistant",
        content: typeof message.content === "string" ? message.content : "",
        ...(typeof thinking === "string" && { thinking }),
        ...(calls.length > 0 && {
          tool_calls: calls.map(({ id, function: wanted }) => ({
            id,
            function: { name: wanted.name, arguments: argumentsOf(wanted.arguments) },
          })),
        }),
      };
    }
    if (message.role === "tool") {
      const { tool_call_id: id, content } = message;
      return { role: "tool", content, tool_call_id: id, tool_name: names.get(id) ?? "" };
    }
    return { role: message.role, ...contentOf(message.content) };
  });
}

function contentOf(content: unknown): object {
  if (typeof content === "string") return { content };
  const parts = content as readonly { type: string; text?: string; image_url?: { url: string } }[];
  const images = parts.flatMap(({ image_url }) =>
    image_url === undefined ? [] : [image_url.url.replace(/^[^,]*,/u, "")],
  );
  const text = parts.flatMap((part) => (part.text === undefined ? [] : [part.text])).join("\n\n");
  return { content: text, ...(images.length > 0 && { images }) };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Takes one line of an answer; answers how it ended with the last. */
function read(value: unknown, collect: Collector): Ended | undefined {
  const line = fieldsOf(value);
  if (line["error"] !== undefined) throw new StreamError(line);
  const message = fieldsOf(line["message"]);
  const thought = textOf(message["thinking"]);
  if (thought !== "") {
    collect.say("thinking", thought);
    collect.replayBy((before) => ({ reasoning: textOf(fieldsOf(before)["reasoning"]) + thought }));
  }
  collect.say("text", textOf(message["content"]));
  const calls = Array.isArray(message["tool_calls"]) ? (message["tool_calls"] as readonly unknown[]) : [];
  for (const call of calls) readCall(fieldsOf(call), collect);
  if (line["done"] !== true) return undefined;
  const model = textOf(line["model"]);
  return {
    stop: line["done_reason"] === "length" ? "length" : "done",
    usage: usageOf(line),
    ...(model !== "" && { model }),
  };
}

function readCall(call: Fields, collect: Collector): void {
  const wanted = fieldsOf(call["function"]);
  const given = wanted["arguments"] ?? {};
  const text = typeof given === "string" ? given : JSON.stringify(given);
  collect.endPart();
  collect.addToCall(collect.beginCall(), { id: textOf(call["id"]), name: textOf(wanted["name"]), text });
}

function usageOf(line: Fields): ModelUsage {
  return {
    inputTokens: countOf(line["prompt_eval_count"]),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: countOf(line["eval_count"]),
  };
}
