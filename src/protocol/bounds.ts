import type { Json, JsonObject } from "../base/json.ts";
import { putMember } from "../base/json.ts";

/** Characters of a text that an event or a row holds before the text is cut (2.13). */
export const PREVIEW_CHARS = 200;
/** Characters of each string among a call's arguments in an event (2.13). */
export const ARGUMENT_CHARS = 500;
/** Characters of JSON above which an event leaves a call's arguments out (2.13). */
export const ARGUMENTS_BYTES = 4_000;
/** Values, inner ones included, above which an event leaves a call's arguments out (2.13). */
export const ARGUMENTS_NODES = 200;
/** Characters of JSON above which an event leaves a tool's render data out (2.13). */
export const RENDER_DATA_CHARS = 4_000;
/** Characters of a script that an event holds. */
export const EXPRESSION_CHARS = 20_000;
/** Characters of a text of the conversation that an event holds; a longer one is kept as an artifact. */
export const MESSAGE_CHARS = 20_000;
/** Levels of arguments that are looked at. */
const ARGUMENTS_DEPTH = 32;

/** The head of a text, marked when it was cut. Never cuts a surrogate pair in two. */
export function previewOf(text: string, chars: number = PREVIEW_CHARS): string {
  return text.length <= chars ? text : `${headOf(text, chars)}...`;
}

/** At most `chars` UTF-16 units from the beginning, without half a character at the end. */
export function headOf(text: string, chars: number): string {
  const end = isHigh(text, chars - 1) ? chars - 1 : chars;
  return text.slice(0, end);
}

/** At most `chars` UTF-16 units from the end, without half a character at the beginning. */
export function tailOf(text: string, chars: number): string {
  if (chars <= 0) return "";
  const start = Math.max(0, text.length - chars);
  return text.slice(isHigh(text, start - 1) ? start + 1 : start);
}

function isHigh(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Arguments as an event holds them: long strings cut, undefined when they are too large altogether (2.13). */
export function boundArguments(input: JsonObject): JsonObject | undefined {
  const count = { nodes: 0 };
  const bounded = boundValue(input, count, 0);
  if (bounded === undefined || JSON.stringify(bounded).length > ARGUMENTS_BYTES) return undefined;
  return bounded as JsonObject;
}

function boundValue(value: Json, count: { nodes: number }, depth: number): Json | undefined {
  if (++count.nodes > ARGUMENTS_NODES || depth > ARGUMENTS_DEPTH) return undefined;
  if (typeof value === "string") return previewOf(value, ARGUMENT_CHARS);
  if (typeof value !== "object" || value === null) return value;
  return isList(value) ? boundList(value, count, depth) : boundObject(value, count, depth);
}

function boundList(list: readonly Json[], count: { nodes: number }, depth: number): Json | undefined {
  const bounded: Json[] = [];
  for (const item of list) {
    const kept = boundValue(item, count, depth + 1);
    if (kept === undefined) return undefined;
    bounded.push(kept);
  }
  return bounded;
}

function boundObject(object: JsonObject, count: { nodes: number }, depth: number): Json | undefined {
  const bounded: Record<string, Json> = {};
  for (const [key, member] of Object.entries(object)) {
    const kept = boundValue(member, count, depth + 1);
    if (kept === undefined) return undefined;
    putMember(bounded, previewOf(key, ARGUMENT_CHARS), kept);
  }
  return bounded;
}

// Array.isArray does not narrow readonly arrays.
function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

/** Render data as an event holds it: whole, or undefined when it is too large (2.13). */
export function boundRenderData(data: JsonObject | undefined): JsonObject | undefined {
  return data === undefined || JSON.stringify(data).length > RENDER_DATA_CHARS ? undefined : data;
}

/** Lines of a text as a person counts them: an end of line at the very end begins no further one. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
