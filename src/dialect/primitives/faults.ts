import { Fault } from "../fault.ts";
import { printShort } from "../print-short.ts";
import type { Value } from "../values.ts";

/** The fault of an operand of the wrong type (E312). `predicate` is the one the operand should satisfy. */
export function wrongType(name: string, predicate: string, value: Value, operand: number): Fault {
  return new Fault("E312", "script", { name, predicate, value: printShort(value) }, operand);
}

/** The fault of an operand that should be a list, or end like one (E310). */
export function listExpected(name: string, value: Value, operand: number): Fault {
  return new Fault("E310", "script", { name, predicate: "listp", value: printShort(value) }, operand);
}

/** The fault of an index or number out of range (E311). `range` continues the sentence, such as " for 5 characters". */
export function outOfRange(name: string, value: Value, operand: number, range = ""): Fault {
  return new Fault("E311", "script", { name, value: printShort(value), range }, operand);
}

/** The fault of an integer division by zero (E313). */
export function zeroDivision(name: string, operand: number): Fault {
  return new Fault("E313", "script", { name }, operand);
}

/** The fault of a float without an integer value: infinite or not a number (E314). */
export function noInteger(name: string, value: Value, operand: number): Fault {
  return new Fault("E314", "script", { name, value: printShort(value) }, operand);
}
