import type { Json } from "../base/json.ts";
import { printShort } from "../dialect/print-short.ts";
import type { Sym } from "../dialect/values.ts";
import { NIL, T } from "../dialect/values.ts";
import type { Reading, SchemaType } from "./json-schema.ts";
import type { Place } from "./place.ts";
import { where } from "./place.ts";
import { isJsonMark, notAnArray, notAnObject, refuse, refuseJson, refuseWith, wrongType } from "./refusal.ts";
import { toText } from "./text.ts";

/** The keywords that stand for JSON words under every type but array and object (R189, R190). */
const JSON_WORDS: ReadonlyMap<string, null | false> = new Map([
  [":null", null],
  [":json-false", false],
]);
/** Further words for booleans, where a boolean or nothing in particular is asked for (R191, A25). */
const BOOLEAN_WORDS: ReadonlyMap<string, boolean> = new Map([
  [":true", true],
  [":false", false],
]);
/** What JSON and other languages write bare (R194). */
const BARE_WORDS: ReadonlySet<string> = new Set(["true", "false", "null"]);
/** The words for a type in messages. */
const WANTED: Readonly<Record<SchemaType, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "t or nil",
  array: "a vector or a list",
  object: "a keyword plist",
  null: ":null",
  any: "data",
};

/** The JSON of a symbol or keyword as an argument, or as a part of one (R189–R194, A24–A26). */
export function symbolOf(value: Sym, reading: Reading, place: Place): Json {
  const type = reading.type;
  if (value === NIL) return emptyOf(type);
  if (value.name === ":null") return null;
  if (type === "object")
    refuseWith(notAnObject("Object arguments must be proper lists", { value, schema: reading.schema, place }));
  if (type === "array") refuseWith(notAnArray(wrongType("sequencep", value), { value, place }));
  if (value === T) return true;
  const word =
    JSON_WORDS.get(value.name) ?? (type === "boolean" || type === "any" ? BOOLEAN_WORDS.get(value.name) : undefined);
  if (word !== undefined) return word;
  return type === "any" ? dataWord(value, place) : refuseSymbol(value, type, place);
}

/** What nil means for each type (A24). */
function emptyOf(type: SchemaType): Json {
  if (type === "boolean") return false;
  if (type === "array") return [];
  return type === "object" ? {} : null;
}

/** A symbol in data that no schema describes: its name, unless it is a piece of JSON or a keyword without meaning. */
function dataWord(value: Sym, place: Place): string {
  if (BARE_WORDS.has(value.name) || isJsonMark(value)) refuseJson(value, where(place));
  if (value.keyword && place.strict) {
    refuse(
      `${where(place)} is the keyword ${printShort(value)}, which stands for no JSON value: pass a string such as ${quoted(value)}`,
    );
  }
  return toText(value.name);
}

function refuseSymbol(value: Sym, type: SchemaType, place: Place): never {
  if (BARE_WORDS.has(value.name) || isJsonMark(value)) refuseJson(value, where(place));
  const what = `${value.keyword ? "keyword" : "symbol"} ${printShort(value)}`;
  const remedy = type === "string" ? `: quote a string, such as ${quoted(value)}` : "";
  return refuse(`${where(place)} takes ${WANTED[type]}, not the ${what}${remedy}`);
}

function quoted(value: Sym): string {
  return `"${toText(value.keyword ? value.name.slice(1) : value.name).replace(/["\\]/g, "\\$&")}"`;
}
