import { createMachine, type Route } from "./create-machine.ts";
import type { ErrorKind } from "./limits.ts";
import type { CallRequest, MachineOptions, Outcome } from "./machine.ts";
import { messageOf } from "./describe.ts";
import { print } from "./print.ts";
import type { Checked } from "./program.ts";
import type { Value } from "./values.ts";

/** What one route did with a program. */
export interface Observation {
  readonly route: Route;
  readonly status: "done" | "failed";
  /** The value, printed readably, when done. */
  readonly value?: string;
  readonly kind?: ErrorKind;
  readonly code?: string;
  readonly message?: string;
  readonly steps: number;
  /** Tool calls in order: name and printed arguments. */
  readonly calls: readonly string[];
}

/** What the routes can differ in. */
export type Axis = "status" | "value" | "kind" | "diagnostic" | "steps" | "calls";

/** Whether both routes did the same, and what they differ in (R324–R328). */
export interface Comparison {
  readonly agreement: boolean;
  readonly mismatchAxes: readonly Axis[];
  readonly observations: readonly Observation[];
}

/** Options of a comparison: budgets, input, slice, and what answers tool calls (default: nil). */
export interface CompareOptions extends MachineOptions {
  /** Steps of one slice; default 2,000. */
  readonly fuel?: number;
  /** Answers the calls of one batch; must be deterministic. */
  readonly answer?: (calls: readonly CallRequest[]) => readonly Value[];
}

const DEFAULT_FUEL = 2_000;

/** Runs a checked program on both routes with the same input and budgets and says where they differ. */
export function compare(checked: Checked, options: CompareOptions): Comparison {
  const tree = observe(checked, "tree", options);
  const vm = observe(checked, "vm", options);
  const mismatchAxes = (["status", "value", "kind", "diagnostic", "steps", "calls"] as const).filter(
    (axis) => facet(tree, axis) !== facet(vm, axis),
  );
  return { agreement: mismatchAxes.length === 0, mismatchAxes, observations: [tree, vm] };
}

function facet(observation: Observation, axis: Axis): string | number | undefined {
  if (axis === "diagnostic") return `${observation.code ?? ""} ${observation.message ?? ""}`;
  return axis === "calls" ? observation.calls.join("\n") : observation[axis];
}

/** Runs one route to its end. Terminates because steps, calls and slices are budgeted. */
export function observe(checked: Checked, route: Route, options: CompareOptions): Observation {
  const machine = createMachine(checked, { ...options, route });
  const calls: string[] = [];
  for (;;) {
    const outcome = machine.advance(options.fuel ?? DEFAULT_FUEL);
    if (outcome.state === "calls") {
      for (const call of outcome.calls) calls.push(`${call.name} ${print(call.args)}`);
      machine.resume(options.answer?.(outcome.calls) ?? outcome.calls.map(() => nil(checked)));
    } else if (outcome.state !== "paused") return ended(route, outcome, calls);
  }
}

function nil(checked: Checked): Value {
  return checked.program.symbols.intern("nil");
}

function ended(
  route: Route,
  outcome: Extract<Outcome, { state: "done" | "failed" }>,
  calls: readonly string[],
): Observation {
  const { steps } = outcome;
  if (outcome.state === "done") return { route, status: "done", value: print(outcome.value), steps, calls };
  const { kind, diagnostic } = outcome;
  return { route, status: "failed", kind, code: diagnostic.code, message: messageOf(diagnostic), steps, calls };
}
