import { eq, eql, equal } from "../equality.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Sym, Value } from "../values.ts";
import { NIL, T, truth } from "../values.ts";
import { numeric } from "./numeric.ts";

/** Whether two host numbers of either kind stand in an order; the host compares an integer with a float exactly. */
type Order = (left: number | bigint, right: number | bigint) => boolean;

/**
 * Whether each operand stands in the order with the next one. Ends at the first pair that does not, and what stands
 * behind is never looked at; a single operand is not looked at either (`(= 'a)` is t).
 */
function chained(name: string, args: readonly Value[], holds: Order): Sym {
  for (let i = 1; i < args.length; i++) {
    const left = numeric(args[i - 1] as Value, name, i - 1);
    if (!holds(left, numeric(args[i] as Value, name, i))) return NIL;
  }
  return T;
}

/** Two small integers, the operands that loops compare: worth a path of their own. */
function twoIntegers(args: readonly Value[]): args is readonly [number, number] {
  return args.length === 2 && typeof args[0] === "number" && typeof args[1] === "number";
}

/** Equality of an integer and a float by value; the host's `===` takes them for different. */
function same(left: number | bigint, right: number | bigint): boolean {
  return left <= right && left >= right;
}

/** Numbers in order, and sameness (R119–R127). */
export const COMPARISON_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(= number-or-marker &rest numbers-or-markers)",
    doc: "Whether all numbers are equal by value; an integer and a float are compared exactly.",
    examples: [
      ["(= 1 1.0)", "t"],
      ["(= 1 1 2)", "nil"],
    ],
    rest: (_meter, args) => {
      if (twoIntegers(args)) return args[0] === args[1] ? T : NIL;
      return chained("=", args, same);
    },
  }),
  definePrimitive({
    signature: "(/= num1 num2)",
    doc: "Whether two numbers differ in value.",
    examples: [["(/= 1 2)", "t"]],
    fixed: (_meter, num1, num2) => {
      if (typeof num1 === "number" && typeof num2 === "number") return num1 === num2 ? NIL : T;
      return truth(!same(numeric(num1, "/=", 0), numeric(num2, "/=", 1)));
    },
  }),
  definePrimitive({
    signature: "(< number-or-marker &rest numbers-or-markers)",
    doc: "Whether each number is smaller than the next one.",
    examples: [
      ["(< 1 2 3)", "t"],
      ["(< 1 3 2)", "nil"],
    ],
    rest: (_meter, args) => {
      if (twoIntegers(args)) return args[0] < args[1] ? T : NIL;
      return chained("<", args, (left, right) => left < right);
    },
  }),
  definePrimitive({
    signature: "(> number-or-marker &rest numbers-or-markers)",
    doc: "Whether each number is larger than the next one.",
    examples: [
      ["(> 3 2 1)", "t"],
      ["(> 1 1)", "nil"],
    ],
    rest: (_meter, args) => {
      if (twoIntegers(args)) return args[0] > args[1] ? T : NIL;
      return chained(">", args, (left, right) => left > right);
    },
  }),
  definePrimitive({
    signature: "(<= number-or-marker &rest numbers-or-markers)",
    doc: "Whether no number is larger than the next one.",
    examples: [["(<= 1 1 2)", "t"]],
    rest: (_meter, args) => {
      if (twoIntegers(args)) return args[0] <= args[1] ? T : NIL;
      return chained("<=", args, (left, right) => left <= right);
    },
  }),
  definePrimitive({
    signature: "(>= number-or-marker &rest numbers-or-markers)",
    doc: "Whether no number is smaller than the next one.",
    examples: [["(>= 2 1 1)", "t"]],
    rest: (_meter, args) => {
      if (twoIntegers(args)) return args[0] >= args[1] ? T : NIL;
      return chained(">=", args, (left, right) => left >= right);
    },
  }),
  definePrimitive({
    signature: "(eq obj1 obj2)",
    doc: "Whether two values are the same object: right for symbols and ordinary integers, not for strings, floats and lists.",
    examples: [
      ["(eq 'a 'a)", "t"],
      ['(eq "a" "a")', "nil"],
    ],
    fixed: (_meter, obj1, obj2) => truth(eq(obj1, obj2)),
  }),
  definePrimitive({
    signature: "(eql obj1 obj2)",
    doc: "Like eq, and t also for two numbers of the same type and value.",
    examples: [
      ["(eql 1.5 1.5)", "t"],
      ["(eql 1 1.0)", "nil"],
    ],
    fixed: (_meter, obj1, obj2) => truth(eql(obj1, obj2)),
  }),
  definePrimitive({
    signature: "(equal o1 o2)",
    doc: "Whether two values look the same: strings by their characters, lists and vectors element by element.",
    examples: [
      ['(equal \'(1 "a") (list 1 "a"))', "t"],
      ["(equal 1 1.0)", "nil"],
    ],
    fixed: (meter, o1, o2) => truth(equal(o1, o2, meter)),
  }),
];
