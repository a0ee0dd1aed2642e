import type { MediaPart, ModelInfo, TextPart } from "../../../ports/model.ts";

/** Kinds of pictures that every provider takes. */
const IMAGES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Whether a model can be sent this; `documents` are PDF files. */
export function isSendable({ kind, mime }: MediaPart, { images, documents }: ModelInfo): boolean {
  return kind === "image" ? images && IMAGES.has(mime) : documents && mime === "application/pdf";
}

/** What stands in for what a model cannot be sent, so that it does not guess. */
export function unsentText({ kind, mime, bytes }: MediaPart): string {
  return `[${kind === "image" ? "An image" : "A document"} (${mime}, ${bytes.length} bytes) that this model cannot be shown]`;
}

/** Bytes as base64. */
export function base64Of({ bytes }: MediaPart): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Whether there is nothing to see in a text: some providers refuse such. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** What a message says, without empty texts, and with words for what the model cannot be sent. */
export function sendableParts(
  parts: readonly (TextPart | MediaPart)[],
  info: ModelInfo,
): readonly (TextPart | MediaPart)[] {
  return parts.flatMap((part): readonly (TextPart | MediaPart)[] => {
    if (part.part === "text") return part.text === "" ? [] : [part];
    return isSendable(part, info) ? [part] : [{ part: "text", text: unsentText(part) }];
  });
}

/** The arguments of a call as an object; empty where they are none. */
export function argumentsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A count of tokens as it came: a whole number from 0, or 0. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}
