import type { Names } from "./resolve.ts";
import { resolveOperator } from "./resolve.ts";
import type { Value } from "./values.ts";
import { NIL, Pair, Sym } from "./values.ts";

/**
 * The tool that a script is one direct call of, or undefined (R197, R198, A41): exactly one top-level form, a
 * call of a roster tool whose arguments are literals, names, quoted data, or primitives applied to such.
 * Nothing in them can call a tool, so the call can be drawn and answered as the tool itself.
 */
export function directTool(
  forms: Value,
  names: Names,
): { readonly name: string; readonly standalone: boolean } | undefined {
  if (!(forms instanceof Pair) || forms.cdr !== NIL || names.definitions.size > 0) return undefined;
  const call = forms.car;
  if (!(call instanceof Pair) || !(call.car instanceof Sym)) return undefined;
  const resolution = resolveOperator(call.car, names);
  if (resolution.kind !== "tool" || !allPure(call.cdr, names)) return undefined;
  return { name: resolution.name, standalone: resolution.standalone };
}

/** Nesting is bounded by `max-depth`, so this may recurse. */
function allPure(args: Value, names: Names): boolean {
  let rest = args;
  while (rest instanceof Pair) {
    if (!isPure(rest.car, names)) return false;
    rest = rest.cdr;
  }
  return true;
}

function isPure(form: Value, names: Names): boolean {
  if (!(form instanceof Pair)) return true;
  if (!(form.car instanceof Sym)) return false;
  const resolution = resolveOperator(form.car, names);
  if (resolution.kind === "form") return resolution.name === "quote";
  return resolution.kind === "primitive" && allPure(form.cdr, names);
}
