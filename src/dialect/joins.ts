import { Fault } from "./fault.ts";
import { FORMS } from "./forms.ts";
import { parseParameters } from "./parameters.ts";
import { printShort } from "./print-short.ts";
import type { Names } from "./resolve.ts";
import { resolveOperator } from "./resolve.ts";
import type { Sym, Value } from "./values.ts";
import { listItems, NIL, Pair, Sym as SymClass } from "./values.ts";

/** The two joining forms. */
export type JoinName = "parallel" | "parallel-map";

/** The fault of a join that does not have its shape (R225, R226). */
export function badJoin(name: JoinName, problem: string): Fault {
  return new Fault("E350", "script", { name, problem, shape: FORMS[name].shape });
}

/** The fault of a tool call inside an argument of a join (R227). */
export function callInArgument(name: JoinName, tool: string): Fault {
  return badJoin(name, `an argument calls the tool ${tool}`);
}

/** The fault of a join inside an argument of a join (R227). */
export function joinInArgument(name: JoinName): Fault {
  return badJoin(name, "an argument joins tool calls of its own");
}

/** A direct tool call in a join, or why something is none. */
export type JoinCall = { readonly call: Pair; readonly tool: string } | { readonly fault: Fault; readonly cell: Pair };

/** The direct tool call in a cell; E350 for anything else, E371 for a standalone-only tool. */
export function joinCall(name: JoinName, cell: Pair, names: Names): JoinCall {
  const call = cell.car;
  if (call instanceof Pair && call.car instanceof SymClass) {
    const resolution = resolveOperator(call.car, names);
    if (resolution.kind === "tool") {
      if (resolution.standalone) return { fault: new Fault("E371", "script", { name: resolution.name }), cell };
      return { call, tool: resolution.name };
    }
  }
  const entry = name === "parallel" ? "every entry" : "the lambda's body";
  return { fault: badJoin(name, `${entry} must be one direct tool call, not ${printShort(call)}`), cell };
}

/** What a parallel-map form is made of. */
export interface MapParts {
  readonly parameter: Sym;
  readonly call: Pair;
  readonly tool: string;
  /** The cell of the list form. */
  readonly list: Pair;
}

/** Takes a parallel-map form apart (R226): a lambda of one plain parameter whose body is one direct tool call, and a list. */
export function mapParts(form: Pair, names: Names): MapParts | { readonly fault: Fault; readonly cell: Pair } {
  const parts = listItems(form.cdr) ?? [];
  if (parts.length !== 2) return { fault: badJoin("parallel-map", "it takes a lambda and a list"), cell: form };
  const cell = form.cdr as Pair;
  const refuse = (problem: string): { fault: Fault; cell: Pair } => ({ fault: badJoin("parallel-map", problem), cell });
  const [head, params, ...body] = listItems(cell.car) ?? [];
  if (!(head instanceof SymClass) || head !== names.symbols.intern("lambda")) {
    return refuse(`its first part must be a lambda, not ${printShort(cell.car)}`);
  }
  const parameter = onlyParameter(params ?? NIL);
  if (typeof parameter === "string") return refuse(parameter);
  if (body.length !== 1) return refuse("the lambda's body must be one direct tool call");
  const bodyCell = ((cell.car as Pair).cdr as Pair).cdr as Pair;
  const found = joinCall("parallel-map", bodyCell, names);
  return "fault" in found ? found : { parameter, call: found.call, tool: found.tool, list: cell.cdr as Pair };
}

/** The one parameter of a list, or why there is not exactly one. */
function onlyParameter(params: Value): Sym | string {
  const parameters = parseParameters(params);
  if ("problem" in parameters) return `bad parameter list: ${parameters.problem}`;
  const [parameter] = parameters.required;
  const others = parameters.required.length - 1 + parameters.optional.length;
  if (parameter === undefined || others > 0 || parameters.rest !== undefined)
    return "the lambda takes exactly one argument";
  return parameter;
}
