import { Fault } from "./fault.ts";
import type { Limits } from "./limits.ts";
import type { Meter } from "./meter.ts";
import { overBudget } from "./meter.ts";
import { printShort } from "./print-short.ts";
import type { Value } from "./values.ts";
import { Closure, NIL, nodesOf, Pair, Vec } from "./values.ts";

/** A cell of an expansion that stands for a cell of the form it came from, so that errors find their place. */
export interface Move {
  readonly to: Pair;
  readonly from: Pair;
}

/** What a convenience or a template becomes. */
export interface Expansion {
  readonly form: Value;
  readonly moved: readonly Move[];
}

/** Fails with E420 when an expansion has more nodes than `max-transformed-nodes` (R155). Constant time. */
export function checkExpansionSize(form: Value, limits: Limits, name: string): void {
  const allowed = limits["max-transformed-nodes"];
  const amount = nodesOf(form);
  if (amount > allowed) throw new Fault("E420", "expansion", { limit: "max-transformed-nodes", allowed, amount, name });
}

/**
 * Admits what a macro answered as code: it must be something the reader could have read (R155), that is proper
 * lists all through and no closure (E360), within `max-transformed-nodes` (E420) and `max-depth` (E402).
 * Its work is charged to the slice before it is done. No host recursion.
 */
export function admitExpansion(value: Value, meter: Meter, name: string): void {
  checkExpansionSize(value, meter.limits, name);
  meter.work += nodesOf(value);
  const maxDepth = meter.limits["max-depth"];
  let level: Value[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const inner: Value[] = [];
    for (const item of level) admitItem(item, inner, name);
    // What is left to look at lies inside `depth + 1` lists.
    if (inner.length > 0 && depth >= maxDepth) throw overBudget("max-depth", maxDepth, depth + 1);
    level = inner;
  }
}

/** Admits one item and collects its elements, which are one level deeper. */
function admitItem(item: Value, inner: Value[], name: string): void {
  if (item instanceof Pair) {
    let rest: Value = item;
    for (; rest instanceof Pair; rest = rest.cdr) inner.push(rest.car);
    if (rest !== NIL) throw notCode(name, `${printShort(item)} is a dotted list`);
  } else if (item instanceof Vec) {
    for (const element of item.items) inner.push(element);
  } else if (item instanceof Closure) throw notCode(name, "it contains a lambda that was already made");
}

function notCode(name: string, problem: string): Fault {
  return new Fault("E360", "script", { name, problem });
}
