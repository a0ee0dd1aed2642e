import type {
  CacheControlEphemeral,
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  ThinkingConfigParam,
  Tool,
  ToolResultBlockParam,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type {
  AnswerPart,
  MediaPart,
  ModelInfo,
  ModelMessage,
  ModelRequest,
  TextPart,
} from "../../../../ports/model.ts";
import { argumentsOf, base64Of, isBlank, sendableParts } from "../media.ts";
import type { Effort, ResolvedModel } from "../round.ts";

/** Ends a part of the prompt that the provider keeps in its cache. */
const MARK: CacheControlEphemeral = { type: "ephemeral" };

/** Tokens for thinking of models that get a number. */
const BUDGETS: Readonly<Record<Effort, number>> = { low: 2_048, medium: 8_192, high: 24_576 };
/** The smallest number they take. */
const LEAST_BUDGET = 1_024;
/** Stands where a message has nothing that the wire takes. */
const NOTHING = "(empty)";

type Block = ContentBlockParam;

function mediaBlock(part: MediaPart): Block {
  const data = base64Of(part);
  if (part.kind === "document") {
    return { type: "document", source: { type: "base64", media_type: "application/pdf", data } };
  }
  const media_type = part.mime as "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  return { type: "image", source: { type: "base64", media_type, data } };
}

function contentBlocks(parts: readonly (TextPart | MediaPart)[], info: ModelInfo): Block[] {
  return sendableParts(parts, info).flatMap((part): Block[] => {
    if (part.part === "media") return [mediaBlock(part)];
    return isBlank(part.text) ? [] : [{ type: "text", text: part.text }];
  });
}

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/** The result of a call, and what has to stand after all results: a failed one takes text alone. */
function resultBlocks(message: ToolMessage, info: ModelInfo): { result: ToolResultBlockParam; after: Block[] } {
  const blocks = contentBlocks(message.parts, info);
  const isBeside = (block: Block): boolean => message.failed && block.type !== "text";
  const content = blocks.filter((block) => !isBeside(block)) as Exclude<
    ToolResultBlockParam["content"],
    string | undefined
  >;
  const result: ToolResultBlockParam = {
    type: "tool_result",
    tool_use_id: message.id,
    ...(content.length > 0 && { content }),
    ...(message.failed && { is_error: true }),
  };
  return { result, after: blocks.filter(isBeside) };
}

function answerBlock(part: AnswerPart, info: ModelInfo): Block[] {
  if (part.part === "call") {
    return [{ type: "tool_use", id: part.id, name: part.name, input: argumentsOf(part.argumentsText) }];
  }
  if (part.part === "text") return isBlank(part.text) ? [] : [{ type: "text", text: part.text }];
  const isOurs = part.model === info.id && typeof part.replay === "object" && part.replay !== null;
  return isOurs ? [part.replay as unknown as Block] : [];
}

interface Turn {
  readonly role: "user" | "assistant";
  readonly blocks: Block[];
  /** What belongs behind the results of calls that it begins with. */
  readonly after: Block[];
}

/** Messages as the wire wants them: users and assistants in turn, results of calls first, nothing empty. */
function turnsOf(messages: readonly ModelMessage[], info: ModelInfo): Turn[] {
  const turns: Turn[] = [];
  const turnOf = (role: Turn["role"]): Turn => {
    const last = turns.at(-1);
    if (last?.role === role) return last;
    const made: Turn = { role, blocks: [], after: [] };
    turns.push(made);
    return made;
  };
  for (const message of messages) {
    if (message.role === "assistant") {
      turnOf("assistant").blocks.push(...message.parts.flatMap((part) => answerBlock(part, info)));
    } else if (message.role === "tool") {
      const { result, after } = resultBlocks(message, info);
      const turn = turnOf("user");
      turn.blocks.push(result);
      turn.after.push(...after);
    } else {
      const parts = message.role === "system" ? [{ part: "text", text: message.text } as const] : message.parts;
      const turn = turnOf("user");
      turn.blocks.push(...turn.after.splice(0), ...contentBlocks(parts, info));
    }
  }
  return turns;
}

function messagesOf(messages: readonly ModelMessage[], info: ModelInfo): MessageParam[] {
  const said = turnsOf(messages, info).map(({ role, blocks, after }) => ({ role, content: [...blocks, ...after] }));
  for (const { content } of said) if (content.length === 0) content.push({ type: "text", text: NOTHING });
  return said;
}

/**
 * Marks the end of what the next round will begin with, and the end of what the round before had marked: so the cache is found
 * also when more blocks came since than the provider looks back.
 */
function markEnds(messages: MessageParam[]): void {
  const users = messages.filter(({ role }) => role === "user").slice(-2);
  for (const { content } of users) {
    const last = Array.isArray(content) ? content.at(-1) : undefined;
    if (last !== undefined && "type" in last && last.type !== "thinking" && last.type !== "redacted_thinking") {
      (last as { cache_control?: CacheControlEphemeral }).cache_control = MARK;
    }
  }
}

function markedLast<T extends object>(list: readonly T[]): T[] {
  return list.map((each, index) => (index === list.length - 1 ? { ...each, cache_control: MARK } : each));
}

/** With a number for thinking, a round amid calls has to begin with thinking of this model: otherwise it goes without. */
function lacksThinking(messages: readonly ModelMessage[], { id }: ModelInfo): boolean {
  if (messages.at(-1)?.role !== "tool") return false;
  const asked = messages.findLast(({ role }) => role === "assistant");
  if (asked?.role !== "assistant") return false;
  return !asked.parts.some((part) => part.part === "thinking" && part.model === id && part.replay !== undefined);
}

function thinkingOf(model: ResolvedModel, request: ModelRequest, most: number): ThinkingConfigParam | undefined {
  const { thinking, effort, info } = model;
  if (thinking === "adaptive") return { type: "adaptive", display: "summarized" };
  if (thinking !== "budget" || effort === undefined || lacksThinking(request.messages, info)) return undefined;
  const budget_tokens = Math.min(BUDGETS[effort], most - LEAST_BUDGET);
  return budget_tokens < LEAST_BUDGET ? undefined : { type: "enabled", budget_tokens };
}

/** A round as the Messages API takes it. */
export function anthropicRequest(
  request: ModelRequest,
  model: ResolvedModel,
  most: number,
): MessageCreateParamsStreaming {
  const { info, name, effort } = model;
  const firstSaid = request.messages.findIndex(({ role }) => role !== "system");
  const system = request.messages
    .slice(0, firstSaid)
    .flatMap((message): TextBlockParam[] =>
      message.role === "system" && !isBlank(message.text) ? [{ type: "text", text: message.text }] : [],
    );
  const tools = request.tools.map((tool): Tool => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.parameters as unknown as Tool.InputSchema,
  }));
  const messages = messagesOf(request.messages.slice(firstSaid), info);
  markEnds(messages);
  const thinking = thinkingOf(model, request, most);
  return {
    model: name,
    max_tokens: most,
    ...(tools.length > 0 && { tools: markedLast(tools) }),
    ...(system.length > 0 && { system: markedLast(system) }),
    messages,
    ...(thinking !== undefined && { thinking }),
    ...(effort !== undefined && model.thinking === "adaptive" && { output_config: { effort } }),
    stream: true,
  };
}
