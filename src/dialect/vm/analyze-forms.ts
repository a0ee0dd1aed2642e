import { type Callable, resolveCallable } from "../callable.ts";
import { Fault } from "../fault.ts";
import { formProblem, unboundTarget } from "../form-problem.ts";
import { FORMS, type FormName } from "../forms.ts";
import { joinCall, mapParts } from "../joins.ts";
import { parseParameters } from "../parameters.ts";
import { printShort } from "../print-short.ts";
import type { Value } from "../values.ts";
import { NIL, Pair, Sym, T } from "../values.ts";
import {
  analyzeBody,
  analyzeCell,
  analyzeForms,
  analyzeFunction,
  createUnit,
  createVariable,
  failing,
  lookUp,
  type Context,
  type Site,
} from "./analyze.ts";
import type { JoinEntry, Node, Variable } from "./ir.ts";

type Analyzer = (context: Context, site: Site, form: Pair) => Node;

/** Analyses a special form; one that only an expansion could have made malformed fails when it runs. */
export function analyzeSpecialForm(context: Context, site: Site, name: FormName, form: Pair): Node {
  const problem = formProblem(name, form);
  if (problem !== undefined) return failing(form, "E123", { name, problem, shape: FORMS[name].shape });
  return ANALYZERS[name](context, site, form);
}

const ANALYZERS: Readonly<Record<FormName, Analyzer>> = {
  quote: (_context, _site, form) => ({ op: "const", steps: 1, origin: form, value: part(form, 0).car }),
  progn: (context, site, form) => ({
    op: "progn",
    steps: 1,
    origin: form,
    nodes: analyzeForms(context, site, form.cdr),
  }),
  if: (context, site, form) => ({
    op: "if",
    steps: 1,
    origin: form,
    test: analyzeCell(context, site, part(form, 0)),
    then: analyzeCell(context, site, part(form, 1)),
    otherwise: analyzeBody(context, site, part(form, 1).cdr),
  }),
  cond: analyzeCond,
  and: (context, site, form) => junction("and", context, site, form),
  or: (context, site, form) => junction("or", context, site, form),
  let: (context, site, form) => analyzeLet(context, site, form, false),
  "let*": (context, site, form) => analyzeLet(context, site, form, true),
  setq: analyzeSetq,
  while: (context, site, form) => ({
    op: "while",
    steps: 1,
    origin: form,
    test: analyzeCell(context, site, part(form, 0)),
    body: analyzeBody(context, site, part(form, 0).cdr),
  }),
  lambda: analyzeLambda,
  funcall: analyzeFuncall,
  apply: (context, site, form) => ({
    op: "apply",
    steps: 1,
    origin: form,
    callable: analyzeCell(context, site, part(form, 0)),
    args: analyzeForms(context, site, part(form, 0).cdr),
  }),
  mapcar: (context, site, form) => ({
    op: "mapcar",
    steps: 1,
    origin: form,
    callable: analyzeCell(context, site, part(form, 0)),
    list: analyzeCell(context, site, part(form, 1)),
  }),
  parallel: analyzeParallel,
  "parallel-map": analyzeParallelMap,
};

/** The cell of the part at `index` after the operator; `formProblem` has seen to it that it is there. */
function part(form: Pair, index: number): Pair {
  let cell = form.cdr as Pair;
  for (let i = 0; i < index; i++) cell = cell.cdr as Pair;
  return cell;
}

function junction(op: "and" | "or", context: Context, site: Site, form: Pair): Node {
  const nodes = analyzeForms(context, site, form.cdr);
  if (nodes.length === 0) return { op: "const", steps: 1, origin: form, value: op === "and" ? T : NIL };
  return { op, steps: 1, origin: form, nodes };
}

function analyzeCond(context: Context, site: Site, form: Pair): Node {
  const clauses: { test: Node; body: Node | undefined }[] = [];
  for (let cell = form.cdr; cell instanceof Pair; cell = cell.cdr) {
    const clause = cell.car;
    if (clause instanceof Pair) {
      const body = clause.cdr === NIL ? undefined : analyzeBody(context, site, clause.cdr);
      clauses.push({ test: analyzeCell(context, site, clause), body });
    } else if (clause === NIL) {
      // An empty clause evaluates its missing test, which is nil.
      clauses.push({ test: { op: "const", steps: 1, origin: form, value: NIL }, body: undefined });
    } else {
      const problem = `a clause must be a list, not ${printShort(clause)}`;
      const fail = failing(cell, "E123", { name: "cond", problem, shape: FORMS.cond.shape });
      clauses.push({ test: { ...fail, steps: 0 }, body: undefined });
      break;
    }
  }
  return { op: "cond", steps: 1, origin: form, clauses };
}

/** Why a value cannot be the name of a binding, as a fault, or undefined. */
function bindingFault(name: Value): Fault | undefined {
  if (name instanceof Sym && name !== NIL && !name.keyword) return undefined;
  return new Fault("E304", "script", { value: printShort(name), use: "bound" });
}

function analyzeLet(context: Context, site: Site, form: Pair, sequential: boolean): Node {
  const bindings = part(form, 0);
  const { unit } = site;
  const origin = form;
  const variables: Variable[] = [];
  const values: Node[] = [];
  let scope = site.scope;
  for (let cell = bindings.car; cell instanceof Pair; cell = cell.cdr) {
    const binding = cell.car;
    const name = binding instanceof Pair ? binding.car : binding;
    const fault = bindingFault(name);
    if (fault !== undefined) return { op: "fail", steps: 1, origin: cell, before: [], fault };
    const variable = createVariable(name as Sym, unit);
    const at: Site = sequential ? { ...site, scope } : site;
    if (binding instanceof Pair && binding.cdr instanceof Pair) values.push(analyzeCell(context, at, binding.cdr));
    else values.push({ op: "const", steps: 1, origin, value: NIL });
    variables.push(variable);
    scope = { variable, next: scope };
  }
  const body = analyzeBody(context, { ...site, scope }, bindings.cdr);
  return { op: "let", steps: 1, origin, variables, values, sequential, body };
}

function analyzeSetq(context: Context, site: Site, form: Pair): Node {
  const nodes: Node[] = [];
  for (let cell = form.cdr; cell instanceof Pair; cell = (cell.cdr as Pair).cdr) {
    nodes.push(analyzeAssignment(context, site, cell));
  }
  if (nodes.length === 0) return { op: "const", steps: 1, origin: form, value: NIL };
  const [first] = nodes;
  if (nodes.length === 1 && first !== undefined) return { ...first, steps: first.steps + 1 };
  return { op: "progn", steps: 1, origin: form, nodes };
}

function analyzeAssignment(context: Context, site: Site, cell: Pair): Node {
  const name = cell.car;
  const origin = cell;
  const fail = (before: readonly Node[], fault: Fault): Node => ({ op: "fail", steps: 0, origin, before, fault });
  if (!(name instanceof Sym) || name === NIL || name.keyword) {
    return fail([], new Fault("E304", "script", { value: printShort(name), use: "assigned" }));
  }
  // Whether the name is bound is asked only after the value was evaluated.
  const value = analyzeCell(context, site, cell.cdr as Pair);
  const target = lookUp(context, site, name);
  if (target === undefined) return fail([value], unboundTarget(name));
  if ("owner" in target) target.assigned = true;
  return { op: "setq", steps: 0, origin, target, value };
}

function analyzeLambda(context: Context, site: Site, form: Pair): Node {
  const clause = part(form, 0);
  const parameters = parseParameters(clause.car);
  if ("problem" in parameters) return failing(form, "E133", { problem: parameters.problem });
  const unit = createUnit(site.unit);
  const fn = analyzeFunction(context, { ...site, unit }, { name: "lambda", parameters, body: clause.cdr });
  return {
    op: "lambda",
    steps: 1,
    origin: form,
    fn,
    params: clause.car,
    body: clause.cdr,
    bare: site.scope === undefined,
  };
}

/** A literal function name is resolved here and now; anything else when it is called. */
function analyzeFuncall(context: Context, site: Site, form: Pair): Node {
  const origin = form;
  const callable = analyzeCell(context, site, part(form, 0));
  const args = analyzeForms(context, site, part(form, 0).cdr);
  if (callable.op !== "const") return { op: "funcall", steps: 1, origin, callable, args };
  const steps = 1 + callable.steps;
  const found = resolvedOrFault(callable.value, context);
  if (found instanceof Fault) return { op: "fail", steps, origin: callable.origin, before: [], fault: found };
  switch (found.kind) {
    case "primitive":
      return { op: "primitive", steps, origin, primitive: found.primitive, args };
    case "function":
      return { op: "call", steps, origin, definition: found.definition, args };
    case "tool":
      return { op: "tool", steps, origin, tool: found.name, args };
    case "closure":
      return { op: "funcall", steps: 1, origin, callable, args };
  }
}

function resolvedOrFault(value: Value, context: Context): Callable | Fault {
  try {
    return resolveCallable(value, context.checked);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

function failed(fault: Fault, origin: Pair): Node {
  return { op: "fail", steps: 1, origin, before: [], fault };
}

function analyzeParallel(context: Context, site: Site, form: Pair): Node {
  const entries: JoinEntry[] = [];
  for (let cell = form.cdr; cell instanceof Pair; cell = cell.cdr) {
    const found = joinCall("parallel", cell, context.names);
    if ("fault" in found) return failed(found.fault, found.cell);
    entries.push({ tool: found.tool, args: analyzeForms(context, site, found.call.cdr), origin: found.call });
  }
  if (entries.length === 0) return { op: "const", steps: 1, origin: form, value: NIL };
  return { op: "parallel", steps: 1, origin: form, entries };
}

function analyzeParallelMap(context: Context, site: Site, form: Pair): Node {
  const parts = mapParts(form, context.names);
  if ("fault" in parts) return failed(parts.fault, parts.cell);
  const variable = createVariable(parts.parameter, site.unit);
  const inside: Site = { ...site, scope: { variable, next: site.scope } };
  const entry = { tool: parts.tool, args: analyzeForms(context, inside, parts.call.cdr), origin: parts.call };
  return { op: "parallel-map", steps: 1, origin: form, variable, entry, list: analyzeCell(context, site, parts.list) };
}
