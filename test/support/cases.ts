import { readFileSync } from "node:fs";
import { limitsWith } from "../../src/dialect/limits.ts";
import type { CallRequest } from "../../src/dialect/machine.ts";
import type { Roster } from "../../src/dialect/program.ts";
import type { SymbolTable, Value } from "../../src/dialect/values.ts";
import { Flo, list, listItems, NIL, str, Sym, T } from "../../src/dialect/values.ts";

/** One conformance case as its line says it; see the README beside the original. */
export interface Case {
  readonly id: string;
  readonly script: string;
  readonly tools?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly standalone?: readonly string[];
  readonly limits?: Readonly<Record<string, number>>;
  readonly schemas?: unknown;
  readonly expected: {
    readonly ok: boolean;
    readonly value?: string;
    readonly kind?: string;
    readonly calls?: readonly { readonly name: string; readonly args: string; readonly batch?: number }[];
    readonly steps?: number;
    readonly message_contains?: readonly string[];
  };
}

/** The cases whose ids begin with one of these groups, such as `form/let`. */
export function casesOf(...groups: readonly string[]): readonly Case[] {
  const text = readFileSync(new URL("../fixtures/conformance.jsonl", import.meta.url), "utf8");
  const cases = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Case);
  return cases.filter(({ id }) => groups.some((group) => id.startsWith(`${group}/`)));
}

/** The roster of a case. */
export function rosterOf(test: Case): Roster {
  const tools = test.tools ?? [];
  const names = Array.isArray(tools) ? tools : Object.keys(tools);
  return { names: new Set(names), standalone: new Set(test.standalone ?? []) };
}

/** The budgets of a case. */
export function limitsOf(test: Case): ReturnType<typeof limitsWith> {
  const { "step-slice": _slice, ...limits } = test.limits ?? {};
  return limitsWith(limits);
}

/** A host that answers the calls of one run of a case. */
export function cannedHost(test: Case, symbols: SymbolTable): (call: CallRequest) => Value {
  const asked = new Map<string, number>();
  return ({ name, args }) => {
    const times = asked.get(name) ?? 0;
    asked.set(name, times + 1);
    const problem = argumentProblem(name, args);
    if (problem !== undefined) return errorValue(problem, symbols);
    const tools = test.tools;
    if (tools === undefined || Array.isArray(tools)) return str(`<${name}>`);
    return answerOf((tools as Record<string, unknown>)[name], { args, times, symbols });
  };
}

interface Asked {
  readonly args: Value;
  readonly times: number;
  readonly symbols: SymbolTable;
}

function answerOf(answer: unknown, asked: Asked): Value {
  if (typeof answer === "object" && answer !== null && !Array.isArray(answer)) return directedAnswer(answer, asked);
  if (typeof answer === "string") return str(answer);
  if (typeof answer === "number") return Number.isSafeInteger(answer) ? answer : new Flo(answer);
  if (Array.isArray(answer)) return list(answer.map((item) => answerOf(item, asked)));
  return answer === true ? T : NIL;
}

/** `seq`, `error`, `echo` and `repeat`. */
function directedAnswer(answer: object, asked: Asked): Value {
  const { seq, error, echo, repeat } = answer as {
    seq?: unknown[];
    error?: string;
    echo?: string;
    repeat?: [string, number];
  };
  if (seq !== undefined) return answerOf(seq[Math.min(asked.times, seq.length - 1)], asked);
  if (error !== undefined) return errorValue(error, asked.symbols);
  if (repeat !== undefined) return str(repeat[0].repeat(repeat[1]));
  const items = listItems(asked.args) ?? [];
  const at = items.findIndex((item) => item instanceof Sym && item.name === echo);
  return at < 0 ? NIL : (items[at + 1] ?? NIL);
}

function argumentProblem(name: string, args: Value): string | undefined {
  const items = listItems(args) ?? [];
  for (let i = 0; i < items.length; i += 2) {
    const key = items[i];
    if (!(key instanceof Sym) || !key.keyword) return `Error: ${name}: arguments must be :keyword value pairs`;
    if (i + 1 === items.length) return `Error: ${name}: argument ${key.name} has no value`;
  }
  return undefined;
}

function errorValue(message: string, symbols: SymbolTable): Value {
  return list([symbols.intern(":error"), str(message)]);
}
