import type { Json, JsonObject } from "../base/json.ts";
import { putMember } from "../base/json.ts";
import { printShort } from "../dialect/print-short.ts";
import type { Value } from "../dialect/values.ts";
import { Big, Closure, Flo, NIL, Pair, READER_COMMA, READER_COMMA_AT, Str, Sym, Vec } from "../dialect/values.ts";
import type { ArgumentSchemas, JsonSchema } from "./json-schema.ts";
import { memberSchema, readingOf } from "./json-schema.ts";
import type { Place } from "./place.ts";
import { inner, top, where } from "./place.ts";
import type { Refusal } from "./refusal.ts";
import { notAnArray, notAnObject, Refused, refuse, refuseJson, refuseWith, wrongType } from "./refusal.ts";
import { symbolOf } from "./symbol-input.ts";
import { toText } from "./text.ts";

/** Levels of lists and vectors inside one another that an argument may have. Fixed; bounds the host's stack. */
export const MAX_INPUT_DEPTH = 200;

/** What became of a call's arguments: JSON for the tool, or why not. */
export type InputResult = { readonly ok: true; readonly input: JsonObject } | ({ readonly ok: false } & Refusal);

/**
 * The JSON input of a tool call (R185–R195, A24–A27). `args` is the guest's argument list; `schemas` the tool's
 * contract, undefined where it is not known (then any keyword is taken and all data counts as undescribed). Arguments
 * are converted in order and the first that cannot be is refused. A repeated keyword counts with its last value. Types
 * are not judged here: a number for a string goes on to the pipeline's validation.
 */
export function toInput(tool: string, args: Value, schemas: ArgumentSchemas | undefined): InputResult {
  try {
    return { ok: true, input: inputOf(tool, args, schemas) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, ...error.refusal };
    throw error;
  }
}

function inputOf(tool: string, args: Value, schemas: ArgumentSchemas | undefined): JsonObject {
  const input: Record<string, Json> = {};
  let rest = args;
  while (rest instanceof Pair) {
    const key = rest.car;
    if (!(key instanceof Sym && key.keyword)) refuse(`${tool}: arguments must be :keyword value pairs`);
    if (!(rest.cdr instanceof Pair)) refuse(`${tool}: argument ${key.name} has no value`);
    const name = toText(key.name.slice(1));
    if (schemas !== undefined && !Object.hasOwn(schemas, name)) refuse(unknownArgument(tool, name, schemas));
    const place = { tool, step: `:${name}`, parent: undefined, depth: 0, strict: schemas !== undefined };
    putMember(input, name, convert(rest.cdr.car, schemas?.[name], place));
    rest = rest.cdr.cdr;
  }
  return input;
}

function unknownArgument(tool: string, name: string, schemas: ArgumentSchemas): string {
  const accepted = Object.keys(schemas);
  const list = accepted.length === 0 ? "it accepts no arguments" : `it accepts: ${accepted.join(", ")}`;
  return `${tool} has no argument ‘${name}’; ${list}`;
}

/**
 * One value by its schema. It calls itself for each level of nesting, at most MAX_INPUT_DEPTH deep.
 */
function convert(value: Value, schema: JsonSchema | boolean | undefined, place: Place): Json {
  if (value instanceof Closure)
    refuse(`${where(place)} may not contain a lambda: call the function and pass its result`);
  if (place.depth > MAX_INPUT_DEPTH) {
    refuse(
      `${top(place)} nests deeper than the ${MAX_INPUT_DEPTH} levels that a tool argument may have: pass flatter data`,
    );
  }
  const reading = readingOf(value, schema);
  if (value instanceof Sym) return symbolOf(value, reading, place);
  if (reading.type === "object") return objectOf(value, reading.schema, place);
  if (reading.type === "array") return arrayOf(value, reading.schema, place);
  return dataOf(value, place);
}

/** A value whose schema asks for no particular shape: it keeps its own. */
function dataOf(value: Exclude<Value, Sym | Closure>, place: Place): Json {
  if (typeof value === "number") return value;
  if (value instanceof Str) return toText(value.text);
  if (value instanceof Flo) return floatOf(value, place);
  if (value instanceof Big) {
    return refuse(
      `${where(place)} is ${printShort(value)}, which JSON cannot carry exactly (the largest is 9007199254740991): pass it as a string`,
    );
  }
  if (value instanceof Vec) return arrayOf(value, {}, place);
  if (value.car === READER_COMMA || value.car === READER_COMMA_AT) refuseJson(value, where(place));
  const keyed = value.car instanceof Sym && value.car.keyword;
  return keyed && (place.strict || isPlist(value)) ? objectOf(value, {}, place) : arrayOf(value, {}, place);
}

function floatOf(value: Flo, place: Place): number {
  if (Number.isFinite(value.value)) return value.value;
  return refuse(`${where(place)} is ${printShort(value)}: JSON has no infinities and no NaN`);
}

function arrayOf(value: Value, schema: JsonSchema, place: Place): Json[] {
  if (value instanceof Vec)
    return value.items.map((item, index) => convert(item, schema.items, inner(place, `${index}`)));
  if (!(value instanceof Pair))
    refuseWith(notAnArray(wrongType(value instanceof Str ? "listp" : "sequencep", value), { value, place }));
  if (value.car === READER_COMMA || value.car === READER_COMMA_AT) refuseJson(value, where(place));
  const items: Json[] = [];
  let rest: Value = value;
  for (; rest instanceof Pair; rest = rest.cdr) {
    items.push(convert(rest.car, schema.items, inner(place, `${items.length}`)));
  }
  if (rest !== NIL) refuseWith(notAnArray(wrongType("listp", rest), { value, place }));
  return items;
}

function objectOf(value: Value, schema: JsonSchema, place: Place): JsonObject {
  if (!(value instanceof Pair))
    refuseWith(notAnObject("Object arguments must be proper lists", { value, schema, place }));
  const object: Record<string, Json> = {};
  let rest: Value = value;
  while (rest instanceof Pair) {
    const key = rest.car;
    if (!(key instanceof Sym && key.keyword) || rest.cdr === NIL) {
      refuseWith(notAnObject("Object arguments require keyword/value pairs", { value, schema, place }));
    }
    if (!(rest.cdr instanceof Pair)) refuseWith(notAnObject(wrongType("listp", rest.cdr), { value, schema, place }));
    const name = toText(key.name.slice(1));
    if (Object.hasOwn(object, name)) refuse(`${where(place)} names the key :${name} twice: keep one of them`);
    putMember(object, name, convert(rest.cdr.car, memberOf(schema, name, place), inner(place, `:${name}`)));
    rest = rest.cdr.cdr;
  }
  if (rest !== NIL) refuseWith(notAnObject(wrongType("listp", rest), { value, schema, place }));
  return object;
}

function memberOf(schema: JsonSchema, name: string, place: Place): JsonSchema | undefined {
  const member = memberSchema(schema, name);
  if (member !== false) return member;
  const accepted = Object.keys(schema.properties ?? {});
  return refuse(`${where(place)} has no key ‘${name}’; it accepts: ${accepted.join(", ")}`);
}

/** Whether a list alternates keywords and values to its end. */
function isPlist(value: Pair): boolean {
  let rest: Value = value;
  while (rest instanceof Pair) {
    if (!(rest.car instanceof Sym && rest.car.keyword && rest.cdr instanceof Pair)) return false;
    rest = rest.cdr.cdr;
  }
  return rest === NIL;
}
