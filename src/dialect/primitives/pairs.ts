import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { NIL, Pair } from "../values.ts";
import { listExpected } from "./faults.ts";

function carOf(name: string, value: Value): Value {
  if (value instanceof Pair) return value.car;
  if (value === NIL) return NIL;
  throw listExpected(name, value, 0);
}

function cdrOf(name: string, value: Value): Value {
  if (value instanceof Pair) return value.cdr;
  if (value === NIL) return NIL;
  throw listExpected(name, value, 0);
}

/** Pairs and fresh lists (R061–R068). */
export const PAIR_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(car list)",
    doc: "The first element of LIST; nil for the empty list.",
    examples: [
      ["(car '(1 2))", "1"],
      ["(car nil)", "nil"],
    ],
    fixed: (_meter, list) => {
      if (list instanceof Pair) return list.car;
      if (list === NIL) return NIL;
      throw listExpected("car", list, 0);
    },
  }),
  definePrimitive({
    signature: "(cdr list)",
    doc: "LIST without its first element; nil for the empty list.",
    examples: [
      ["(cdr '(1 2))", "(2)"],
      ["(cdr nil)", "nil"],
    ],
    fixed: (_meter, list) => {
      if (list instanceof Pair) return list.cdr;
      if (list === NIL) return NIL;
      throw listExpected("cdr", list, 0);
    },
  }),
  definePrimitive({
    signature: "(caar x)",
    doc: "The first element of the first element of X.",
    examples: [["(caar '((1) 2))", "1"]],
    fixed: (_meter, x) => carOf("caar", carOf("caar", x)),
  }),
  definePrimitive({
    signature: "(cadr x)",
    doc: "The second element of X; nil when there is none.",
    examples: [
      ["(cadr '(1 2))", "2"],
      ["(cadr '(1))", "nil"],
    ],
    fixed: (_meter, x) => carOf("cadr", cdrOf("cadr", x)),
  }),
  definePrimitive({
    signature: "(cdar x)",
    doc: "The first element of X, which is a list, without its own first element.",
    examples: [["(cdar '((1 2) 3))", "(2)"]],
    fixed: (_meter, x) => cdrOf("cdar", carOf("cdar", x)),
  }),
  definePrimitive({
    signature: "(cddr x)",
    doc: "X without its first two elements.",
    examples: [
      ["(cddr '(1 2 3))", "(3)"],
      ["(cddr '(1))", "nil"],
    ],
    fixed: (_meter, x) => cdrOf("cddr", cdrOf("cddr", x)),
  }),
  definePrimitive({
    signature: "(cons car cdr)",
    doc: "A new pair. With a list as CDR it is that list with CAR in front; otherwise it is a dotted pair.",
    examples: [
      ["(cons 1 '(2))", "(1 2)"],
      ["(cons 1 2)", "(1 . 2)"],
    ],
    fixed: (meter, car, cdr) => meter.cons(car, cdr),
  }),
  definePrimitive({
    signature: "(list &rest objects)",
    doc: "A new list of the arguments.",
    examples: [
      ['(list 1 "a" \'b)', '(1 "a" b)'],
      ["(list)", "nil"],
    ],
    rest: (meter, objects) => meter.list(objects),
  }),
];
