import { Fault } from "../../fault.ts";
import { printShort } from "../../print-short.ts";
import type { Value } from "../../values.ts";
import { NIL, Pair, Sym, T } from "../../values.ts";
import { lookup } from "../environment.ts";
import { malformedForm, type TreeForm } from "../form.ts";
import type { Frame, FrameKind, Run } from "../run.ts";
import { atomNow, NO_VALUES } from "../run.ts";

/** `(setq NAME VALUE...)`: changes existing bindings only, pair by pair (R038). */
export const SETQ: TreeForm = {
  begin(run, form, env) {
    if (!isPaired(form.cdr)) throw malformedForm("setq", form);
    assignNext(run, { kind: VALUE_OF_SETQ, form, env, rest: form.cdr, values: NO_VALUES, index: 0, data: undefined }, NIL);
  },
};

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
  resume(run, frame, value) {
    assign(run, frame, value);
    assignNext(run, frame, value);
  },
};

/** Goes on with the next pair; after the last one the answer is its value, `last`. */
function assignNext(run: Run, frame: Frame<undefined>, last: Value): void {
  let answer = last;
  while (frame.rest instanceof Pair) {
    const at = frame.rest;
    const name = at.car;
    if (!(name instanceof Sym) || name === NIL || name === T || name.keyword) {
      throw run.blame(at, new Fault("E304", "script", { value: printShort(name), use: "assigned" }));
    }
    const cell = at.cdr as Pair;
    const value = atomNow(run, cell, frame.env);
    if (value === undefined) {
      run.push(frame);
      run.evaluate(cell, frame.env);
      return;
    }
    assign(run, frame, value);
    answer = value;
  }
  run.answer(answer);
}

/** Assigns the first pair in `rest`; whether its name is bound is asked only now, after its value (2.2). */
function assign(run: Run, frame: Frame<undefined>, value: Value): void {
  const at = frame.rest as Pair;
  const name = at.car as Sym;
  const binding = lookup(name, frame.env);
  if (binding === undefined) throw run.blame(at, new Fault("E303", "script", { name: name.name }));
  binding.value = value;
  frame.rest = (at.cdr as Pair).cdr;
}
