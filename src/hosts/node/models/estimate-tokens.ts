import type { ModelInfo, ModelMessage, ModelRequest } from "../../../ports/model.ts";

/** What a picture or a document is taken for: what large ones cost. */
const MEDIA_TOKENS = 1_600;
/** What a message or a tool costs beside its text. */
const FRAME_TOKENS = 8;
/** Letters that one token holds at least, on average. */
const LETTERS = 4;
/** Tokens that are kept for an answer in any case. */
export const LEAST_ANSWER_TOKENS = 1_024;

type Kind = "space" | "letter" | "other";

function kindOf(code: number): Kind {
  if (code === 32 || (code >= 9 && code <= 13)) return "space";
  const lower = code | 32;
  return lower >= 97 && lower <= 122 ? "letter" : "other";
}

/**
 * About how many tokens a text has, rather too many than too few: the vocabulary of a local model is not known. Words by their
 * letters, blanks as one, digits, signs and characters of other scripts for themselves.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let before: Kind = "other";
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === "other") tokens++;
    else if (kind !== before) tokens += kind === "letter" ? 1 : 0;
    else if (kind === "letter" && run % LETTERS === 0) tokens++;
    else if (kind === "space" && run === 1) tokens++;
    run = kind === before ? run + 1 : 1;
    before = kind;
  }
  return tokens;
}

const known = new WeakMap<object, number>();

function remembered(thing: object, count: () => number): number {
  const before = known.get(thing);
  if (before !== undefined) return before;
  const tokens = count();
  known.set(thing, tokens);
  return tokens;
}

function messageTokens(message: ModelMessage): number {
  if (message.role === "system") return estimateTokens(message.text);
  return message.parts.reduce((sum, part) => {
    if (part.part === "media") return sum + MEDIA_TOKENS;
    if (part.part !== "call") return sum + estimateTokens(part.text);
    return sum + FRAME_TOKENS + estimateTokens(part.name) + estimateTokens(part.argumentsText);
  }, 0);
}

/** About how many tokens a model reads for a round, rather too many than too few. */
export function estimatePrompt({ messages, tools }: ModelRequest): number {
  const said = messages.reduce(
    (sum, message) => sum + FRAME_TOKENS + remembered(message, () => messageTokens(message)),
    0,
  );
  const told = tools.reduce(
    (sum, tool) => sum + FRAME_TOKENS + remembered(tool, () => estimateTokens(JSON.stringify(tool))),
    0,
  );
  return said + told;
}

/** How many tokens an answer may have: what was asked for, what the model can, and what the prompt leaves. */
export function answerTokens(request: ModelRequest, info: ModelInfo): number {
  const left = info.contextTokens - estimatePrompt(request);
  const most = Math.min(request.maxOutputTokens ?? info.outputTokens, info.outputTokens);
  return Math.min(most, Math.max(LEAST_ANSWER_TOKENS, left));
}

/** Why a prompt would be cut by a server that cuts silently; absent where it fits. */
export function tooLong(request: ModelRequest, { contextTokens, outputTokens }: ModelInfo): string | undefined {
  const needs = estimatePrompt(request);
  const kept = Math.min(LEAST_ANSWER_TOKENS, outputTokens, request.maxOutputTokens ?? outputTokens);
  if (needs + kept <= contextTokens) return undefined;
  return (
    `the messages and tools have about ${needs} tokens, and ${kept} are kept for the answer; ` +
    `the context size that is set for this model is ${contextTokens}. Nothing was sent`
  );
}
