import type { Json, JsonObject } from "../base/json.ts";
import { putMember } from "../base/json.ts";
import { argumentSchema } from "../pipeline/argument-schema.ts";
import type { Tool } from "../pipeline/tool.ts";
import type { ToolSchema } from "../ports/model.ts";

/** A tool as a model is told of it, under the name that the wire has for it (R286). */
export function toolSchema(name: string, tool: Tool): ToolSchema {
  const parameters = withoutNoise(argumentSchema(tool) as unknown as JsonObject) as JsonObject;
  return { name, description: tool.description, parameters: { type: "object", properties: {}, ...parameters } };
}

/** A schema without what says nothing: the address of its dialect, and the bounds that every integer has. */
function withoutNoise(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(withoutNoise);
  const kept: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value)) {
    if (!isNoise(key, member)) putMember(kept, key, withoutNoise(member));
  }
  return kept;
}

function isNoise(key: string, value: Json): boolean {
  if (key === "$schema") return typeof value === "string";
  const isBound = (key === "minimum" || key === "maximum") && typeof value === "number";
  return isBound && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

// Array.isArray does not narrow readonly arrays.
function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
