import { headAndTail } from "../../pipeline/present.ts";
import type { AnswerPart, Model, ModelMessage, ModelProblem, ModelRequest } from "../../ports/model.ts";
import { isModelProblem } from "../../ports/model.ts";
import { patientChat } from "../patient-chat.ts";
import type { Conversation, Turn } from "./parts.ts";

/** Characters of one text of old messages when they do not fit as they are. */
const SHORT_CHARS = 2_000;
/** Characters of a summary. */
const SUMMARY_CHARS = 20_000;

const INSTRUCTIONS = `<system-reminder>The conversation is about to be shortened: what stands above will be replaced by what you write now. Call no tools. Write, for yourself, what you need to go on without it:
- what the person wants, with their own restrictions and corrections;
- what you found out, with paths, names and exact texts that matter;
- what was done and how it was checked, what failed and why;
- what you were about to do next.
Leave out what can be read again.</system-reminder>`;

/**
 * Has the model sum up what came before. Undefined where that cannot be had although nothing is wrong with the provider: the
 * messages do not fit even when shortened, or the model wrote nothing.
 */
export async function summarise(
  conversation: Conversation,
  { model, cancel }: Turn,
  messages: readonly ModelMessage[],
): Promise<string | ModelProblem | undefined> {
  const request = fittingRequest(conversation, model, messages);
  if (request === undefined) return undefined;
  const { host, random } = conversation;
  const answer = await patientChat(model, request, { clock: host.clock, cancel, random });
  if (isModelProblem(answer)) return answer.problem === "context-too-long" ? undefined : answer;
  const text = answer.parts.map((part) => (part.part === "text" ? part.text : "")).join("");
  return text.trim() === "" ? undefined : headAndTail(text.trim(), SUMMARY_CHARS);
}

/** The round that asks for a summary: with long texts shortened, and without the oldest messages, as far as it has to be. */
function fittingRequest(
  { system, schemas, fitting, name }: Conversation,
  { info }: Model,
  messages: readonly ModelMessage[],
): ModelRequest | undefined {
  const requestOf = (old: readonly ModelMessage[]): ModelRequest => ({
    messages: [
      { role: "system", text: system },
      ...old,
      { role: "user", parts: [{ part: "text", text: INSTRUCTIONS }] },
    ],
    // The same tools: the provider's cache holds, and providers want the tools of calls in the history.
    tools: schemas,
    conversation: name,
  });
  const fits = (request: ModelRequest): boolean => fitting.tokens(request, info) <= fitting.room(info);
  const whole = requestOf(messages);
  if (fits(whole)) return whole;
  let left: readonly ModelMessage[] = messages.map(shortened);
  while (left.length > 0) {
    const request = requestOf(left);
    if (fits(request)) return request;
    left = withoutOldest(left);
  }
  return undefined;
}

function shortened(message: ModelMessage): ModelMessage {
  if (message.role === "system") return message;
  if (message.role === "assistant") {
    const parts = message.parts.flatMap((part): readonly AnswerPart[] => {
      if (part.part === "thinking") return [];
      if (part.part === "text") return [{ ...part, text: headAndTail(part.text, SHORT_CHARS) }];
      return [part.argumentsText.length <= SHORT_CHARS ? part : { ...part, argumentsText: "{}" }];
    });
    return { ...message, parts };
  }
  const parts = message.parts.map((part) =>
    part.part === "text"
      ? { ...part, text: headAndTail(part.text, SHORT_CHARS) }
      : ({ part: "text", text: `[${part.kind} left out]` } as const),
  );
  return { ...message, parts };
}

/** Without the first eighth, and without results whose calls went with it. */
function withoutOldest(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const from = Math.max(1, Math.floor(messages.length / 8));
  const start = messages.findIndex(({ role }, at) => at >= from && role === "user");
  return start < 0 ? [] : messages.slice(start);
}
