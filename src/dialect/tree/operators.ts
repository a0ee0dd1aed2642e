import { BACKQUOTE } from "../backquote.ts";
import { standaloneOnly, type Callable } from "../callable.ts";
import { CONVENIENCES, type Convenience } from "../conveniences.ts";
import { directTool } from "../direct.ts";
import { checkExpansionSize } from "../expansion.ts";
import { Fault } from "../fault.ts";
import { countOf } from "../form-problem.ts";
import { FORMS, type FormName } from "../forms.ts";
import { namesOf, resolveOperator, type Resolution } from "../resolve.ts";
import type { Sym, Value } from "../values.ts";
import { NIL, Pair, pair } from "../values.ts";
import { ARGUMENTS, collectArguments } from "./call.ts";
import type { Binding } from "./environment.ts";
import { TREE_FORMS } from "./forms.ts";
import { fitsParts, malformedForm, type TreeForm } from "./form.ts";
import { beginMacroCall } from "./macro.ts";
import { applyPrimitive, evaluateDeferred, valueNow } from "./now.ts";
import type { Operator, Run } from "./run.ts";

/** Expansions kept for the next time their form is evaluated. Forms that macros make come only once and push out the others. */
const MAX_KEPT_EXPANSIONS = 4_096;

/** What `symbol` does in operator position. */
export function resolveTreeOperator(run: Run, symbol: Sym): Operator {
  return operatorFor(run, resolveOperator(symbol, namesOf(run.checked)));
}

function operatorFor(run: Run, resolution: Resolution): Operator {
  switch (resolution.kind) {
    case "form":
      return formOperator(resolution.name);
    case "convenience":
      return expandingOperator(CONVENIENCES[resolution.name]);
    case "backquote":
      return expandingOperator(BACKQUOTE);
    case "primitive":
      return primitiveOperator(resolution);
    case "function":
      return callOperator(resolution);
    case "tool":
      return resolution.standalone && !isDirect(run)
        ? failingOperator(standaloneOnly(resolution.name))
        : callOperator(resolution);
    case "macro":
      return slow((inner, form, env) => {
        beginMacroCall(inner, { definition: resolution.definition, form, env });
      });
    case "definer":
      return failingOperator(new Fault("E134", "script", { name: resolution.name }));
    case "unknown":
      return failingOperator(unknownOperator(resolution.name));
  }
}

function isDirect(run: Run): boolean {
  return directTool(run.checked.program.forms, namesOf(run.checked)) !== undefined;
}

function unknownOperator(name: string): Fault {
  if (name === "," || name === ",@") {
    return new Fault("E140", "script", { problem: `${name} is only possible inside a backquote` });
  }
  return new Fault("E120", "script", { functions: "function", names: name });
}

/** An operator whose forms always take transitions. All operators have one shape: the machine looks at them all the time. */
function slow(begin: Operator["begin"]): Operator {
  return { begin, now: undefined };
}

function failingOperator(fault: Fault): Operator {
  return slow(() => {
    throw fault;
  });
}

function formOperator(name: FormName): Operator {
  const record: TreeForm = TREE_FORMS[name];
  const { min, max } = FORMS[name];
  const { now } = record;
  const check = (run: Run, form: Pair): void => {
    if (!fitsParts(form, min, max)) throw run.blame(form, malformedForm(name, form));
  };
  return {
    begin(run, form, env) {
      check(run, form);
      record.begin(run, form, env);
    },
    now:
      now === undefined
        ? undefined
        : (run, form, env, nesting) => {
            check(run, form);
            return now(run, form, env, nesting);
          },
  };
}

/** Calls a primitive; the arguments are written in the form. */
function primitiveOperator(callable: Callable & { readonly kind: "primitive" }): Operator {
  function now(run: Run, form: Pair, env: Binding, nesting: number): Value | undefined {
    const values = new Array<Value>(countOf(form.cdr));
    let index = 0;
    for (let cell = form.cdr; cell instanceof Pair; cell = cell.cdr) {
      const value = valueNow(run, cell, env, nesting + 1);
      if (value === undefined) {
        run.deferred.push({ kind: ARGUMENTS, form, env, rest: cell.cdr, values, index, data: callable });
        return undefined;
      }
      values[index++] = value;
    }
    run.leaf = form;
    const value = applyPrimitive(run, callable.primitive, values);
    run.leaf = undefined;
    return value;
  }
  return { begin: beginNow(now), now };
}

/** Begins a form that may have its value on the spot. */
function beginNow(now: NonNullable<Operator["now"]>): Operator["begin"] {
  return (run, form, env) => {
    const value = now(run, form, env, 0);
    if (value === undefined) evaluateDeferred(run);
    else run.answer(value);
  };
}

/** Calls something fixed with the arguments written in the form. */
function callOperator(callable: Callable): Operator {
  return slow((run, form, env) => {
    const values = new Array<Value>(countOf(form.cdr));
    collectArguments(run, { kind: ARGUMENTS, form, env, rest: form.cdr, values, index: 0, data: callable });
  });
}

/** Expands a convenience or template (one more step) and evaluates the expansion in its place. */
function expandingOperator(convenience: Convenience): Operator {
  return slow((run, form, env) => {
    run.step();
    let cell = run.expansions.get(form);
    if (cell === undefined) {
      cell = pair(expansionOf(run, convenience, form), NIL);
      if (run.expansions.size >= MAX_KEPT_EXPANSIONS) run.expansions.clear();
      run.expansions.set(form, cell);
    }
    run.evaluate(cell, env);
  });
}

function expansionOf(run: Run, convenience: Convenience, form: Pair): Value {
  const { name, shape } = convenience;
  const problem = convenience.problem(form);
  if (problem !== undefined) throw new Fault("E141", "script", { name, problem, shape });
  const expansion = convenience.expand(form, run.checked.program.symbols);
  if ("problem" in expansion) {
    const fault = new Fault("E140", "script", { problem: expansion.problem });
    throw expansion.cell === undefined ? fault : run.blame(expansion.cell, fault);
  }
  checkExpansionSize(expansion.form, run.limits, name);
  for (const { to, from } of expansion.moved) {
    const place = run.checked.program.places.get(from) ?? run.places.get(from);
    if (place !== undefined) run.places.set(to, place);
  }
  return expansion.form;
}
