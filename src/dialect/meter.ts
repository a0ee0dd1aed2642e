import { Fault } from "./fault.ts";
import type { DiagnosticCode } from "./diagnostics.ts";
import type { LimitName, Limits } from "./limits.ts";
import { LIMITS } from "./limits.ts";
import type { Value } from "./values.ts";
import {
  type Big,
  bitLength,
  bytesOf,
  EMPTY,
  EMPTY_VECTOR,
  Flo,
  integer,
  nodesOf,
  NIL,
  Pair,
  Str,
  str,
  Vec,
} from "./values.ts";

/** Bytes the retained budget charges for one pair, one vector slot, one box (a float, a big integer, a closure). */
export const CELL_BYTES = 8;

const CODE_OF_LIMIT: Readonly<Record<LimitName, DiagnosticCode>> = {
  "max-input-bytes": "E400",
  "max-nodes": "E401",
  "max-depth": "E402",
  "max-steps": "E410",
  "max-seconds": "E411",
  "max-tool-calls": "E412",
  "max-stack-depth": "E413",
  "max-transformed-nodes": "E420",
  "max-value-bytes": "E430",
  "max-value-nodes": "E431",
  "max-number-bits": "E432",
  "max-retained-bytes": "E440",
  "max-regexp-bytes": "E450",
  "max-regexp-work": "E451",
};

/** The fault of a budget that would be exceeded. `amount` is what was asked for. */
export function overBudget(limit: LimitName, allowed: number, amount: number): Fault {
  return new Fault(CODE_OF_LIMIT[limit], LIMITS[limit].kind, { limit, allowed, amount });
}

/**
 * The accounts of one running script (R230–R234). Everything is charged before the work is done, so no
 * account ever passes its limit.
 */
export class Meter {
  declare readonly limits: Limits;
  declare readonly maxValueBytes: number;
  declare readonly maxValueNodes: number;
  declare readonly maxNumberBits: number;
  declare readonly maxRetained: number;
  /** Retained bytes charged so far. */
  declare retained: number;
  /** Work units done by primitives in this slice (bytes and nodes touched); machines pause on it. Reset by `advance`. */
  declare work: number;

  constructor(limits: Limits) {
    this.limits = limits;
    this.maxValueBytes = limits["max-value-bytes"];
    this.maxValueNodes = limits["max-value-nodes"];
    this.maxNumberBits = limits["max-number-bits"];
    this.maxRetained = limits["max-retained-bytes"];
    this.retained = 0;
    this.work = 0;
  }

  /** Fails with the budget's kind when `amount` is above it; for budgets that are not sums. */
  check(limit: LimitName, amount: number): void {
    if (amount > this.limits[limit]) throw overBudget(limit, this.limits[limit], amount);
  }

  /** Charges `bytes` of new memory to the retained budget. */
  retain(bytes: number): void {
    const sum = this.retained + bytes;
    if (sum > this.maxRetained) throw overBudget("max-retained-bytes", this.maxRetained, sum);
    this.retained = sum;
  }

  /** Fails when a value of this measure is over the value budget. Call it before building a large result. */
  size(nodes: number, bytes: number): void {
    if (bytes > this.maxValueBytes) throw overBudget("max-value-bytes", this.maxValueBytes, bytes);
    if (nodes > this.maxValueNodes) throw overBudget("max-value-nodes", this.maxValueNodes, nodes);
  }

  /** A new pair, charged. */
  cons(car: Value, cdr: Value): Pair {
    const nodes = 1 + nodesOf(car) + nodesOf(cdr);
    const bytes = 1 + bytesOf(car) + bytesOf(cdr);
    if (nodes > this.maxValueNodes || bytes > this.maxValueBytes) this.size(nodes, bytes);
    const sum = this.retained + CELL_BYTES;
    if (sum > this.maxRetained) this.retain(CELL_BYTES);
    this.retained = sum;
    return new Pair(car, cdr, nodes, bytes);
  }

  /** A new list of `items` ending in `tail`, charged pair by pair. */
  list(items: readonly Value[], tail: Value = NIL): Value {
    let result = tail;
    for (let i = items.length - 1; i >= 0; i--) result = this.cons(items[i] as Value, result);
    return result;
  }

  /** A new vector, charged. */
  vec(items: readonly Value[]): Vec {
    if (items.length === 0) return EMPTY_VECTOR;
    let nodes = 1;
    let bytes = items.length;
    for (const item of items) {
      nodes += nodesOf(item);
      bytes += bytesOf(item);
    }
    this.size(nodes, bytes);
    this.retain(CELL_BYTES * (items.length + 1));
    return new Vec(items, nodes, bytes);
  }

  /** A new string, measured and charged. Check the size with `size` first when `text` is large and not yet built. */
  str(text: string): Str {
    if (text.length === 0) return EMPTY;
    return this.keep(str(text));
  }

  /** A new string whose measure is known, charged. */
  strOf(text: string, chars: number, bytes: number): Str {
    if (text.length === 0) return EMPTY;
    return this.keep(new Str(text, chars, bytes));
  }

  private keep(value: Str): Str {
    if (value.bytes > this.maxValueBytes) this.size(1, value.bytes);
    this.retain(CELL_BYTES + value.bytes);
    return value;
  }

  /** A new float, charged. */
  float(value: number, negativeNan = false): Flo {
    this.retain(CELL_BYTES);
    return new Flo(value, negativeNan);
  }

  /** A new integer, checked against the integer width and charged when big. */
  int(value: bigint): number | Big {
    const result = integer(value);
    if (typeof result === "number") {
      if (this.maxNumberBits < 53) this.bits(value);
      return result;
    }
    this.check("max-number-bits", result.bits);
    this.work += result.bytes;
    this.retain(CELL_BYTES + (result.bytes >> 1));
    return result;
  }

  /** Fails when the magnitude of `value` has more binary digits than the budget. */
  bits(value: bigint): void {
    this.check("max-number-bits", bitLength(value));
  }

  /** Charges the operands of one operation as one value, each use of a shared part counted (R233). */
  operands(args: readonly Value[]): void {
    let nodes = 1;
    let bytes = 0;
    for (const arg of args) {
      nodes += 1 + nodesOf(arg);
      bytes += 1 + bytesOf(arg);
    }
    if (nodes > this.maxValueNodes || bytes > this.maxValueBytes) this.size(nodes, bytes);
  }
}
