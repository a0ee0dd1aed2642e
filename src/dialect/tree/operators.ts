import { BACKQUOTE } from "../backquote.ts";
import { standaloneOnly, type Callable } from "../callable.ts";
import { CONVENIENCES, type Convenience } from "../conveniences.ts";
import { directTool } from "../direct.ts";
import { checkExpansionSize } from "../expansion.ts";
import { Fault } from "../fault.ts";
import { FORMS } from "../forms.ts";
import { printShort } from "../print-short.ts";
import { resolveOperator, type Resolution } from "../resolve.ts";
import type { Pair, Value } from "../values.ts";
import { NIL, pair, Sym } from "../values.ts";
import { ARGUMENTS, beginArguments } from "./call.ts";
import { TREE_FORMS } from "./forms.ts";
import { fitsParts, malformedForm, type TreeForm } from "./form.ts";
import { beginMacroCall } from "./macro.ts";
import type { Operator, Run } from "./run.ts";

/** Expansions kept for the next time their form is evaluated. Forms that macros make come only once and push out the others. */
const MAX_KEPT_EXPANSIONS = 4_096;

/** The operator of a form, resolved before anything of the form is evaluated (R041). */
export function operatorOf(run: Run, form: Pair): Operator {
  const symbol = form.car;
  if (!(symbol instanceof Sym) || symbol === NIL || symbol.keyword) {
    throw new Fault("E111", "script", { value: printShort(symbol) });
  }
  let operator = run.operators.get(symbol);
  if (operator === undefined) {
    const { definitions, program, roster } = run.checked;
    operator = operatorFor(run, resolveOperator(symbol, { symbols: program.symbols, definitions, roster }));
    run.operators.set(symbol, operator);
  }
  return operator;
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
    case "function":
      return callOperator(resolution);
    case "tool":
      return resolution.standalone && !isDirect(run)
        ? failingOperator(standaloneOnly(resolution.name))
        : callOperator(resolution);
    case "macro":
      return { begin: (inner, form, env) => beginMacroCall(inner, { definition: resolution.definition, form, env }) };
    case "definer":
      return failingOperator(new Fault("E134", "script", { name: resolution.name }));
    case "unknown":
      return failingOperator(unknownOperator(resolution.name));
  }
}

function isDirect(run: Run): boolean {
  const { definitions, program, roster } = run.checked;
  return directTool(program.forms, { symbols: program.symbols, definitions, roster }) !== undefined;
}

function unknownOperator(name: string): Fault {
  if (name === "," || name === ",@") {
    return new Fault("E140", "script", { problem: `${name} is only possible inside a backquote` });
  }
  return new Fault("E120", "script", { functions: "function", names: name });
}

function failingOperator(fault: Fault): Operator {
  return {
    begin() {
      throw fault;
    },
  };
}

function formOperator(name: keyof typeof FORMS): Operator {
  const record: TreeForm = TREE_FORMS[name];
  const { min, max } = FORMS[name];
  return {
    begin(run, form, env) {
      if (!fitsParts(form, min, max)) throw malformedForm(name, form);
      record.begin(run, form, env);
    },
  };
}

/** Calls something fixed with the arguments written in the form. */
function callOperator(callable: Callable): Operator {
  return {
    begin(run, form, env) {
      beginArguments(run, { kind: ARGUMENTS, form, env, rest: form.cdr, data: callable });
    },
  };
}

/** Expands a convenience or template (one more step) and evaluates the expansion in its place. */
function expandingOperator(convenience: Convenience): Operator {
  return {
    begin(run, form, env) {
      run.step();
      let cell = run.expansions.get(form);
      if (cell === undefined) {
        cell = pair(expansionOf(run, convenience, form), NIL);
        if (run.expansions.size >= MAX_KEPT_EXPANSIONS) run.expansions.clear();
        run.expansions.set(form, cell);
      }
      run.evaluate(cell, env);
    },
  };
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
