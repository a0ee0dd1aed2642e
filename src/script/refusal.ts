import { printShort } from "../dialect/print-short.ts";
import type { Value } from "../dialect/values.ts";
import { Pair, READER_COMMA, READER_COMMA_AT, Sym, Vec } from "../dialect/values.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Place } from "./place.ts";
import { where } from "./place.ts";

/**
 * Why arguments cannot become JSON (R193–R195). `message` is one short sentence without a full stop; `hint` shows
 * the form that was expected, where the message alone does not teach it.
 */
export interface Refusal {
  readonly message: string;
  readonly hint?: string;
}

/** Carries the first refusal out of a conversion, however deep it stands; only `toInput` catches it. */
export class Refused {
  declare readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    this.refusal = refusal;
  }
}

/** Ends a conversion with these words. */
export function refuse(message: string): never {
  throw new Refused({ message });
}

/** Ends a conversion with this refusal. */
export function refuseWith(refusal: Refusal): never {
  throw new Refused(refusal);
}

/** Ends a conversion because data nothing describes is spelled as in JSON (R194). `subject` says what holds it. */
export function refuseJson(value: Value, subject: string): never {
  const hint =
    "Data has no commas and no bare true, false or null: write [[0 0] [6 29.6]] for nested arrays, " +
    "t for true, :json-false or nil for false, :null for null, (:key value) for an object";
  throw new Refused({ message: `${subject} holds JSON spelling: ${printShort(value)}`, hint });
}

/** Nodes of a value that are searched for signs of JSON. */
export const MAX_SEARCHED_NODES = 1_000;

/**
 * The text of a refusal as the guest reads it under `:error`. A direct call answers with the tool's own short words;
 * a composed script also gets the lesson.
 */
export function refusalText(refusal: Refusal, direct: boolean): string {
  const hint = direct || refusal.hint === undefined ? "" : `. ${refusal.hint}`;
  return `Error: ${refusal.message}${hint}`;
}

/** Emacs's own words for a value of the wrong type. */
export function wrongType(predicate: string, value: Value): string {
  return `Wrong type argument: ${predicate}, ${printShort(value)}`;
}

/** What was refused, and where. */
export interface Misfit {
  readonly value: Value;
  readonly place: Place;
}

/** A refusal of something that stands where an object is expected (R193). */
export function notAnObject(message: string, misfit: Misfit & { readonly schema: JsonSchema }): Refusal {
  const { value, schema, place } = misfit;
  const instead = looksLikeJson(value) ? "not JSON {...} with commas" : "not this value";
  const sample = samplePlist(schema);
  return {
    message,
    hint: `Objects are keyword plists such as ${sample}, ${instead}: ${printShort(value)} (${where(place)})`,
  };
}

/** A refusal of something that stands where an array is expected (R188). */
export function notAnArray(message: string, { value, place }: Misfit): Refusal {
  return {
    message,
    hint: `Arrays are vectors or lists such as [1 2], not this value: ${printShort(value)} (${where(place)})`,
  };
}

/** Whether data holds what the reader makes of JSON: braces as symbols, commas as unquotes. Looks at a bounded part of it. */
export function looksLikeJson(value: Value): boolean {
  const pending: Value[] = [value];
  for (let seen = 0; seen < MAX_SEARCHED_NODES; seen++) {
    const next = pending.pop();
    if (next === undefined) return false;
    if (isJsonMark(next)) return true;
    if (next instanceof Pair) pending.push(next.cdr, next.car);
    else if (next instanceof Vec) pending.push(...next.items.slice(0, MAX_SEARCHED_NODES));
  }
  return false;
}

/** Whether a value is a symbol with a brace in it, or a comma as read. */
export function isJsonMark(value: Value): boolean {
  return value === READER_COMMA || value === READER_COMMA_AT || (value instanceof Sym && /[{}]/.test(value.name));
}

function samplePlist(schema: JsonSchema): string {
  const keys = Object.entries(schema.properties ?? {}).slice(0, 2);
  if (keys.length === 0) return '(:key "value" :other 1)';
  return `(${keys.map(([key, member]) => `:${key} ${sampleValue(member)}`).join(" ")})`;
}

function sampleValue(schema: JsonSchema): string {
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "boolean":
      return "t";
    case "integer":
    case "number":
      return "1";
    case "array":
      return "[...]";
    case "object":
      return "(:key value)";
    default:
      return '"text"';
  }
}
