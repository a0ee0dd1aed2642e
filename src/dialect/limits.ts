/** Every budget of a script in one table (R230, R231, 2.7, A38). Nothing here reads a setting. */

/** The kinds of error a script can end with (2.7, A38). */
export type ErrorKind =
  | "input"
  | "preflight"
  | "script"
  | "step"
  | "time"
  | "tool-call"
  | "stack"
  | "expansion"
  | "value"
  | "retained-value"
  | "atomic-work";

/** One budget: its default, the largest value a setting may give it, what it counts, the error kind it ends with. */
export interface LimitRecord {
  readonly default: number;
  readonly max: number;
  readonly unit: string;
  readonly kind: ErrorKind;
  readonly counts: string;
}

function defineLimits<T extends Record<string, LimitRecord>>(table: T): Readonly<T> {
  return table;
}

/** The budget table. Names are the ones of `--limit NAME=N`, of the conformance cases and of the settings. */
export const LIMITS = defineLimits({
  "max-input-bytes": {
    default: 20_000,
    max: 10_000_000,
    unit: "bytes",
    kind: "input",
    counts: "UTF-8 bytes of the script text",
  },
  "max-nodes": {
    default: 10_000,
    max: 5_000_000,
    unit: "nodes",
    kind: "input",
    counts: "one per element, one per list cell, one per list end of the script as read",
  },
  "max-depth": {
    default: 100,
    // The compiler goes into nested forms on the host's stack; a loop is three forms, so more would not be safe.
    max: 150,
    unit: "levels",
    kind: "input",
    counts: "lists and vectors nested inside one another in the script as read, and in every macro expansion",
  },
  "max-steps": {
    default: 500_000,
    max: 1_000_000_000,
    unit: "steps",
    kind: "step",
    counts: "one per form evaluated, atoms included, and one more per convenience or backquote expansion",
  },
  "max-seconds": {
    default: 300,
    max: 86_400,
    unit: "seconds",
    kind: "time",
    counts: "time on the clock, except while a call waits for the user; looked at when a slice begins",
  },
  "max-tool-calls": {
    default: 200,
    max: 100_000,
    unit: "calls",
    kind: "tool-call",
    counts: "tool calls of the script; a join counts all of its calls before the first is made",
  },
  "max-stack-depth": {
    default: 2_000,
    max: 100_000,
    unit: "frames",
    kind: "stack",
    counts: "function and macro activations that wait for another one to return; tail calls add none",
  },
  "max-transformed-nodes": {
    default: 20_000,
    max: 5_000_000,
    unit: "nodes",
    kind: "expansion",
    counts: "nodes of one macro, convenience or backquote expansion",
  },
  "max-value-bytes": {
    default: 262_144,
    max: 1_073_741_824,
    unit: "bytes",
    kind: "value",
    counts: "bytes of one value or of the operands of one operation, shared parts every time",
  },
  "max-value-nodes": {
    default: 50_000,
    max: 100_000_000,
    unit: "nodes",
    kind: "value",
    counts: "nodes of one value or of the operands of one operation, shared parts every time",
  },
  "max-number-bits": {
    default: 4_096,
    max: 65_536,
    unit: "bits",
    kind: "value",
    counts: "binary digits of the magnitude of an integer",
  },
  "max-retained-bytes": {
    default: 4_194_304,
    max: 1_000_000_000_000,
    unit: "bytes",
    kind: "retained-value",
    counts: "bytes allocated for new values since the script began; never given back",
  },
  "max-regexp-bytes": {
    default: 2_048,
    max: 65_536,
    unit: "bytes",
    kind: "atomic-work",
    counts: "UTF-8 bytes of one regexp",
  },
  "max-regexp-work": {
    default: 4_194_304,
    max: 1_000_000_000_000_000,
    unit: "units",
    kind: "atomic-work",
    counts: "bytes of the regexp times bytes of the text raised to the number of repeated atoms",
  },
});

/** The name of a budget. */
export type LimitName = keyof typeof LIMITS;

/** A full set of budgets. */
export type Limits = Readonly<Record<LimitName, number>>;

/** The documented defaults (2.7). */
export const DEFAULT_LIMITS: Limits = Object.freeze(
  Object.fromEntries(Object.entries(LIMITS).map(([name, record]) => [name, record.default])),
) as Limits;

/** The defaults with some budgets changed. Values are taken as given: checking against `max` is the edge's job (`limitProblem`). */
export function limitsWith(changes: Partial<Limits>): Limits {
  return { ...DEFAULT_LIMITS, ...changes };
}

/** Why `value` cannot be the budget `name`, or undefined when it can: a whole number from 0 to the record's `max`. */
export function limitProblem(name: string, value: number): string | undefined {
  const record = (LIMITS as Record<string, LimitRecord | undefined>)[name];
  if (record === undefined) return `unknown limit ${name}; the limits are ${Object.keys(LIMITS).join(", ")}`;
  if (!Number.isSafeInteger(value) || value < 0) return `${name} takes a whole number of ${record.unit}, 0 or more`;
  if (value > record.max) return `${name} takes at most ${record.max} ${record.unit}`;
  return undefined;
}

/** Text of one regexp `string-to-number` reads at most, in bytes (2.3). Fixed. */
export const MAX_NUMBER_TEXT_BYTES = 2_048;
/** Repeated atoms one regexp may have (R178). Fixed. */
export const MAX_REPEATED_ATOMS = 8;
/** Work units that count as one step of fuel when a primitive touches much data (R236): see `Meter.work`. */
export const WORK_PER_STEP = 64;
