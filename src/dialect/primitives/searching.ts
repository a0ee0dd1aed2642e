import { eq, equal } from "../equality.ts";
import { Fault } from "../fault.ts";
import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import { printShort } from "../print-short.ts";
import type { Value } from "../values.ts";
import { NIL, Pair, Sym } from "../values.ts";
import { listExpected, wrongType } from "./faults.ts";

/** Finds a primitive by its name, or undefined. */
export type PrimitiveLookup = (name: string) => Primitive | undefined;

/** A two-operand question about values. */
type Test = (left: Value, right: Value, meter: Meter) => boolean;

/**
 * The test a caller chose (A28): nil stands for `usual`, a quoted name for that primitive. Anything else, a lambda
 * or an own function too, is a fault.
 */
function chosenTest(value: Value, usual: Test, named: PrimitiveLookup): Test {
  if (value === NIL) return usual;
  const primitive = value instanceof Sym ? named(value.name) : undefined;
  if (primitive === undefined || primitive.min > 2 || primitive.max < 2) {
    throw new Fault(
      "E301",
      "script",
      {
        value: printShort(value),
        why: "a test here is nil or the quoted name of a primitive that takes two arguments",
      },
      2,
    );
  }
  const { fixed, rest } = primitive;
  if (fixed !== undefined) return (left, right, meter) => fixed(meter, left, right, NIL, NIL) !== NIL;
  return (left, right, meter) => rest?.(meter, [left, right]) !== NIL;
}

/** The rest of `list` from the first element that is the same as `elt`. Comparing by identity is what `memq` does. */
function memberTail(meter: Meter, elt: Value, list: Value, same: Test): Value {
  let rest = list;
  for (; rest instanceof Pair; rest = rest.cdr) {
    meter.work++;
    if (same(elt, rest.car, meter)) return rest;
  }
  if (rest === NIL) return NIL;
  throw listExpected(same === eq ? "memq" : "member", list, 1);
}

function assq(meter: Meter, key: Value, alist: Value): Value {
  let rest = alist;
  for (; rest instanceof Pair; rest = rest.cdr) {
    const entry = rest.car;
    meter.work++;
    if (entry instanceof Pair && eq(entry.car, key)) return entry;
  }
  if (rest === NIL) return NIL;
  throw listExpected("assq", alist, 1);
}

function assoc(meter: Meter, key: Value, alist: Value, same: Test): Value {
  let rest = alist;
  for (; rest instanceof Pair; rest = rest.cdr) {
    const entry = rest.car;
    meter.work++;
    if (entry instanceof Pair && same(entry.car, key, meter)) return entry;
  }
  if (rest === NIL) return NIL;
  throw listExpected("assoc", alist, 1);
}

function plistGet(meter: Meter, plist: Value, prop: Value, same: Test): Value {
  let rest = plist;
  while (rest instanceof Pair && rest.cdr instanceof Pair) {
    meter.work++;
    if (same(rest.car, prop, meter)) return rest.cdr.car;
    rest = rest.cdr.cdr;
  }
  return NIL;
}

function plistMember(meter: Meter, plist: Value, prop: Value, same: Test): Value {
  let rest = plist;
  while (rest instanceof Pair) {
    meter.work++;
    if (same(rest.car, prop, meter)) return rest;
    rest = rest.cdr;
    if (!(rest instanceof Pair)) break;
    rest = rest.cdr;
  }
  if (rest === NIL) return NIL;
  throw wrongType("plist-member", "plistp", plist, 0);
}

/** Looking for elements and entries (R077–R082). `named` finds the primitive that a caller names as a test. */
export function searchPrimitives(named: PrimitiveLookup): readonly Primitive[] {
  return [
    definePrimitive({
      signature: "(member elt list)",
      doc: "The rest of LIST from the first element that is equal to ELT; nil when there is none.",
      examples: [
        ['(member "b" \'("a" "b" "c"))', '("b" "c")'],
        ["(member 1.0 '(1))", "nil"],
      ],
      fixed: (meter, elt, list) => memberTail(meter, elt, list, equal),
    }),
    definePrimitive({
      signature: "(memq elt list)",
      doc: "Like member, by identity: finds symbols and integers, never strings or floats.",
      examples: [
        ["(memq 'b '(a b c))", "(b c)"],
        ['(memq "a" \'("a"))', "nil"],
      ],
      fixed: (meter, elt, list) => memberTail(meter, elt, list, eq),
    }),
    definePrimitive({
      signature: "(assoc key alist &optional testfn)",
      doc: "The first pair in ALIST whose car is equal to KEY. TESTFN may be the quoted name of another two-argument primitive.",
      examples: [
        ['(assoc "b" \'(("a" . 1) ("b" . 2)))', '("b" . 2)'],
        ["(assoc 1 '((1.0 x)) '=)", "(1.0 x)"],
      ],
      fixed: (meter, key, alist, testfn) => assoc(meter, key, alist, chosenTest(testfn, equal, named)),
      takesTest: true,
    }),
    definePrimitive({
      signature: "(assq key alist)",
      doc: "The first pair in ALIST whose car is identical to KEY: for symbols and integers.",
      examples: [["(assq 'b '((a 1) (b 2)))", "(b 2)"]],
      fixed: (meter, key, alist) => assq(meter, key, alist),
    }),
    definePrimitive({
      signature: "(plist-get plist prop &optional predicate)",
      doc: "The value after PROP in a property list, or nil. Names are compared by identity unless PREDICATE names another primitive.",
      examples: [
        ["(plist-get '(:a 1 :b 2) :b)", "2"],
        ['(plist-get \'("a" 1) "a" \'equal)', "1"],
      ],
      fixed: (meter, plist, prop, predicate) => plistGet(meter, plist, prop, chosenTest(predicate, eq, named)),
      takesTest: true,
    }),
    definePrimitive({
      signature: "(plist-member plist prop &optional predicate)",
      doc: "The rest of a property list from PROP on, or nil: tells a missing property from one whose value is nil.",
      examples: [
        ["(plist-member '(:a 1 :b nil) :b)", "(:b nil)"],
        ["(plist-member '(:a 1) :z)", "nil"],
      ],
      fixed: (meter, plist, prop, predicate) => plistMember(meter, plist, prop, chosenTest(predicate, eq, named)),
      takesTest: true,
    }),
  ];
}
