import { Fault } from "../fault.ts";
import { formProblem } from "../form-problem.ts";
import { FORMS, type FormName } from "../forms.ts";
import type { Value } from "../values.ts";
import { Pair } from "../values.ts";
import type { Binding } from "./environment.ts";
import type { Run } from "./run.ts";

/** How the tree machine begins a special form; its continuations are frames of its own kinds. */
export interface TreeForm {
  /** Begins `form`, whose step is charged and whose number of parts is within the form's `min` and `max`. */
  begin(run: Run, form: Pair, env: Binding): void;
  /** The value of such a form when it can be had on the spot; see `valueNow`. */
  readonly now?: (run: Run, form: Pair, env: Binding, nesting: number) => Value | undefined;
}

/** The fault of a special form whose part is not what its shape asks for, found when it runs (E123). */
export function malformed(name: FormName, problem: string): Fault {
  return new Fault("E123", "script", { name, problem, shape: FORMS[name].shape });
}

/** The same for a form as a whole. Preflight has refused such forms in the source: a macro made this one. */
export function malformedForm(name: FormName, form: Pair): Fault {
  return malformed(name, formProblem(name, form) ?? "it does not have its shape");
}

/** Whether a form has from `min` to `max` parts after its operator; looks at no more cells than that takes. */
export function fitsParts(form: Pair, min: number, max: number): boolean {
  let rest = form.cdr;
  for (let i = 0; i < min; i++) {
    if (!(rest instanceof Pair)) return false;
    rest = rest.cdr;
  }
  if (max === Infinity) return true;
  let room = max - min;
  for (; rest instanceof Pair && room >= 0; rest = rest.cdr) room--;
  return room >= 0;
}
