import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { Flo, NIL, Pair } from "../values.ts";
import { compareValues } from "../value-order.ts";
import { listExpected, wrongType } from "./faults.ts";
import { mergeSort } from "./merge-sort.ts";

function sort(meter: Meter, list: Value): Value {
  const items: Value[] = [];
  let integers = true;
  let floats = false;
  let rest = list;
  for (; rest instanceof Pair; rest = rest.cdr) {
    if (typeof rest.car !== "number") integers = false;
    if (rest.car instanceof Flo) floats = true;
    items.push(rest.car);
  }
  if (rest !== NIL) throw items.length === 0 ? wrongType("sort", "listp", list, 0) : listExpected("sort", list, 0);
  meter.work += items.length * (1 + Math.ceil(Math.log2(items.length + 1)));
  if (integers) return sortedIntegers(meter, items);
  const order = (left: Value, right: Value): number => compareValues(left, right, meter);
  // NaN equals everything, so what it does to the order depends on the algorithm: the host's is the one of Emacs.
  return meter.list(floats ? items.sort(order) : mergeSort(items, order));
}

function sortedIntegers(meter: Meter, items: Value[]): Value {
  const numbers = Float64Array.from(items as number[]).sort();
  let result: Value = NIL;
  for (let i = numbers.length - 1; i >= 0; i--) result = meter.cons(numbers[i] as number, result);
  return result;
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
