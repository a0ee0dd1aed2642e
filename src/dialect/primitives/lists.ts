import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { Big, Flo, NIL, Pair } from "../values.ts";
import { listExpected, wrongType } from "./faults.ts";
import { isNumber, numeric } from "./numeric.ts";

/** `list` without its first `n` elements; a negative `n` leaves it as it is. `name` and the operand positions are for errors. */
function tailOf(meter: Meter, name: string, n: Value, list: Value): Value {
  let count: number;
  if (typeof n === "number") count = n;
  else if (n instanceof Big) count = n.value < 0n ? 0 : Infinity;
  else throw wrongType(name, "integerp", n, 0);
  let tail = list;
  let left = count;
  for (; left > 0; left--) {
    if (!(tail instanceof Pair)) {
      if (tail === NIL) break;
      throw listExpected(name, list, 1);
    }
    tail = tail.cdr;
  }
  if (count > 0 && count < Infinity) meter.work += count - left;
  return tail;
}

/** How many pairs a chain of cdrs has, whatever it ends in. */
function pairCount(list: Value): number {
  let count = 0;
  for (let rest = list; rest instanceof Pair; rest = rest.cdr) count++;
  return count;
}

function last(meter: Meter, list: Value, n: Value): Value {
  if (n !== NIL && !isNumber(n)) throw wrongType("last", "number-or-marker-p", n, 1);
  if (n === NIL && list === NIL) return NIL;
  const wanted = n === NIL ? 1 : numeric(n, "last", 1);
  if (!(wanted >= 0)) return NIL;
  const count = pairCount(list);
  meter.work += count;
  if (n === NIL) return tailOf(meter, "last", count - 1, list);
  if (!(wanted < count)) return list;
  if (n instanceof Flo) throw wrongType("last", "integerp", n, 1);
  return tailOf(meter, "last", count - Number(wanted), list);
}

function take(meter: Meter, n: Value, list: Value): Value {
  let left: number;
  if (typeof n === "number") left = n;
  else if (n instanceof Big) left = n.value < 0n ? 0 : Infinity;
  else throw wrongType("take", "integerp", n, 0);
  if (left <= 0) return NIL;
  if (list !== NIL && !(list instanceof Pair)) throw listExpected("take", list, 1);
  const items: Value[] = [];
  let rest: Value = list;
  for (; left > 0 && rest instanceof Pair; left--) {
    items.push(rest.car);
    rest = rest.cdr;
  }
  if (left > 0 && rest !== NIL) throw listExpected("take", rest, 1);
  meter.work += items.length;
  return meter.list(items);
}

/** Walking along lists (R071–R074). */
export const LIST_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(nth n list)",
    doc: "Element N of LIST, counted from 0; nil past the end. A negative N means the first element.",
    examples: [
      ["(nth 1 '(a b c))", "b"],
      ["(nth 5 '(a))", "nil"],
    ],
    fixed: (meter, n, list) => {
      const tail = tailOf(meter, "nth", n, list);
      if (tail instanceof Pair) return tail.car;
      if (tail === NIL) return NIL;
      throw listExpected("nth", tail, 1);
    },
  }),
  definePrimitive({
    signature: "(nthcdr n list)",
    doc: "LIST without its first N elements; nil past the end. A negative N changes nothing.",
    examples: [
      ["(nthcdr 1 '(a b c))", "(b c)"],
      ["(nthcdr -2 '(a b))", "(a b)"],
    ],
    fixed: (meter, n, list) => tailOf(meter, "nthcdr", n, list),
  }),
  definePrimitive({
    signature: "(last list &optional n)",
    doc: "The last N pairs of LIST, 1 unless said otherwise; the whole list when it has fewer.",
    examples: [
      ["(last '(1 2 3))", "(3)"],
      ["(last '(1 2 3) 2)", "(2 3)"],
    ],
    fixed: last,
  }),
  definePrimitive({
    signature: "(take n list)",
    doc: "A new list of the first N elements of LIST, or of all when there are fewer.",
    examples: [
      ["(take 2 '(1 2 3))", "(1 2)"],
      ["(take 9 '(1 2))", "(1 2)"],
    ],
    fixed: take,
  }),
];
