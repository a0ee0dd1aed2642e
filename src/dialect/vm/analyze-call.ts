import { BACKQUOTE, type TemplateProblem } from "../backquote.ts";
import { type ConvenienceName, CONVENIENCES } from "../conveniences.ts";
import { checkExpansionSize, type Expansion } from "../expansion.ts";
import { Fault, type DiagnosticArgs } from "../fault.ts";
import { printShort } from "../print-short.ts";
import { resolveOperator } from "../resolve.ts";
import { NIL, nodesOf, type Pair, Sym } from "../values.ts";
import { analyze, analyzeForms, capture, type Context, type Site } from "./analyze.ts";
import { analyzeSpecialForm } from "./analyze-forms.ts";
import type { Node } from "./ir.ts";

/** A node that charges one step and fails. */
export function failing(origin: Pair, code: Fault["code"], args: DiagnosticArgs): Node {
  return { op: "fail", steps: 1, origin, before: [], fault: new Fault(code, "script", args) };
}

/** Analyses a list form by what its operator is. */
export function analyzeCall(context: Context, site: Site, form: Pair): Node {
  if (!(form.car instanceof Sym) || form.car === NIL) return failing(form, "E111", { value: printShort(form.car) });
  const resolution = resolveOperator(form.car, context.names);
  const origin = form;
  switch (resolution.kind) {
    case "form":
      return analyzeSpecialForm(context, site, resolution.name, form);
    case "convenience":
      return analyzeConvenience(context, site, resolution.name, form);
    case "backquote":
      return analyzeTemplate(context, site, form);
    case "primitive": {
      const { primitive } = resolution;
      return { op: "primitive", steps: 1, origin, primitive, args: analyzeForms(context, site, form.cdr) };
    }
    case "function":
      return { op: "call", steps: 1, origin, definition: resolution.definition, args: analyzeForms(context, site, form.cdr) };
    case "tool":
      if (resolution.standalone && !context.direct) return failing(form, "E371", { name: resolution.name });
      return { op: "tool", steps: 1, origin, tool: resolution.name, args: analyzeForms(context, site, form.cdr) };
    case "macro":
      // An expansion may use every variable in sight, so all of them must be reachable from here.
      for (let scope = site.scope; scope !== undefined; scope = scope.next) {
        scope.variable.open = true;
        capture(site.unit, scope.variable);
      }
      return { op: "macro", steps: 1, origin, definition: resolution.definition, args: form.cdr, scope: site.scope, unit: site.unit };
    case "definer":
      return { ...failing(form, "E134", { name: resolution.name }) };
    case "unknown":
      return failing(form, "E120", { functions: "function", names: resolution.name });
  }
}

function analyzeConvenience(context: Context, site: Site, name: ConvenienceName, form: Pair): Node {
  const record = CONVENIENCES[name];
  const problem = record.problem(form);
  if (problem !== undefined) return { ...failing(form, "E141", { name, problem, shape: record.shape }), steps: 2 };
  return analyzeExpansion(context, site, { name, form }, record.expand(form, context.names.symbols));
}

function analyzeTemplate(context: Context, site: Site, form: Pair): Node {
  const problem = BACKQUOTE.problem(form);
  if (problem !== undefined) return { ...failing(form, "E140", { problem }), steps: 2 };
  return analyzeExpansion(context, site, { name: BACKQUOTE.name, form }, BACKQUOTE.expand(form, context.names.symbols));
}

/** An expansion, tried or done, costs a step beside the form's own (2.7). */
function analyzeExpansion(context: Context, site: Site, of: { name: string; form: Pair }, expansion: Expansion | TemplateProblem): Node {
  const { name, form } = of;
  if ("problem" in expansion) return { ...failing(form, "E140", { problem: expansion.problem }), steps: 2 };
  if (nodesOf(expansion.form) > context.limits["max-transformed-nodes"]) {
    const fault = faultOf(() => {
      checkExpansionSize(expansion.form, context.limits, name);
    });
    if (fault !== undefined) return { op: "fail", steps: 2, origin: form, before: [], fault };
  }
  if (expansion.moved.length > 0) site.unit.moves.push(expansion.moved);
  const node = analyze(context, site, expansion.form, form);
  return { ...node, steps: node.steps + 2 };
}

/** The fault that `check` throws, or undefined. */
export function faultOf(check: () => void): Fault | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
