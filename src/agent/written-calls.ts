import type { JsonObject } from "../base/json.ts";
import type { Diagnostic, Limits } from "../dialect/index.ts";
import { preflight, read } from "../dialect/index.ts";
import { printShort } from "../dialect/print-short.ts";
import type { Value } from "../dialect/values.ts";
import { Flo, list, NIL, Pair, READER_QUOTE, Str, Sym, T, Vec } from "../dialect/values.ts";
import type { CallableTools } from "../script/roster.ts";
import { toInput } from "../script/to-input.ts";

/** Calls of one script that are told of. */
export const MAX_WRITTEN_CALLS = 500;

/** A call as it is written in a script; whether it is ever made, and how often, only running tells. */
export interface WrittenCall {
  readonly tool: string;
  /** Where its name stands, in UTF-16 units. */
  readonly offset: number;
  /** The whole call as written, on one line and in short. */
  readonly text: string;
  /** The arguments, when they can be told without running. */
  readonly input: JsonObject | undefined;
}

/** What a script would call, as far as its text tells. */
export interface WrittenCalls {
  readonly calls: readonly WrittenCall[];
  /** Whether there are more than `MAX_WRITTEN_CALLS`. */
  readonly isCut: boolean;
  /** What keeps it from running, and warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The calls that stand in a script, in the order of the text. Nothing is run. */
export function writtenCalls(text: string, tools: CallableTools, limits: Limits): WrittenCalls {
  const program = read(text, limits);
  const verdict = preflight(program, tools.roster, { limits });
  const calls: WrittenCall[] = [];
  const note = (cell: Pair, form: Pair, name: string): void => {
    const found = tools.find(name);
    if (found === undefined) return;
    const literal = literalArguments(form.cdr);
    const converted = literal === undefined ? undefined : toInput(name, literal, found.schemas);
    calls.push({
      tool: name,
      offset: program.places.get(form) ?? program.places.get(cell) ?? 0,
      text: printShort(form),
      input: converted?.ok === true ? converted.input : undefined,
    });
  };
  const visit = (cell: Pair): void => {
    const form = cell.car;
    if (!(form instanceof Pair) || calls.length > MAX_WRITTEN_CALLS || isQuoted(form)) return;
    if (form.car instanceof Sym) note(cell, form, form.car.name);
    // Nesting is bounded by `max-depth`, so this may recurse.
    for (let inner: Value = form; inner instanceof Pair; inner = inner.cdr) visit(inner);
  };
  for (let cell: Value = program.forms; cell instanceof Pair; cell = cell.cdr) visit(cell);
  return {
    calls: calls.slice(0, MAX_WRITTEN_CALLS),
    isCut: calls.length > MAX_WRITTEN_CALLS,
    diagnostics: verdict.ok ? verdict.checked.warnings : verdict.diagnostics,
  };
}

function isQuoted({ car }: Pair): boolean {
  return car === READER_QUOTE || (car instanceof Sym && car.name === "quote");
}

/** Arguments of which each is what it will be: texts, numbers, keywords and quoted data. */
function literalArguments(args: Value): Value | undefined {
  const items: Value[] = [];
  for (let cell = args; cell instanceof Pair; cell = cell.cdr) {
    const value = literalOf(cell.car);
    if (value === undefined) return undefined;
    items.push(value);
  }
  return list(items);
}

function literalOf(value: Value): Value | undefined {
  if (typeof value === "number" || value instanceof Str || value instanceof Flo || value instanceof Vec) return value;
  if (value instanceof Sym) return value === NIL || value === T || value.keyword ? value : undefined;
  if (value instanceof Pair && value.car === READER_QUOTE && value.cdr instanceof Pair) return value.cdr.car;
  return undefined;
}
