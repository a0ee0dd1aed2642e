import type { AnswerPart, MediaPart, ModelMessage, ModelRequest, TextPart } from "../../ports/model.ts";

/** Characters of ASCII text that stand for one token, and what else counts so many tokens. On the safe side. */
export const ESTIMATE = { asciiChars: 3.5, message: 6, tool: 12, image: 1_600, documentBytes: 40 } as const;

/** Tokens of a text, as estimated: letters of other scripts count one each. */
export function textTokens(text: string): number {
  let others = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) others++;
  return Math.ceil((text.length - others) / ESTIMATE.asciiChars) + others;
}

const KNOWN = new WeakMap<ModelMessage, number>();

/** Tokens of a message, as estimated; the same message is looked at once. */
export function messageTokens(message: ModelMessage): number {
  const known = KNOWN.get(message);
  if (known !== undefined) return known;
  const made =
    ESTIMATE.message +
    (message.role === "system"
      ? textTokens(message.text)
      : message.parts.reduce((sum: number, part) => sum + partTokens(part), 0));
  KNOWN.set(message, made);
  return made;
}

function partTokens(part: AnswerPart | MediaPart): number {
  switch (part.part) {
    case "text":
      return textTokens(part.text);
    case "thinking":
      return textTokens(part.text) + (part.replay === undefined ? 0 : textTokens(JSON.stringify(part.replay)));
    case "call":
      return ESTIMATE.tool + textTokens(part.name) + textTokens(part.argumentsText);
    case "media":
      return part.kind === "image" ? ESTIMATE.image : Math.ceil(part.bytes.length / ESTIMATE.documentBytes);
  }
}

/** Tokens of the tools that are advertised. */
export function toolTokens(tools: ModelRequest["tools"]): number {
  return tools.reduce((sum, tool) => sum + ESTIMATE.tool + textTokens(JSON.stringify(tool)), 0);
}

/** Tokens of a round, as estimated before it is sent. */
export function requestTokens({ messages, tools }: Pick<ModelRequest, "messages" | "tools">): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), toolTokens(tools));
}

/** Text that a message consists of, for whoever shortens it. */
export function isText(part: { readonly part: string }): part is TextPart {
  return part.part === "text";
}
