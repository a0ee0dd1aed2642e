import { Fault } from "../../fault.ts";
import { unboundTarget } from "../../form-problem.ts";
import { printShort } from "../../print-short.ts";
import type { Value } from "../../values.ts";
import { NIL, Pair, Sym } from "../../values.ts";
import { lookup, type Binding } from "../environment.ts";
import { malformedForm, type TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { evaluateDeferred, valueNow } from "../now.ts";
import { NO_VALUES } from "../run.ts";

/** `(setq NAME VALUE...)`: changes existing bindings only, pair by pair (R038). */
export const SETQ = {
  begin(run, form, env) {
    const value = SETQ.now(run, form, env, 0);
    if (value === undefined) evaluateDeferred(run);
    else run.answer(value);
  },
  now(run, form, env, nesting) {
    if (!isPaired(form.cdr)) throw run.blame(form, malformedForm("setq", form), env);
    return assignAll(run, { form, env, rest: form.cdr }, nesting);
  },
} satisfies TreeForm;

/** Whether a list has an even number of elements. */
function isPaired(list: Value): boolean {
  let rest = list;
  while (rest instanceof Pair) {
    if (!(rest.cdr instanceof Pair)) return false;
    rest = rest.cdr.cdr;
  }
  return true;
}

/** Waits for the value of the first pair in `rest`. */
const VALUE_OF_SETQ: FrameKind<undefined> = {
  tag: "setq",
  boundary: false,
  resume(run, frame, value) {
    const at = frame.rest as Pair;
    assign(run, at, { value, env: frame.env });
    const rest = (at.cdr as Pair).cdr;
    const last = rest === NIL ? value : assignAll(run, { form: frame.form, env: frame.env, rest }, 0);
    if (last === undefined) evaluateDeferred(run);
    else run.answer(last);
  },
};

/** Assigns the pairs in `rest` and answers the last value; nil for none; undefined when a value must be waited for. */
function assignAll(run: Run, pairs: Pick<Frame, "form" | "env" | "rest">, nesting: number): Value | undefined {
  const { form, env } = pairs;
  let last: Value = NIL;
  for (let rest = pairs.rest; rest instanceof Pair; rest = (rest.cdr as Pair).cdr) {
    const name = rest.car;
    if (!(name instanceof Sym) || name === NIL || name.keyword) {
      throw run.blame(rest, new Fault("E304", "script", { value: printShort(name), use: "assigned" }), env);
    }
    const value = valueNow(run, rest.cdr as Pair, env, nesting + 1);
    if (value === undefined) {
      run.deferred.push({ kind: VALUE_OF_SETQ, form, env, rest, values: NO_VALUES, index: 0, data: undefined });
      return undefined;
    }
    assign(run, rest, { value, env });
    last = value;
  }
  return last;
}

/** Assigns to the name in `at`; whether it is bound is asked only now, after its value (2.2). */
function assign(run: Run, at: Pair, to: { readonly value: Value; readonly env: Binding }): void {
  const name = at.car as Sym;
  const binding = lookup(name, to.env);
  if (binding === undefined) throw run.blame(at, unboundTarget(name), to.env);
  binding.value = to.value;
}
