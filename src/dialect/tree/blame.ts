import type { Diagnostic } from "../diagnostics.ts";
import type { Fault } from "../fault.ts";
import { tokenEnd } from "../places.ts";
import { faultDiagnostic } from "../spans.ts";
import { unboundNotes } from "../unbound-notes.ts";
import { Pair } from "../values.ts";
import type { Value } from "../values.ts";
import { siteOf } from "./environment.ts";
import type { Run } from "./run.ts";

/**
 * Where the element in `cell`'s car stands (UTF-16 offset): in the source, else where an expansion moved it from,
 * else at the macro call that made the code; undefined when nothing in the source is to blame.
 */
export function placeOf(run: Run, cell: Pair): number | undefined {
  return run.checked.program.places.get(cell) ?? run.places.get(cell) ?? siteOf(run.env);
}

/** A fault as a diagnostic: at the operand that is at fault where the source has it, else at the operator. */
export function diagnose(run: Run, fault: Fault): Diagnostic {
  const cell = run.operandsInForm && fault.operand >= 0 ? operandCell(run.form, fault.operand) : run.form;
  const start = placeOf(run, cell);
  const { source } = run.checked.program;
  const span = start === undefined ? undefined : { start, end: tokenEnd(source, start) };
  const notes = fault.code === "E300" ? unboundNotes(run.checked, String(fault.args["name"]), start) : [];
  return faultDiagnostic(fault, span, notes);
}

function operandCell(form: Pair, operand: number): Pair {
  let cell: Value = form.cdr;
  for (let i = 0; i < operand && cell instanceof Pair; i++) cell = cell.cdr;
  return cell instanceof Pair ? cell : form;
}
