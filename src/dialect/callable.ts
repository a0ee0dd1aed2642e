import { Fault } from "./fault.ts";
import { printShort } from "./print-short.ts";
import type { Primitive } from "./primitive.ts";
import type { Checked, Definition } from "./program.ts";
import type { Resolution } from "./resolve.ts";
import { namesOf, resolveOperator } from "./resolve.ts";
import type { Value } from "./values.ts";
import { Closure, NIL, Sym } from "./values.ts";

/** Something that can be called with evaluated arguments (R048, R151). */
export type Callable =
  | { readonly kind: "primitive"; readonly primitive: Primitive }
  | { readonly kind: "function"; readonly definition: Definition }
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "closure"; readonly closure: Closure };

/**
 * What a value in function position (funcall, apply, mapcar) calls: a lambda, or a symbol that names a primitive,
 * a function of the script or a tool of the request. Everything else is E301, a standalone-only tool E371
 * (R170). Asked before the remaining arguments are evaluated (2.2).
 */
export function resolveCallable(value: Value, checked: Checked): Callable {
  if (value instanceof Closure) return { kind: "closure", closure: value };
  if (!(value instanceof Sym) || value === NIL || value.keyword) throw notCallable(value, "it is no function");
  const resolution = resolveOperator(value, namesOf(checked));
  switch (resolution.kind) {
    case "primitive":
    case "function":
      return resolution;
    case "tool":
      if (resolution.standalone) throw standaloneOnly(resolution.name);
      return resolution;
    default:
      throw notCallable(value, WHY[resolution.kind]);
  }
}

const WHY: Readonly<Record<Exclude<Resolution["kind"], "primitive" | "function" | "tool">, string>> = {
  form: "a special form is not a function",
  convenience: "a convenience is not a function",
  backquote: "the backquote is not a function",
  macro: "a macro is not a value",
  definer: "it only defines, at the top level",
  unknown: "nothing callable has that name",
};

function notCallable(value: Value, why: string): Fault {
  return new Fault("E301", "script", { value: printShort(value), why });
}

/** The fault of a computed call that names a standalone-only tool (R169, R202). */
export function standaloneOnly(name: string): Fault {
  return new Fault("E371", "script", { name });
}
