import type { Diagnostic, Value } from "../../dialect/index.ts";
import { LIMITS, limitsWith, read } from "../../dialect/index.ts";
import type { SymbolTable } from "../../dialect/values.ts";
import {
  list,
  Pair,
  READER_BACKQUOTE,
  READER_COMMA,
  READER_COMMA_AT,
  READER_QUOTE,
  Sym,
  vec,
  Vec,
} from "../../dialect/values.ts";

/** What reading one datum gives. */
export type Datum =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly problem?: string };

const READER_SYMBOLS: ReadonlySet<Value> = new Set([READER_QUOTE, READER_BACKQUOTE, READER_COMMA, READER_COMMA_AT]);

/** Input may be as large as a value may be; the machine's own budgets apply once the script uses it. */
const DATUM_LIMITS = limitsWith({
  "max-input-bytes": LIMITS["max-value-bytes"].default,
  "max-nodes": LIMITS["max-value-nodes"].default,
});

/** Reads the text of exactly one datum with the symbols of a program (R311), unevaluated. */
export function readDatum(text: string, symbols: SymbolTable): Datum {
  const { forms, diagnostics } = read(text, DATUM_LIMITS);
  if (diagnostics.some((diagnostic) => diagnostic.kind !== "warning")) return { ok: false, diagnostics };
  if (!(forms instanceof Pair)) return { ok: false, diagnostics: [], problem: "it holds no datum" };
  if (forms.cdr instanceof Pair) return { ok: false, diagnostics: [], problem: "it holds more than one datum" };
  return { ok: true, value: moved(forms.car, symbols) };
}

/**
 * The same value with symbols of another table. Recursion is bounded by `max-depth`, since lists are walked in a loop;
 * `done` keeps shared parts shared, which also bounds the work.
 */
function moved(value: Value, symbols: SymbolTable, done = new Map<Value, Value>()): Value {
  if (value instanceof Sym) return READER_SYMBOLS.has(value) ? value : symbols.intern(value.name);
  if (!(value instanceof Pair || value instanceof Vec)) return value;
  const before = done.get(value);
  if (before !== undefined) return before;
  const result =
    value instanceof Vec ? vec(value.items.map((item) => moved(item, symbols, done))) : movedList(value, symbols, done);
  done.set(value, result);
  return result;
}

function movedList(first: Pair, symbols: SymbolTable, done: Map<Value, Value>): Value {
  const items: Value[] = [];
  let rest: Value = first;
  for (; rest instanceof Pair; rest = rest.cdr) items.push(moved(rest.car, symbols, done));
  return list(items, moved(rest, symbols, done));
}
