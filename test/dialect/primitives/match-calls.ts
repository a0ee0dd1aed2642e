import { expect, test } from "vitest";
import { Fault } from "../../../src/dialect/fault.ts";
import type { Limits } from "../../../src/dialect/limits.ts";
import { limitsWith } from "../../../src/dialect/limits.ts";
import { Meter } from "../../../src/dialect/meter.ts";
import { MATCH_PRIMITIVES } from "../../../src/dialect/primitives/match.ts";
import { print } from "../../../src/dialect/print.ts";
import type { Str, Value } from "../../../src/dialect/values.ts";
import { listItems, NIL, str } from "../../../src/dialect/values.ts";

export type Operand = string | number | Value;

export function toValue(operand: Operand): Value {
  return typeof operand === "string" ? str(operand) : operand;
}

export function call(name: string, operands: readonly Operand[], limits: Partial<Limits> = {}): Value {
  return callWith(new Meter(limitsWith(limits)), name, operands);
}

/** Calls a primitive on an account of the test's own. */
export function callWith(meter: Meter, name: string, operands: readonly Operand[]): Value {
  const primitive = MATCH_PRIMITIVES.find((candidate) => candidate.name === name);
  const values = operands.map(toValue);
  return primitive!.fixed!(meter, values[0]!, values[1] ?? NIL, values[2] ?? NIL, values[3] ?? NIL);
}

/** The printed value, or the error kind after an exclamation mark. */
export function outcome(name: string, operands: readonly Operand[], limits: Partial<Limits> = {}): string {
  try {
    return print(call(name, operands, limits));
  } catch (problem) {
    if (problem instanceof Fault) return `!${problem.kind}`;
    throw problem;
  }
}

/** The fault that a call ends with. */
export function faultOf(name: string, operands: readonly Operand[], limits: Partial<Limits> = {}): Fault {
  try {
    call(name, operands, limits);
  } catch (problem) {
    if (problem instanceof Fault) return problem;
    throw problem;
  }
  throw new Error("nothing was refused");
}

/** The call as a script would write it, cut when it is long. */
export function shown(name: string, operands: readonly Operand[]): string {
  const text = `(${[name, ...operands.map((operand) => print(toValue(operand)))].join(" ")})`;
  const line = text.replaceAll("\n", "\\n");
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

export function pieces(value: Value): string[] {
  return listItems(value)!.map((item) => (item as Str).text);
}

/** Operands, then what the call answers: a printed value, or ! and an error kind. */
export type Row = readonly [...operands: Operand[], expected: string];

/** One test for each row. */
export function check(name: string, rows: readonly Row[]): void {
  test.each(rows.map((row) => [shown(name, row.slice(0, -1)), row.at(-1), row] as const))(
    "%s answers %s",
    (_, expected, row) => {
      expect(outcome(name, row.slice(0, -1))).toBe(expected);
    },
  );
}
