import { Fault } from "../../fault.ts";
import { formProblem } from "../../form-problem.ts";
import { printShort } from "../../print-short.ts";
import type { Value } from "../../values.ts";
import { NIL, Pair, Sym } from "../../values.ts";
import { Binding } from "../environment.ts";
import { malformedForm, type TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { evaluateDeferred, valueNow } from "../now.ts";
import { evaluateBody } from "../body.ts";
import { NIL_CELL, NO_VALUES } from "../run.ts";

/** `(let ((NAME VALUE)...) BODY...)`: all values in the surrounding environment (R039). */
export const LET: TreeForm = {
  begin(run, form, env) {
    checkBindings(run, form, "let");
    bindNext(run, {
      kind: VALUE_OF_LET,
      form,
      env,
      rest: (form.cdr as Pair).car,
      values: NO_VALUES,
      index: 0,
      data: env,
    });
  },
};

/** `(let* ((NAME VALUE)...) BODY...)`: each value can use the names before it (R040). */
export const LET_STAR: TreeForm = {
  begin(run, form, env) {
    checkBindings(run, form, "let*");
    bindNext(run, {
      kind: VALUE_OF_LET_STAR,
      form,
      env,
      rest: (form.cdr as Pair).car,
      values: NO_VALUES,
      index: 0,
      data: env,
    });
  },
};

/** Waits for the value of the first binding in `rest`; `data` is the environment made so far. */
const VALUE_OF_LET: FrameKind<Binding> = { tag: "let", boundary: false, resume: resumeBinding };
const VALUE_OF_LET_STAR: FrameKind<Binding> = { tag: "let*", boundary: false, resume: resumeBinding };

function resumeBinding(run: Run, frame: Frame<Binding>, value: Value): void {
  bind(frame, value);
  bindNext(run, frame);
}

function bindNext(run: Run, frame: Frame<Binding>): void {
  while (frame.rest instanceof Pair) {
    const binding = frame.rest.car;
    // A bare NAME and (NAME) have the value nil.
    const cell = binding instanceof Pair && binding.cdr instanceof Pair ? binding.cdr : NIL_CELL;
    const env = frame.kind === VALUE_OF_LET ? frame.env : frame.data;
    const value = valueNow(run, cell, env, 0);
    if (value === undefined) {
      run.push(frame);
      evaluateDeferred(run);
      return;
    }
    bind(frame, value);
  }
  evaluateBody(run, (frame.form.cdr as Pair).cdr, frame.data);
}

/** Binds the name of the first binding in `rest`. */
function bind(frame: Frame<Binding>, value: Value): void {
  const at = frame.rest as Pair;
  const name = at.car instanceof Pair ? at.car.car : at.car;
  frame.data = new Binding(name as Sym, value, frame.data);
  frame.rest = at.cdr;
}

/** Fails unless every binding is NAME, (NAME) or (NAME VALUE) with a name that can be bound, before any value is evaluated. */
function checkBindings(run: Run, form: Pair, operator: "let" | "let*"): void {
  let rest = (form.cdr as Pair).car;
  for (; rest instanceof Pair; rest = rest.cdr) {
    const binding = rest.car;
    if (binding instanceof Pair && !isShort(binding)) throw malformedForm(operator, form);
    const name = binding instanceof Pair ? binding.car : binding;
    if (!(name instanceof Sym) || name === NIL || name.keyword) {
      if (formProblem(operator, form) !== undefined) throw malformedForm(operator, form);
      throw run.blame(rest, new Fault("E304", "script", { value: printShort(name), use: "bound" }));
    }
  }
  if (rest !== NIL) throw malformedForm(operator, form);
}

function isShort(binding: Pair): boolean {
  return binding.cdr === NIL || (binding.cdr instanceof Pair && binding.cdr.cdr === NIL);
}
