import { CELL_BYTES } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import { Flo, isInteger, NIL, Pair, Str, Sym, T, truth, Vec } from "../values.ts";
import { wrongType } from "./faults.ts";
import { isNumber } from "./numeric.ts";

/** Questions about the kind of a value, identity and gensym (R128–R140). */
export const PREDICATE_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(null object)",
    doc: "Whether OBJECT is nil.",
    examples: [
      ["(null nil)", "t"],
      ["(null 0)", "nil"],
    ],
    fixed: (_meter, object) => (object === NIL ? T : NIL),
  }),
  definePrimitive({
    signature: "(not object)",
    doc: "t when OBJECT is nil, otherwise nil.",
    examples: [
      ["(not nil)", "t"],
      ['(not "")', "nil"],
    ],
    fixed: (_meter, object) => (object === NIL ? T : NIL),
  }),
  definePrimitive({
    signature: "(atom object)",
    doc: "Whether OBJECT is anything but a pair; nil and vectors are atoms.",
    examples: [
      ["(atom 1)", "t"],
      ["(atom '(1))", "nil"],
    ],
    fixed: (_meter, object) => (object instanceof Pair ? NIL : T),
  }),
  definePrimitive({
    signature: "(consp object)",
    doc: "Whether OBJECT is a pair, so a list that is not empty.",
    examples: [
      ["(consp '(1))", "t"],
      ["(consp nil)", "nil"],
    ],
    fixed: (_meter, object) => (object instanceof Pair ? T : NIL),
  }),
  definePrimitive({
    signature: "(listp object)",
    doc: "Whether OBJECT is a pair or nil. Tells an ordinary tool result from the list (:error ...) of a failed one.",
    examples: [
      ["(listp nil)", "t"],
      ['(listp "a")', "nil"],
    ],
    fixed: (_meter, object) => (object instanceof Pair || object === NIL ? T : NIL),
  }),
  definePrimitive({
    signature: "(stringp object)",
    doc: "Whether OBJECT is a string.",
    examples: [
      ['(stringp "a")', "t"],
      ["(stringp 'a)", "nil"],
    ],
    fixed: (_meter, object) => truth(object instanceof Str),
  }),
  definePrimitive({
    signature: "(numberp object)",
    doc: "Whether OBJECT is an integer or a float.",
    examples: [
      ["(numberp 1.5)", "t"],
      ['(numberp "1")', "nil"],
    ],
    fixed: (_meter, object) => truth(isNumber(object)),
  }),
  definePrimitive({
    signature: "(integerp object)",
    doc: "Whether OBJECT is an integer.",
    examples: [
      ["(integerp 1)", "t"],
      ["(integerp 1.0)", "nil"],
    ],
    fixed: (_meter, object) => truth(isInteger(object)),
  }),
  definePrimitive({
    signature: "(floatp object)",
    doc: "Whether OBJECT is a float.",
    examples: [
      ["(floatp 1.0)", "t"],
      ["(floatp 1)", "nil"],
    ],
    fixed: (_meter, object) => truth(object instanceof Flo),
  }),
  definePrimitive({
    signature: "(symbolp object)",
    doc: "Whether OBJECT is a symbol; nil, t and keywords are.",
    examples: [
      ["(symbolp :a)", "t"],
      ['(symbolp "a")', "nil"],
    ],
    fixed: (_meter, object) => truth(object instanceof Sym),
  }),
  definePrimitive({
    signature: "(sequencep object)",
    doc: "Whether OBJECT is a list, a string or a vector.",
    examples: [
      ["(sequencep [1])", "t"],
      ["(sequencep 1)", "nil"],
    ],
    fixed: (_meter, object) =>
      truth(object instanceof Pair || object === NIL || object instanceof Str || object instanceof Vec),
  }),
  definePrimitive({
    signature: "(identity argument)",
    doc: "The argument unchanged.",
    examples: [["(identity 'a)", "a"]],
    fixed: (_meter, argument) => argument,
  }),
  definePrimitive({
    signature: "(gensym &optional prefix)",
    doc: 'A new symbol that is identical to no other, for names in macros. It prints as PREFIX, "g" unless given.',
    examples: [
      ["(symbolp (gensym))", "t"],
      ["(eq (gensym) (gensym))", "nil"],
      ['(gensym "tmp")', "tmp"],
    ],
    fixed: (meter, prefix) => {
      if (prefix === NIL) {
        meter.retain(CELL_BYTES);
        return new Sym("g", 1);
      }
      if (!(prefix instanceof Str)) throw wrongType("gensym", "stringp", prefix, 0);
      meter.retain(CELL_BYTES + prefix.bytes);
      return new Sym(prefix.text, prefix.bytes);
    },
  }),
];
