import { eq, equal } from "../equality.ts";
import { Fault } from "../fault.ts";
import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import { printShort } from "../print-short.ts";
import type { Value } from "../values.ts";
import { NIL, Pair, Str, Sym } from "../values.ts";
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

/** The first entry of `alist` whose car is the same as `key`. Comparing by identity is what `assq` does. */
function entryOf(meter: Meter, key: Value, alist: Value, same: Test): Value {
  let rest = alist;
  let touched = 0;
  for (; rest instanceof Pair; rest = rest.cdr) {
    const entry = rest.car;
    touched++;
    if (entry instanceof Pair && same(entry.car, key, meter)) break;
  }
  meter.work += touched;
  return foundEntry(rest, alist, same === eq ? "assq" : "assoc");
}

/** The last UTF-16 unit, 0 for none: keys of one size mostly differ there, and it costs less than comparing all of them. */
function lastUnit(text: string): number {
  return text.length === 0 ? 0 : text.charCodeAt(text.length - 1);
}

/** `entryOf` with `equal` for a string: the look-up that scripts make most. */
function entryOfText(meter: Meter, key: Str, alist: Value): Value {
  const { text, bytes } = key;
  const end = lastUnit(text);
  let rest = alist;
  let touched = 0;
  for (; rest instanceof Pair; rest = rest.cdr) {
    const entry = rest.car;
    touched++;
    if (!(entry instanceof Pair)) continue;
    const found = entry.car;
    if (found instanceof Str && found.bytes === bytes && lastUnit(found.text) === end && found.text === text) break;
  }
  meter.work += touched;
  return foundEntry(rest, alist, "assoc");
}

function foundEntry(rest: Value, alist: Value, name: string): Value {
  if (rest instanceof Pair) return rest.car;
  if (rest === NIL) return NIL;
  throw listExpected(name, alist, 1);
}

function assoc(
  meter: Meter,
  operands: readonly [key: Value, alist: Value, testfn: Value],
  named: PrimitiveLookup,
): Value {
  const [key, alist, testfn] = operands;
  if (testfn !== NIL) return entryOf(meter, key, alist, chosenTest(testfn, equal, named));
  return key instanceof Str ? entryOfText(meter, key, alist) : entryOf(meter, key, alist, equal);
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
        ['(assoc "b" \'(("a" 1) ("b" 2)))', '("b" 2)'],
        ["(assoc 1 '((1.0 x)) '=)", "(1.0 x)"],
      ],
      fixed: (meter, key, alist, testfn) => assoc(meter, [key, alist, testfn], named),
      takesTest: true,
    }),
    definePrimitive({
      signature: "(assq key alist)",
      doc: "The first pair in ALIST whose car is identical to KEY: for symbols and integers.",
      examples: [["(assq 'b '((a 1) (b 2)))", "(b 2)"]],
      fixed: (meter, key, alist) => entryOf(meter, key, alist, eq),
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
