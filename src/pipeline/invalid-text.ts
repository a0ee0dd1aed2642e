import type { z } from "zod";
import type { Json, JsonObject } from "../base/json.ts";
import { previewOf } from "../protocol/bounds.ts";
import type { ArgumentPath, ArgumentSchema } from "./argument-schema.ts";
import { argumentSchema, schemaAt } from "./argument-schema.ts";
import type { CallSource, Tool } from "./tool.ts";

/** Mistakes that one message names; further ones are counted. */
export const MAX_NAMED_MISTAKES = 5;
/** Characters of a wrong value in a message. */
const VALUE_CHARS = 60;

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with a call's arguments, for the model that wrote them: each mistake with what was expected and what
 * came, then an example of the whole call, spelled as the caller spells calls.
 */
export function invalidText(tool: Tool, input: JsonObject, issues: readonly Issue[], source: CallSource): string {
  const named = issues.slice(0, MAX_NAMED_MISTAKES).map((issue) => mistake(tool, input, issue, source));
  const more = issues.length > named.length ? [`and ${issues.length - named.length} more`] : [];
  return `${tool.name}: ${[...named, ...more].join("; ")}. Example: ${exampleCall(tool, source)}`;
}

function mistake(tool: Tool, input: JsonObject, issue: Issue, source: CallSource): string {
  const path = issue.path.filter((step): step is string | number => typeof step !== "symbol");
  const schema = argumentSchema(tool);
  if (issue.code === "unrecognized_keys") return unknownKeys(issue.keys, path, schemaAt(schema, path), source);
  const value = valueAt(input, path);
  const place = path.length === 0 ? "the arguments" : `argument ${placeName(path, source)}`;
  if (value === undefined && path.length > 0)
    return `${place} is missing: it takes ${expected(issue, schemaAt(schema, path))}`;
  return `${place} takes ${expected(issue, schemaAt(schema, path))}, not ${shown(value)}`;
}

function unknownKeys(
  keys: readonly string[],
  path: ArgumentPath,
  schema: ArgumentSchema | undefined,
  source: CallSource,
): string {
  const accepted = Object.keys(schema?.properties ?? {});
  const holder = path.length === 0 ? "there is" : `argument ${placeName(path, source)} has`;
  const names = keys.map((key) => `‘${previewOf(key, VALUE_CHARS)}’`).join(", ");
  const what = path.length === 0 ? "argument" : "key";
  return `${holder} no ${what} ${names}; accepted: ${accepted.length === 0 ? "none" : accepted.join(", ")}`;
}

function placeName(path: ArgumentPath, source: CallSource): string {
  const [first = "", ...rest] = path;
  const inner = rest.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  return `${source === "script" ? ":" : ""}${first}${inner}`;
}

function valueAt(input: Json, path: ArgumentPath): Json | undefined {
  let at: Json | undefined = input;
  for (const step of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Readonly<Record<string | number, Json | undefined>>)[step];
  }
  return at;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const kind = Array.isArray(value) ? "array" : value === null ? "" : typeof value;
  const text = previewOf(JSON.stringify(value), VALUE_CHARS);
  return kind === "" || kind === "boolean" ? text : `the ${kind} ${text}`;
}

/** What is accepted, in words; a schema's own words for checks that only it knows. */
function expected(issue: Issue, schema: ArgumentSchema | undefined): string {
  switch (issue.code) {
    case "invalid_type":
      return typeWords(schema?.type ?? issue.expected);
    case "invalid_value":
      return `one of ${issue.values.map((value) => JSON.stringify(String(value))).join(", ")}`;
    case "too_small":
      return sizeWords("at least", issue.origin, Number(issue.minimum));
    case "too_big":
      return sizeWords("at most", issue.origin, Number(issue.maximum));
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_union":
      return unionWords(schema);
    default:
      return `something else (${issue.message})`;
  }
}

function unionWords(schema: ArgumentSchema | undefined): string {
  const kinds = schema?.anyOf?.flatMap(({ type }) => (type === undefined ? [] : [typeWords(type)])) ?? [];
  return kinds.length === 0 ? "another form" : [...new Set(kinds)].join(" or ");
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};

function typeWords(type: string): string {
  return TYPE_WORDS[type] ?? type;
}

function sizeWords(bound: string, origin: string, limit: number): string {
  if (origin === "string") return `${bound} ${limit} characters`;
  if (origin === "array" || origin === "set") return `${bound} ${limit} items`;
  return `a number of ${bound} ${limit}`;
}

/** A call with every required argument, as JSON for a model's call and as an expression for a script's. */
export function exampleCall(tool: Tool, source: CallSource): string {
  const { properties = {}, required = [] } = argumentSchema(tool);
  const members = Object.entries(properties).filter(([name]) => required.includes(name));
  if (source !== "script")
    return JSON.stringify(Object.fromEntries(members.map(([name, schema]) => [name, sample(name, schema)])));
  return `(${[tool.name, ...members.map(([name, schema]) => `:${name} ${lispSample(name, schema)}`)].join(" ")})`;
}

function sample(name: string, schema: ArgumentSchema): Json {
  const choice = schema.enum?.[0];
  if (typeof choice === "string") return choice;
  switch (schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return `<${name}>`;
  }
}

function lispSample(name: string, schema: ArgumentSchema): string {
  const value = sample(name, schema);
  if (value === true) return "t";
  if (Array.isArray(value)) return "[]";
  return typeof value === "object" ? "'()" : JSON.stringify(value);
}
