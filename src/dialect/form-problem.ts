import { Fault } from "./fault.ts";
import { FORMS, type FormName } from "./forms.ts";
import { printShort } from "./print-short.ts";
import type { Sym, Value } from "./values.ts";
import { listItems, Pair, T, Vec } from "./values.ts";

/** Elements of a list of forms. */
export function countOf(forms: Value): number {
  let count = 0;
  for (let cell = forms; cell instanceof Pair; cell = cell.cdr) count++;
  return count;
}

/** Why a special form lacks a part or has one it cannot take, or undefined. */
export function formProblem(name: FormName, form: Pair): string | undefined {
  const count = countOf(form.cdr);
  const { min, max } = FORMS[name];
  if (count < min) return `it has ${count} of at least ${min} parts`;
  if (count > max) return `it has ${count} parts and takes ${max}`;
  if (name === "setq" && count % 2 === 1) return "a name has no value";
  return name === "let" || name === "let*" ? bindingsProblem((form.cdr as Pair).car) : undefined;
}

function bindingsProblem(bindings: Value): string | undefined {
  if (bindings instanceof Vec) return "the bindings are a vector; they must be a list of (NAME VALUE)";
  const items = listItems(bindings);
  if (items === undefined) return `the bindings must be a list, not ${printShort(bindings)}`;
  const long = items.find((item) => item instanceof Pair && countOf(item) > 2);
  return long === undefined ? undefined : `the binding ${printShort(long)} has more than a name and a value`;
}

/** The fault of a setq to a name that is not bound (E303); `t`, which a let may bind without effect, is told apart (E304). */
export function unboundTarget(name: Sym): Fault {
  return name === T
    ? new Fault("E304", "script", { value: "t", use: "assigned" })
    : new Fault("E303", "script", { name: name.name });
}
