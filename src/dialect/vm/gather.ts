import { Fault } from "../fault.ts";
import { joinInArgument } from "../joins.ts";
import { printShort } from "../print-short.ts";
import type { Value } from "../values.ts";
import { NIL, Pair } from "../values.ts";
import { ensureRegisters, type Gathered, type State } from "./state.ts";

/** Fails with E310 unless `value` is a proper list; its length is charged as work. */
function demandList(state: State, name: string, value: Value): void {
  let rest = value;
  for (; rest instanceof Pair; rest = rest.cdr) state.meter.work++;
  if (rest !== NIL) throw new Fault("E310", "script", { name, predicate: "listp", value: printShort(value) });
}

/** Begins a mapcar or parallel-map over a list (R049). */
export function beginMap(state: State, name: "mapcar" | "parallel-map", list: Value): Gathered {
  demandList(state, name, list);
  return { values: [], calls: [] };
}

/** Replaces the last argument, a list, by its elements (R048); answers the new count. */
export function spread(state: State, base: number, count: number): number {
  const { stack } = state;
  const last = stack[base + count - 1] as Value;
  demandList(state, "apply", last);
  let at = base + count - 1;
  for (let rest = last; rest instanceof Pair; rest = rest.cdr) {
    ensureRegisters(stack, at + 1);
    stack[at++] = rest.car;
  }
  return at - base;
}

/** Ends the evaluation of a join's arguments; fails when the join itself stands inside an argument of another one. */
export function leaveJoin(state: State): void {
  state.joining.pop();
  const around = state.joining.at(-1);
  if (around !== undefined) throw joinInArgument(around);
}
