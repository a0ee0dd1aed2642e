import type { CallRequest, Value } from "../../dialect/index.ts";
import type { SymbolTable } from "../../dialect/values.ts";
import { failureValue } from "../../script/from-outcome.ts";
import { Flo, list, NIL, Pair, str, Sym, T } from "../../dialect/values.ts";

/** What a canned tool answers to a call: a guest value. */
export type Answerer = (call: CallRequest) => Value;

/** Answers a call of a tool from a conformance case's `tools`: `answers` is name → JSON, `symbols` those of the program. */
export function cannedAnswers(answers: ReadonlyMap<string, unknown>, symbols: SymbolTable): Answerer {
  const asked = new Map<string, number>();
  return (call) => {
    if (!answers.has(call.name)) return str(`<${call.name}>`);
    const times = asked.get(call.name) ?? 0;
    asked.set(call.name, times + 1);
    return answerOf(nth(answers.get(call.name), times), call, symbols);
  };
}

/** The answer to the call number `times` (from 0): `{"seq": [..]}` has successive ones, the last of which repeats. */
function nth(answer: unknown, times: number): unknown {
  const sequence = field(answer, "seq");
  return Array.isArray(sequence) ? (sequence[Math.min(times, sequence.length - 1)] as unknown) : answer;
}

function answerOf(answer: unknown, call: CallRequest, symbols: SymbolTable): Value {
  const message = field(answer, "error");
  if (typeof message === "string") return failureValue(message, symbols);
  const key = field(answer, "echo");
  if (typeof key === "string") return argumentOf(call.args, key);
  const repeated = field(answer, "repeat");
  if (Array.isArray(repeated)) return str(String(repeated[0]).repeat(Number(repeated[1])));
  return fromJson(answer);
}

/** The value after `key` in a call's arguments, nil when it is not there. */
function argumentOf(args: Value, key: string): Value {
  for (let rest = args; rest instanceof Pair && rest.cdr instanceof Pair; rest = rest.cdr.cdr) {
    if (rest.car instanceof Sym && rest.car.name === key) return rest.cdr.car;
  }
  return NIL;
}

/** JSON as a guest value. Nesting is bounded by what JSON.parse accepts in a case's line. */
function fromJson(json: unknown): Value {
  if (typeof json === "string") return str(json);
  if (typeof json === "number") return Number.isSafeInteger(json) ? json : new Flo(json);
  if (Array.isArray(json)) return list(json.map(fromJson));
  return json === true ? T : NIL;
}

function field(answer: unknown, name: string): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return undefined;
  return (answer as Record<string, unknown>)[name];
}
