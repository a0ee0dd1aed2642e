import type { Value } from "../dialect/values.ts";
import { Flo, isInteger, NIL, Pair, Str, Sym, T, Vec } from "../dialect/values.ts";

/**
 * The part of a JSON schema that decides how a guest value becomes JSON. Everything else a schema says (ranges,
 * patterns, required keys) is judged by the pipeline's validation, after the conversion.
 */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: boolean | JsonSchema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly [other: string]: unknown;
}

/** The arguments of one tool in the order of its contract: name → schema. */
export type ArgumentSchemas = Readonly<Record<string, JsonSchema>>;

/** How a value is read: by a JSON type, or `any` where no schema says anything (R194). */
export type SchemaType = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null" | "any";

/** One way to read a value: its type and the schema that goes with it. */
export interface Reading {
  readonly type: SchemaType;
  readonly schema: JsonSchema;
}

/** Alternatives of one schema that are looked at; the rest are the validation's business. */
export const MAX_ALTERNATIVES = 64;

const NOTHING: JsonSchema = {};
const TYPES: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);

/** The reading for data that no schema describes. */
export const UNDESCRIBED: Reading = { type: "any", schema: NOTHING };

/** The reading of `value` that its schema asks for; where the schema has alternatives, the first that fits the value's shape. */
export function readingOf(value: Value, schema: JsonSchema | boolean | undefined): Reading {
  const readings = alternatives(schema);
  const preferred = typesFitting(value);
  for (const type of preferred) {
    const found = readings.find((reading) => reading.type === type);
    if (found !== undefined) return found;
  }
  return readings.find((reading) => reading.type !== "null") ?? UNDESCRIBED;
}

/** The schema a key of an object goes by; undefined where no schema describes it, false where the object does not take it. */
export function memberSchema(schema: JsonSchema, key: string): JsonSchema | false | undefined {
  const properties = schema.properties;
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
  const others = schema.additionalProperties;
  if (others === false) return properties === undefined ? undefined : false;
  return others === true ? undefined : others;
}

function alternatives(schema: JsonSchema | boolean | undefined): Reading[] {
  const readings: Reading[] = [];
  const pending = typeof schema === "object" ? [schema] : [];
  for (let i = 0; i < pending.length && i < MAX_ALTERNATIVES; i++) {
    const next = pending[i] as JsonSchema;
    for (const type of ownTypes(next)) readings.push({ type, schema: next });
    if (pending.length < MAX_ALTERNATIVES) pending.push(...(next.anyOf ?? []), ...(next.oneOf ?? []));
  }
  return readings;
}

function ownTypes(schema: JsonSchema): SchemaType[] {
  const named = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const known = named.filter((type): type is SchemaType => TYPES.has(type));
  if (known.length > 0) return known;
  if (schema.properties !== undefined) return ["object"];
  if (schema.items !== undefined) return ["array"];
  if (schema.enum?.some((entry) => typeof entry === "string") === true) return ["string"];
  return [];
}

/** The JSON types a guest value can stand for, the likeliest first. */
function typesFitting(value: Value): readonly SchemaType[] {
  if (value === NIL) return ["boolean", "array", "object", "null"];
  if (value instanceof Str) return ["string"];
  if (isInteger(value)) return ["integer", "number"];
  if (value instanceof Flo) return ["number", "integer"];
  if (value instanceof Vec) return ["array"];
  if (value instanceof Pair) return isKeyword(value.car) ? ["object", "array"] : ["array", "object"];
  if (value === T || isKeyword(value)) return ["boolean"];
  return ["object", "string"];
}

function isKeyword(value: Value): boolean {
  return value instanceof Sym && value.keyword;
}
