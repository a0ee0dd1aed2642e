import { BACKQUOTE, type TemplateProblem } from "../backquote.ts";
import { type ConvenienceName, CONVENIENCES } from "../conveniences.ts";
import { checkExpansionSize, type Expansion } from "../expansion.ts";
import { Fault } from "../fault.ts";
import { printShort } from "../print-short.ts";
import type { Definition } from "../program.ts";
import { type Resolution, resolveOperator } from "../resolve.ts";
import { NIL, nodesOf, type Pair, Sym } from "../values.ts";
import { analyze, analyzeForms, capture, type Context, failing, type Site } from "./analyze.ts";
import { analyzeSpecialForm } from "./analyze-forms.ts";
import type { Node } from "./ir.ts";

/** Analyses a list form by what its operator is. */
export function analyzeCall(context: Context, site: Site, form: Pair): Node {
  const operator = form.car;
  return operator instanceof Sym && operator !== NIL && !operator.keyword
    ? analyzeResolved(context, site, form, resolveOperator(operator, context.names))
    : failing(form, "E111", { value: printShort(operator) });
}

function analyzeResolved(context: Context, site: Site, form: Pair, resolution: Resolution): Node {
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
      return {
        op: "call",
        steps: 1,
        origin,
        definition: resolution.definition,
        args: analyzeForms(context, site, form.cdr),
      };
    case "tool":
      return analyzeTool(context, site, form, resolution);
    case "macro":
      return analyzeMacro(site, form, resolution.definition);
    case "definer":
      return failing(form, "E134", { name: resolution.name });
    case "unknown":
      return failing(form, "E120", { functions: "function", names: resolution.name });
  }
}

type ToolResolution = Extract<Resolution, { kind: "tool" }>;

function analyzeTool(context: Context, site: Site, form: Pair, { name, standalone }: ToolResolution): Node {
  if (standalone && !context.direct) return failing(form, "E371", { name });
  return { op: "tool", steps: 1, origin: form, tool: name, args: analyzeForms(context, site, form.cdr) };
}

/** An expansion may use every variable in sight, so all of them must be reachable from here. */
function analyzeMacro(site: Site, form: Pair, definition: Definition): Node {
  const { scope, unit } = site;
  for (let seen = scope; seen !== undefined; seen = seen.next) {
    seen.variable.open = true;
    capture(unit, seen.variable);
  }
  return { op: "macro", steps: 1, origin: form, definition, args: form.cdr, scope, unit };
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
function analyzeExpansion(
  context: Context,
  site: Site,
  of: { name: string; form: Pair },
  expansion: Expansion | TemplateProblem,
): Node {
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
