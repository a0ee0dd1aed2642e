import type { Diagnostic } from "./diagnostics.ts";
import type { DiagnosticArgs } from "./fault.ts";
import type { DiagnosticCode } from "./diagnostics.ts";
import { parseParameters } from "./parameters.ts";
import { placeSpan } from "./spans.ts";
import type { Definition, Program, Roster } from "./program.ts";
import { resolveBuiltIn } from "./resolve.ts";
import type { Value } from "./values.ts";
import { NIL, Pair, pair, Sym, T } from "./values.ts";
import { printShort } from "./print-short.ts";

/** The definitions of a script, what remains to run, and what is wrong with the definitions (R141–R146). */
export interface Definitions {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly body: Value;
  readonly problems: readonly Diagnostic[];
}

const SHAPE = {
  defun: "(defun NAME (PARAMETER...) BODY...)",
  defmacro: "(defmacro NAME (PARAMETER...) BODY...)",
} as const;

/** Hoists the top-level definitions of a program; the rest is its body. */
export function collectDefinitions(program: Program, roster: Roster): Definitions {
  const definitions = new Map<string, Definition>();
  const problems: Diagnostic[] = [];
  const body: Pair[] = [];
  const report = (cell: Pair, code: DiagnosticCode, args: DiagnosticArgs): void => {
    problems.push({ code, kind: "script", span: placeSpan(program, cell), args });
  };
  for (let cell = program.forms; cell instanceof Pair; cell = cell.cdr) {
    const definer = definerOf(cell.car, program);
    if (definer === undefined) body.push(cell);
    else define(cell.car as Pair, definer);
  }
  if (body.length === 0 && problems.length === 0 && program.forms instanceof Pair) {
    report(program.forms, "E132", {});
  }
  return {
    definitions,
    body: definitions.size === 0 && problems.length === 0 ? program.forms : bodyList(program, body),
    problems,
  };

  function define(form: Pair, definer: "defun" | "defmacro"): void {
    const malformed = (cell: Pair, problem: string): void => {
      report(cell, "E130", { name: definer, problem, shape: SHAPE[definer] });
    };
    const nameCell = form.cdr;
    if (!(nameCell instanceof Pair)) {
      malformed(form, "the name is missing");
      return;
    }
    const name = nameCell.car;
    if (!(name instanceof Sym) || name === NIL || name === T || name.keyword) {
      malformed(nameCell, `the name must be a plain symbol, not ${printShort(name)}`);
      return;
    }
    const taken = takenAs(name.name);
    if (taken !== undefined) {
      report(nameCell, "E131", { name: name.name, what: taken });
      return;
    }
    const rest = nameCell.cdr;
    const params = rest instanceof Pair ? rest.car : NIL;
    const parsed = parseParameters(params);
    if ("problem" in parsed) {
      report(rest instanceof Pair ? rest : nameCell, "E133", { problem: parsed.problem });
      return;
    }
    const kind = definer === "defun" ? "function" : "macro";
    definitions.set(name.name, { kind, name, params, body: rest instanceof Pair ? rest.cdr : NIL, form });
  }

  function takenAs(name: string): string | undefined {
    const builtIn = resolveBuiltIn(name);
    if (builtIn !== undefined) {
      const words = {
        form: "a special form",
        convenience: "a convenience",
        backquote: "the backquote",
        primitive: "a primitive",
        definer: "a definition word",
      };
      return words[builtIn.kind as keyof typeof words];
    }
    if (roster.names.has(name)) return "a tool";
    const earlier = definitions.get(name);
    return earlier === undefined ? undefined : `an earlier ${earlier.kind} of this script`;
  }
}

function definerOf(form: Value, program: Program): "defun" | "defmacro" | undefined {
  if (!(form instanceof Pair) || !(form.car instanceof Sym)) return undefined;
  if (form.car === program.symbols.intern("defun")) return "defun";
  return form.car === program.symbols.intern("defmacro") ? "defmacro" : undefined;
}

/** The body forms as a list of their own whose cells keep their places in the source. */
function bodyList(program: Program, cells: readonly Pair[]): Value {
  let body: Value = NIL;
  for (let i = cells.length - 1; i >= 0; i--) {
    const cell = cells[i] as Pair;
    const copy = pair(cell.car, body);
    const place = program.places.get(cell);
    if (place !== undefined) (program.places as Map<Pair, number>).set(copy, place);
    body = copy;
  }
  return body;
}
