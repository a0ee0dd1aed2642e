import type { Json } from "../../../../base/json.ts";
import type { ModelStop, ModelUsage } from "../../../../ports/model.ts";
import type { CallPiece, Collector } from "../collector.ts";
import { countOf } from "../media.ts";
import type { Ended } from "../round.ts";
import { StreamError } from "../round.ts";
import { joined } from "./openai-request.ts";

type Fields = Readonly<Record<string, unknown>>;

const STOPS: Readonly<Record<string, ModelStop>> = {
  length: "length",
  max_tokens: "length",
  content_filter: "filtered",
};

/** Reads the pieces of one answer. */
export interface ChunkReader {
  readonly read: (chunk: unknown) => void;
  /** How it ended; absent while it has not. */
  readonly ended: () => Ended | undefined;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Tokens as chat completions count them: what came from a cache and went into one is part of the prompt. */
export function chatUsage(value: unknown): ModelUsage | undefined {
  const usage = fieldsOf(value);
  if (usage["prompt_tokens"] === undefined && usage["completion_tokens"] === undefined) return undefined;
  const details = fieldsOf(usage["prompt_tokens_details"]);
  const prompt = countOf(usage["prompt_tokens"]);
  const cacheReadTokens = Math.min(
    prompt,
    countOf(details["cached_tokens"]) || countOf(usage["prompt_cache_hit_tokens"]),
  );
  const cacheWriteTokens = Math.min(prompt - cacheReadTokens, countOf(details["cache_write_tokens"]));
  return {
    inputTokens: prompt - cacheReadTokens - cacheWriteTokens,
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens: countOf(usage["completion_tokens"]),
  };
}

interface OpenCall {
  readonly index: number;
  /** The place that the server gave it. */
  readonly slot: number | undefined;
  readonly id: string;
  name: string;
  argumentsText: string;
}

/**
 * Reads chunks of chat completions as servers really send them: places of calls that are missing or all the same, ids that come
 * again with every piece or not at all, names that come again, arguments as objects.
 */
export function createChunkReader(collect: Collector): ChunkReader {
  const calls: OpenCall[] = [];
  let reason: string | undefined;
  let usage: ModelUsage | undefined;
  let model: string | undefined;

  const think = (field: string, text: string): void => {
    if (text === "") return;
    collect.say("thinking", text);
    collect.replayBy(
      (before) => ({ ...fieldsOf(before), [field]: joined(fieldsOf(before)[field] as Json, text) }) as Json,
    );
  };
  const readCall = (value: unknown): void => {
    const call = fieldsOf(value);
    const { name, text, id, slot } = pieceOf(call);
    const open = openCall(calls, { id, slot, name, text });
    const known = open ?? begin(id, slot);
    const more = nameOf(known, name, id);
    known.name += more;
    known.argumentsText += text;
    const piece: CallPiece = { id, name: more, text };
    collect.addToCall(known.index, piece);
  };
  const begin = (id: string, slot: number | undefined): OpenCall => {
    collect.endPart();
    const made: OpenCall = { index: collect.beginCall(), slot, id, name: "", argumentsText: "" };
    calls.push(made);
    return made;
  };
  const readDelta = (delta: Fields): void => {
    const details = listOf(delta["reasoning_details"]) as readonly Json[];
    const thought = textOf(delta["reasoning_content"]);
    if (thought !== "") think("reasoning_content", thought);
    else if (details.length === 0) think("reasoning", textOf(delta["reasoning"]));
    else {
      collect.say("thinking", textOf(delta["reasoning"]));
      collect.replayBy((before) => ({
        reasoning_details: joined(fieldsOf(before)["reasoning_details"] as Json, details),
      }));
    }
    collect.say("text", textOf(delta["content"]));
    if (textOf(delta["refusal"]) !== "") {
      collect.say("text", textOf(delta["refusal"]));
      reason = "content_filter";
    }
    for (const call of listOf(delta["tool_calls"])) readCall(call);
  };

  return {
    read: (value) => {
      const chunk = fieldsOf(value);
      model = textOf(chunk["model"]) || model;
      usage = chatUsage(chunk["usage"]) ?? usage;
      const choice = fieldsOf(listOf(chunk["choices"])[0]);
      readDelta(fieldsOf(choice["delta"] ?? choice["message"]));
      const finish = textOf(choice["finish_reason"]);
      if (finish === "error") throw new StreamError(chunk);
      if (finish !== "" && reason !== "content_filter") reason = finish;
    },
    ended: () =>
      reason === undefined
        ? undefined
        : {
            stop: STOPS[reason] ?? "done",
            ...(usage !== undefined && { usage }),
            ...(model !== undefined && { model }),
          },
  };
}

function pieceOf(call: Fields): { id: string; slot: number | undefined; name: string; text: string } {
  const wanted = fieldsOf(call["function"]);
  const given = wanted["arguments"];
  const text = typeof given === "object" && given !== null ? JSON.stringify(given) : textOf(given);
  const slot = typeof call["index"] === "number" ? call["index"] : undefined;
  return { id: textOf(call["id"]), slot, name: textOf(wanted["name"]), text };
}

interface Wanted {
  readonly id: string;
  readonly slot: number | undefined;
  readonly name: string;
  readonly text: string;
}

/** The call that a piece belongs to; absent where it begins one. */
function openCall(calls: readonly OpenCall[], piece: Wanted): OpenCall | undefined {
  const { id, slot } = piece;
  const last = slot === undefined ? calls.at(-1) : calls.findLast((call) => call.slot === slot);
  if (last === undefined || isAnother(last, piece)) return undefined;
  return id === "" || last.id === "" || id === last.id ? last : undefined;
}

/** Whether a piece that could go on with a call is one of its own: it names a tool, and the other has what it needs. */
function isAnother({ name: before, argumentsText }: OpenCall, { name, text }: Wanted): boolean {
  if (name === "" || before === "" || argumentsText === "") return false;
  return name !== before || (text.trimStart().startsWith("{") && isWhole(argumentsText));
}

function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith("}")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How much of a name is new: some servers send it again with each piece, a few in pieces. */
function nameOf(call: OpenCall, name: string, id: string): string {
  if (call.name === "") return name;
  if (call.argumentsText !== "" || name === call.name || id !== "") return "";
  return name;
}
