import type { Json, JsonObject } from "../base/json.ts";
import type { SymbolTable, Value } from "../dialect/values.ts";
import { Flo, list, str, T } from "../dialect/values.ts";
import { toText } from "./text.ts";

/** A tool's text as a guest string (R208): exactly the text, lone surrogates replaced by U+FFFD. */
export function fromText(text: string): Value {
  return str(toText(text));
}

/** What a script gets for a call that failed (R213): `(:error "message")`. */
export function failureValue(message: string, symbols: SymbolTable): Value {
  return list([symbols.intern(":error"), fromText(message)]);
}

/** One array or object on its way to a list: what is left of it and what has been made. */
interface Open {
  readonly entries: readonly (readonly [key: string | undefined, value: Json])[];
  readonly made: Value[];
  next: number;
}

/**
 * A structured answer as guest data: objects become keyword plists, arrays lists, true t, false :json-false, null
 * :null; an empty array or object is nil. Numbers without a fraction within the safe range become integers. Nesting
 * is bounded by the answer itself and takes no host stack.
 */
export function fromJson(json: Json, symbols: SymbolTable): Value {
  const stack: Open[] = [{ entries: [[undefined, json]], made: [], next: 0 }];
  for (;;) {
    const open = stack.at(-1) as Open;
    const entry = open.entries[open.next];
    if (entry === undefined) {
      stack.pop();
      const outer = stack.at(-1);
      if (outer === undefined) return open.made[0] as Value;
      outer.made.push(list(open.made));
      continue;
    }
    open.next++;
    const [key, value] = entry;
    if (key !== undefined) open.made.push(symbols.intern(`:${toText(key)}`));
    if (typeof value === "object" && value !== null) stack.push({ entries: entriesOf(value), made: [], next: 0 });
    else open.made.push(atomOf(value, symbols));
  }
}

function entriesOf(value: readonly Json[] | JsonObject): Open["entries"] {
  return isArray(value) ? value.map((item) => [undefined, item] as const) : Object.entries(value);
}

// Array.isArray does not narrow readonly arrays.
function isArray(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

function atomOf(value: null | boolean | number | string, symbols: SymbolTable): Value {
  if (value === null) return symbols.intern(":null");
  if (value === true) return T;
  if (value === false) return symbols.intern(":json-false");
  if (typeof value === "string") return fromText(value);
  // Adding 0 turns -0, which is no guest integer, into 0.
  return Number.isSafeInteger(value) ? value + 0 : new Flo(value);
}
