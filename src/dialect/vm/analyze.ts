import { type DiagnosticArgs, Fault } from "../fault.ts";
import type { Parameters } from "../parameters.ts";
import type { Checked, Definition } from "../program.ts";
import type { Names } from "../resolve.ts";
import type { Limits } from "../limits.ts";
import type { Sym, Value } from "../values.ts";
import { NIL, Pair, Sym as SymClass, T } from "../values.ts";
import type { Box, FunctionNode, FunctionUnit, Node, Scope, Variable } from "./ir.ts";

/** What analysis needs to know of the running script. */
export interface Context {
  readonly checked: Checked;
  readonly names: Names;
  readonly limits: Limits;
  /** Whether the whole script is one direct call, the only place for a standalone-only tool (R202). */
  readonly direct: boolean;
  /** Host-provided variables such as `input`. */
  readonly globals: ReadonlyMap<Sym, Box>;
  /** Analyses list forms; a field so that the files of the analysis need not import one another in a circle. */
  readonly analyzeCall: (context: Context, site: Site, form: Pair) => Node;
}

/** Where a form stands: the function it belongs to and the variables it sees. */
export interface Site {
  readonly unit: FunctionUnit;
  readonly scope: Scope | undefined;
}

/** A new function under compilation. */
export function createUnit(parent: FunctionUnit | undefined, from?: Pair): FunctionUnit {
  return { parent, captures: [], captureIndex: new Map(), moves: [], from };
}

/** A new variable of a function. */
export function createVariable(name: Sym, owner: FunctionUnit): Variable {
  return { name, owner, assigned: false, captured: false, open: false, register: -1 };
}

/** The constant node that an absent body is. */
export const NOTHING: Node = { op: "const", steps: 0, origin: undefined, value: NIL };

/** Makes `unit`, and every function between it and the variable's own, capture the variable. */
export function capture(unit: FunctionUnit, variable: Variable): void {
  for (let at: FunctionUnit | undefined = unit; at !== undefined && at !== variable.owner; at = at.parent) {
    variable.captured = true;
    if (at.captureIndex.has(variable)) return;
    at.captureIndex.set(variable, at.captures.length);
    at.captures.push(variable);
  }
}

/** The variable or global a name means at a site, captured where it must be, or undefined. */
export function lookUp(context: Context, site: Site, name: Sym): Variable | Box | undefined {
  for (let scope = site.scope; scope !== undefined; scope = scope.next) {
    if (scope.variable.name === name) {
      capture(site.unit, scope.variable);
      return scope.variable;
    }
  }
  return context.globals.get(name);
}

/** A node that charges one step and fails. */
export function failing(origin: Pair, code: Fault["code"], args: DiagnosticArgs): Node {
  return { op: "fail", steps: 1, origin, before: [], fault: new Fault(code, "script", args) };
}

/** Analyses the form in a cell. */
export function analyzeCell(context: Context, site: Site, cell: Pair): Node {
  return analyze(context, site, cell.car, cell);
}

/** Analyses one form; `origin` is the cell it is in, if any. Nesting is bounded by `max-depth`, so analysis may recurse. */
export function analyze(context: Context, site: Site, form: Value, origin?: Pair): Node {
  if (form instanceof Pair) return context.analyzeCall(context, site, form);
  if (!(form instanceof SymClass) || form === NIL || form === T || form.keyword) {
    return { op: "const", steps: 1, origin, value: form };
  }
  const found = lookUp(context, site, form);
  if (found === undefined) {
    return { op: "fail", steps: 1, origin, before: [], fault: new Fault("E300", "script", { name: form.name }) };
  }
  return "owner" in found
    ? { op: "local", steps: 1, origin, variable: found }
    : { op: "global", steps: 1, origin, box: found };
}

/** Analyses the forms of a body as one node; an empty body is nil and costs nothing. */
export function analyzeBody(context: Context, site: Site, forms: Value): Node {
  const nodes = analyzeForms(context, site, forms);
  if (nodes.length === 1) return nodes[0] as Node;
  return nodes.length === 0 ? NOTHING : { op: "progn", steps: 0, origin: undefined, nodes };
}

/** Analyses each form of a list. */
export function analyzeForms(context: Context, site: Site, forms: Value): Node[] {
  const nodes: Node[] = [];
  for (let cell = forms; cell instanceof Pair; cell = cell.cdr) nodes.push(analyzeCell(context, site, cell));
  return nodes;
}

/** What `analyzeFunction` takes beside context and site. */
export interface FunctionSource {
  readonly name: string;
  readonly parameters: Parameters;
  readonly body: Value;
}

/** Analyses a lambda or a definition: its parameters become the first variables of a new function. */
export function analyzeFunction(context: Context, site: Site, source: FunctionSource): FunctionNode {
  const { required, optional, rest } = source.parameters;
  const names = rest === undefined ? [...required, ...optional] : [...required, ...optional, rest];
  const { unit } = site;
  const variables = names.map((name) => createVariable(name, unit));
  let scope = site.scope;
  for (const variable of variables) scope = { variable, next: scope };
  const body = analyzeBody(context, { ...site, scope }, source.body);
  return { unit, name: source.name, parameters: source.parameters, variables, body };
}

/** Analyses a definition; it sees no variables but the host's. */
export function analyzeDefinition(context: Context, definition: Definition, parameters: Parameters): FunctionNode {
  const site: Site = { unit: createUnit(undefined, definition.form), scope: undefined };
  return analyzeFunction(context, site, { name: definition.name.name, parameters, body: definition.body });
}
