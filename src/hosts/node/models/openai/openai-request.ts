import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { Json } from "../../../../base/json.ts";
import type {
  AnswerPart,
  MediaPart,
  ModelInfo,
  ModelMessage,
  ModelRequest,
  TextPart,
} from "../../../../ports/model.ts";
import { argumentsOf, base64Of, isBlank, sendableParts } from "../media.ts";
import type { ResolvedModel } from "../round.ts";

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;
type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/** Fields in which servers give their thinking, and take it back. */
export const REPLAYED = ["reasoning_content", "reasoning", "reasoning_details"] as const;

function mediaPart(part: MediaPart, index: number): ChatCompletionContentPart {
  const url = `data:${part.mime};base64,${base64Of(part)}`;
  if (part.kind === "image") return { type: "image_url", image_url: { url } };
  return { type: "file", file: { filename: `document-${index + 1}.pdf`, file_data: url } };
}

function contentParts(parts: readonly (TextPart | MediaPart)[], info: ModelInfo): ChatCompletionContentPart[] {
  return sendableParts(parts, info).map((part, index) =>
    part.part === "text" ? { type: "text", text: part.text } : mediaPart(part, index),
  );
}

/** As text where it is text alone: not every server takes anything else. */
function plainest(parts: readonly ChatCompletionContentPart[]): string | ChatCompletionContentPart[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.length === parts.length ? texts.join("\n\n") : [...parts];
}

/** Thinking that goes back to the model that made it, in the fields it came in. */
function replayOf(parts: readonly AnswerPart[], { id }: ModelInfo): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const part of parts) {
    if (part.part !== "thinking" || part.model !== id) continue;
    if (typeof part.replay !== "object" || part.replay === null || Array.isArray(part.replay)) continue;
    for (const [name, value] of Object.entries(part.replay)) {
      if (!REPLAYED.some((each) => each === name)) continue;
      const before = fields[name];
      fields[name] = joined(before, value);
    }
  }
  return fields;
}

/** Two pieces of one field put together. */
export function joined(before: Json | undefined, more: Json): Json {
  if (typeof before === "string" && typeof more === "string") return before + more;
  if (Array.isArray(before) && Array.isArray(more))
    return [...(before as readonly Json[]), ...(more as readonly Json[])];
  return more;
}

function assistantMessage(
  parts: readonly AnswerPart[],
  info: ModelInfo,
): ChatCompletionAssistantMessageParam | undefined {
  const text = parts.flatMap((part) => (part.part === "text" && !isBlank(part.text) ? [part.text] : [])).join("\n\n");
  const calls = parts.flatMap((part) =>
    part.part === "call"
      ? [
          {
            type: "function" as const,
            id: part.id,
            function: { name: part.name, arguments: argumentsText(part.argumentsText) },
          },
        ]
      : [],
  );
  if (text === "" && calls.length === 0) return undefined;
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...replayOf(parts, info),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** Servers put arguments into templates and parse them: what is no object is sent as an empty one. */
function argumentsText(text: string): string {
  const value = argumentsOf(text);
  return Object.keys(value).length === 0 ? "{}" : text;
}

/** Tool messages take text alone: what else a call gave goes into a message of the user behind all results. */
function resultMessages(
  results: readonly ToolMessage[],
  info: ModelInfo,
): { readonly messages: ChatCompletionMessageParam[]; readonly shown: ChatCompletionContentPart[] } {
  const shown: ChatCompletionContentPart[] = [];
  const messages = results.map((result): ChatCompletionMessageParam => {
    const parts = contentParts(result.parts, info);
    const media = parts.filter(({ type }) => type !== "text");
    const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    if (media.length > 0) {
      texts.push(`[${media.length} of its results follow as attachments]`);
      shown.push({ type: "text", text: `Attachments of the result of ${result.id}:` }, ...media);
    }
    return { role: "tool", tool_call_id: result.id, content: texts.join("\n\n") };
  });
  return { messages, shown };
}

/** Consecutive messages of one role, together: templates of local models want users and assistants in turn. */
function runsOf(messages: readonly ModelMessage[]): readonly (readonly ModelMessage[])[] {
  const runs: ModelMessage[][] = [];
  for (const message of messages) {
    const last = runs.at(-1);
    if (last?.[0]?.role === message.role) last.push(message);
    else runs.push([message]);
  }
  return runs;
}

/** Messages as chat completions take them. */
export function chatMessages(messages: readonly ModelMessage[], info: ModelInfo): ChatCompletionMessageParam[] {
  const made: ChatCompletionMessageParam[] = [];
  let shown: ChatCompletionContentPart[] = [];
  const sayShown = (): void => {
    if (shown.length > 0) made.push({ role: "user", content: shown });
    shown = [];
  };
  for (const run of runsOf(messages)) {
    const role = run[0]?.role;
    if (role === "tool") {
      const results = resultMessages(run as readonly ToolMessage[], info);
      made.push(...results.messages);
      shown = results.shown;
    } else if (role === "user") {
      const parts = run.flatMap((message) => (message.role === "user" ? contentParts(message.parts, info) : []));
      made.push({ role, content: plainest([...shown, ...parts]) });
      shown = [];
    } else if (role === "assistant") {
      sayShown();
      const parts = (run as readonly AssistantMessage[]).flatMap((message) => message.parts);
      made.push(...[assistantMessage(parts, info)].filter((each) => each !== undefined));
    } else {
      sayShown();
      const text = run.flatMap((message) => (message.role === "system" ? [message.text] : [])).join("\n\n");
      if (text !== "") made.push({ role: "system", content: text });
    }
  }
  sayShown();
  return togetherAgain(made);
}

/** Where an assistant had nothing to say, users stand beside each other again. */
function togetherAgain(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const made: ChatCompletionMessageParam[] = [];
  for (const message of messages) {
    const last = made.at(-1);
    if (last?.role === "user" && message.role === "user") {
      made[made.length - 1] = {
        role: "user",
        content: plainest([...partsOf(last.content), ...partsOf(message.content)]),
      };
    } else made.push(message);
  }
  return made;
}

function partsOf(content: string | readonly ChatCompletionContentPart[]): readonly ChatCompletionContentPart[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** A router passes marks of cached prefixes on to models of Anthropic: at the end of the system messages and of all. */
function marked(messages: ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const mark = { cache_control: { type: "ephemeral" } };
  const lastSystem = messages.findLastIndex(({ role }) => role === "system");
  const lastSaid = messages.findLastIndex(({ role }) => role === "user" || role === "tool");
  return messages.map((message, index) => {
    if (index !== lastSystem && index !== lastSaid) return message;
    const { content } = message;
    const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : (content ?? []);
    const isLast = (at: number): boolean => at === parts.length - 1;
    const ends = parts.map((part, at) => (isLast(at) ? { ...part, ...mark } : part));
    return { ...message, content: ends } as ChatCompletionMessageParam;
  });
}

/** A round as chat completions take it, with what this provider wants beside. */
export function openAiRequest(
  request: ModelRequest,
  model: ResolvedModel,
  most: number,
): ChatCompletionCreateParamsStreaming {
  const { name, provider, info, effort } = model;
  const messages = chatMessages(request.messages, info);
  const isMarked = provider.effortField === "reasoning" && name.startsWith("anthropic/");
  const tools = request.tools.map(({ name: toolName, description, parameters }) => ({
    type: "function" as const,
    function: { name: toolName, description, parameters },
  }));
  const { conversation } = request;
  return {
    model: name,
    messages: isMarked ? marked(messages) : messages,
    ...(tools.length > 0 && { tools }),
    [provider.outputField]: most,
    ...(effort !== undefined && { [provider.effortField]: provider.effortField === "reasoning" ? { effort } : effort }),
    ...(conversation !== undefined && provider.namesCaches && { prompt_cache_key: conversation }),
    stream: true,
    stream_options: { include_usage: true },
  };
}
