import type { Arity } from "./arity.ts";
import { printShort } from "./print-short.ts";
import type { Value } from "./values.ts";
import { listItems, NIL, Sym, T } from "./values.ts";

/** A parameter list taken apart (R146): required names, `&optional` names, the `&rest` name. */
export interface Parameters {
  readonly required: readonly Sym[];
  readonly optional: readonly Sym[];
  readonly rest: Sym | undefined;
}

/** Why something is no parameter list, in words that follow "bad parameter list:". */
export interface ParameterProblem {
  readonly problem: string;
}

type Place = "required" | "optional" | "rest" | "end";

/**
 * Takes a parameter list apart (R146, R148, 2.2): plain names, then `&optional` and more names, then `&rest`
 * and exactly one name. Answers a problem for anything else. `nil` is the empty list.
 */
export function parseParameters(list: Value): Parameters | ParameterProblem {
  const items = listItems(list);
  if (items === undefined) return { problem: `it must be a list of names, not ${printShort(list)}` };
  const found = { required: [] as Sym[], optional: [] as Sym[], rest: undefined as Sym | undefined };
  const seen = new Set<Sym>();
  let place: Place = "required";
  for (const item of items) {
    if (!isPlainName(item)) return { problem: `${printShort(item)} cannot be a parameter` };
    if (item.name.startsWith("&")) {
      const next = afterMarker(item.name, place);
      if (typeof next === "object") return next;
      place = next;
      continue;
    }
    if (place === "end") return { problem: `nothing may follow the &rest parameter, but ${item.name} does` };
    if (seen.has(item)) return { problem: `the name ${item.name} stands twice` };
    seen.add(item);
    if (place === "rest") {
      found.rest = item;
      place = "end";
    } else found[place].push(item);
  }
  return place === "rest" ? { problem: "&rest must be followed by one name" } : found;
}

function isPlainName(value: Value): value is Sym {
  return value instanceof Sym && value !== NIL && value !== T && !value.keyword;
}

/** Where parameters go after a marker; `&optional` may come once and not after `&rest`. */
function afterMarker(marker: string, place: Place): Place | ParameterProblem {
  if (marker === "&optional" && place === "required") return "optional";
  if (marker === "&rest" && (place === "required" || place === "optional")) return "rest";
  if (marker === "&optional" || marker === "&rest") return { problem: `${marker} is misplaced or stands twice` };
  return { problem: `${marker} is not supported; the only markers are &optional and &rest` };
}

/** How many arguments fit a parameter list. */
export function parameterArity(parameters: Parameters): Arity {
  const { required, optional, rest } = parameters;
  return { min: required.length, max: rest === undefined ? required.length + optional.length : Infinity };
}

/** How something with these parameters is called, such as `(f a &optional b &rest more)`. */
export function callSignature(name: string, parameters: Parameters): string {
  const { required, optional, rest } = parameters;
  const words = [
    name,
    ...required.map((symbol) => symbol.name),
    ...(optional.length === 0 ? [] : ["&optional", ...optional.map((symbol) => symbol.name)]),
    ...(rest === undefined ? [] : ["&rest", rest.name]),
  ];
  return `(${words.join(" ")})`;
}
