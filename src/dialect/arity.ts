import { Fault } from "./fault.ts";

/** How many arguments something takes; `max` is Infinity after `&rest`. */
export interface Arity {
  readonly min: number;
  readonly max: number;
}

/** An arity in the three forms of 2.2: `2`, `at least 1`, `1 to 3`. */
export function arityText(min: number, max: number): string {
  if (max === Infinity) return `at least ${min}`;
  return min === max ? `${min}` : `${min} to ${max}`;
}

/** Who was called, for an arity error: its name and the way it is called. */
export interface Called extends Arity {
  readonly name: string;
  readonly signature: string;
}

/** The fault of a call with the wrong number of arguments (R057, R147). */
export function arityFault(called: Called, got: number): Fault {
  const { name, signature, min, max } = called;
  const expected = arityText(min, max);
  return new Fault("E302", "script", {
    name,
    signature,
    expected,
    got,
    arguments: expected === "1" ? "argument" : "arguments",
  });
}
