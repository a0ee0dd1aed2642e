import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { NIL, Pair } from "../values.ts";
import { compareValues } from "../value-order.ts";
import { listExpected, wrongType } from "./faults.ts";

function sort(meter: Meter, list: Value): Value {
  const items: Value[] = [];
  let rest = list;
  for (; rest instanceof Pair; rest = rest.cdr) items.push(rest.car);
  if (rest !== NIL) throw items.length === 0 ? wrongType("sort", "listp", list, 0) : listExpected("sort", list, 0);
  meter.work += items.length * (1 + Math.ceil(Math.log2(items.length + 1)));
  // The host's sort is stable, and compares as a merge sort of runs does: what NaN does to the order is the same as in Emacs.
  if (items.every((item) => typeof item === "number")) items.sort((a, b) => a - b);
  else items.sort((a, b) => compareValues(a, b, meter));
  return meter.list(items);
}

/** Sorting (R059, R076). */
export const SORT_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(sort list)",
    doc: "A sorted copy of LIST, smallest first; equal elements keep their order. Numbers, strings, symbols and lists of them each sort among themselves.",
    examples: [
      ["(sort '(3 1 2))", "(1 2 3)"],
      ['(sort \'(("b" 1) ("a" 2)))', '(("a" 2) ("b" 1))'],
    ],
    fixed: sort,
  }),
];
