import type { z } from "zod";
import type { Json, JsonObject } from "../base/json.ts";
import type { ArgumentPath, ArgumentSchema } from "./argument-schema.ts";
import { isOptional, schemaAt } from "./argument-schema.ts";

/** Places that one pass mends; arguments with more mistakes are refused as they are. */
export const MAX_REPAIRS = 20;

/** Arguments after repair, and what was changed, a phrase each. */
export interface Repaired {
  readonly input: JsonObject;
  readonly changes: readonly string[];
}

/** A new value for a place, or that the member goes; with the phrase that tells of it. */
type Mend = { readonly value: Json; readonly how: string } | { readonly drop: true; readonly how: string };

type Container = Record<string | number, Json>;

/**
 * Mends arguments where the schema refused them, once and all together (2.11): null for something optional goes; a
 * string that is the JSON of the right kind is parsed; a lone item becomes a list of one; {} for a list becomes []; a
 * path written as a link is unwrapped; a number is moved to its bound. Undefined when some mistake is not of these
 * kinds. Whether the result is right is for validation to say.
 */
export function repair(
  input: JsonObject,
  issues: readonly z.core.$ZodIssue[],
  schema: ArgumentSchema,
): Repaired | undefined {
  if (issues.length > MAX_REPAIRS) return undefined;
  const copy = structuredCopy(input);
  const changes: string[] = [];
  for (const issue of issues) {
    const path = issue.path.filter((step): step is string | number => typeof step !== "symbol");
    const last = path.at(-1);
    const holder = containerAt(copy, path.slice(0, -1));
    const value = last === undefined ? undefined : holder?.[last];
    if (holder === undefined || last === undefined || value === undefined) return undefined;
    const mend = mendOf(value, path, schema);
    if (mend === undefined) return undefined;
    if ("drop" in mend) Reflect.deleteProperty(holder, last);
    else holder[last] = mend.value;
    changes.push(`${path.join(".")} ${mend.how}`);
  }
  return changes.length === 0 ? undefined : { input: copy as JsonObject, changes };
}

/**
 * Unwraps paths that were written as Markdown links to themselves. Schemas take such a string for a path, so no
 * mistake points at it: this is done before anything else.
 */
export function unwrapLinks(input: JsonObject): Repaired {
  const changes: string[] = [];
  const members = Object.entries(input).map(([name, value]): [string, Json] => {
    const target = typeof value === "string" && /(?:^|_)path$/.test(name) ? linkTarget(value) : undefined;
    if (target === undefined) return [name, value];
    changes.push(`${name} was a Markdown link and is now the path it names`);
    return [name, target];
  });
  return { input: changes.length === 0 ? input : Object.fromEntries(members), changes };
}

/** The path in `<path>`, `[path](path)` or `[path](http://path)`. */
function linkTarget(text: string): string | undefined {
  const bare = /^<([^<>\s]+)>$/.exec(text)?.[1];
  if (bare !== undefined) return bare;
  const [, label, target] = /^\[([^[\]]+)\]\(([^()\s]+)\)$/.exec(text) ?? [];
  if (label === undefined || target === undefined) return undefined;
  return target === label || /^https?:\/\//.exec(target)?.[0].concat(label) === target ? label : undefined;
}

// JSON of bounded depth only: arguments were parsed by a JSON reader.
function structuredCopy(input: JsonObject): Json {
  return JSON.parse(JSON.stringify(input)) as Json;
}

function containerAt(input: Json, path: ArgumentPath): Container | undefined {
  let at: Json | undefined = input;
  for (const step of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Container)[step];
  }
  return typeof at === "object" && at !== null ? (at as Container) : undefined;
}

function mendOf(value: Json, path: ArgumentPath, schema: ArgumentSchema): Mend | undefined {
  if (value === null) return isOptional(schema, path) ? { drop: true, how: "was null and was left out" } : undefined;
  const wanted = schemaAt(schema, path);
  if (wanted === undefined) return undefined;
  return parsed(value, wanted) ?? clamped(value, wanted) ?? listed(value, wanted, isOptional(schema, path));
}

function parsed(value: Json, wanted: ArgumentSchema): Mend | undefined {
  if (typeof value !== "string" || wanted.type === undefined || wanted.type === "string") return undefined;
  let json: Json;
  try {
    json = JSON.parse(value) as Json;
  } catch {
    return undefined;
  }
  return isOfType(json, wanted.type) ? { value: json, how: `was JSON text and was read as ${wanted.type}` } : undefined;
}

function isOfType(json: Json, type: string): boolean {
  if (type === "integer") return Number.isSafeInteger(json);
  if (type === "array") return Array.isArray(json);
  if (type === "object") return typeof json === "object" && json !== null && !Array.isArray(json);
  return typeof json === type;
}

function clamped(value: Json, wanted: ArgumentSchema): Mend | undefined {
  if (typeof value !== "number") return undefined;
  const { minimum = -Infinity, maximum = Infinity } = wanted;
  const moved = Math.min(Math.max(value, minimum), maximum);
  return moved === value ? undefined : { value: moved, how: `was ${value} and was moved to its bound ${moved}` };
}

function listed(value: Json, wanted: ArgumentSchema, optional: boolean): Mend | undefined {
  if (wanted.type !== "array" || Array.isArray(value)) return undefined;
  const empty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (empty) return optional ? { value: [], how: "was {} and is now an empty list" } : undefined;
  const fits = wanted.items?.type === undefined || isOfType(value, wanted.items.type);
  return fits ? { value: [value], how: "was one item and is now a list of one" } : undefined;
}
