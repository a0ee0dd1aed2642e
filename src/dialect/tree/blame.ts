import type { Diagnostic } from "../diagnostics.ts";
import type { Fault } from "../fault.ts";
import { tokenEnd } from "../places.ts";
import { faultDiagnostic } from "../spans.ts";
import { unboundNotes } from "../unbound-notes.ts";
import { Pair } from "../values.ts";
import type { Value } from "../values.ts";
import { siteOf, type Binding } from "./environment.ts";
import type { Run } from "./run.ts";

/**
 * Where the element in `cell`'s car stands (UTF-16 offset): in the source, else where an expansion moved it from,
 * else at the macro call that made the code; undefined when nothing in the source is to blame.
 */
export function placeOf(run: Run, cell: Pair, env: Binding): number | undefined {
  return run.checked.program.places.get(cell) ?? run.places.get(cell) ?? siteOf(env);
}

/** What was going on when a fault was thrown. */
export interface Moment {
  readonly form: Pair;
  readonly env: Binding;
  /** Whether the operands are written in `form`, after its operator. */
  readonly written: boolean;
}

/** A fault as a diagnostic: at the operand that is at fault where the source has it, else at the operator. */
export function diagnose(run: Run, fault: Fault, moment: Moment): Diagnostic {
  const start = blamedPlace(run, fault, moment);
  const { source } = run.checked.program;
  const span = start === undefined ? undefined : { start, end: tokenEnd(source, start) };
  const notes = fault.code === "E300" ? unboundNotes(run.checked, String(fault.args["name"]), start) : [];
  return faultDiagnostic(fault, span, notes);
}

function blamedPlace(run: Run, fault: Fault, moment: Moment): number | undefined {
  const { form, env, written } = moment;
  if (run.blamed !== undefined) return placeOf(run, run.blamed.cell, run.blamed.env ?? env);
  return placeOf(run, written && fault.operand >= 0 ? operandCell(form, fault.operand) : form, env);
}

function operandCell(form: Pair, operand: number): Pair {
  let cell: Value = form.cdr;
  for (let i = 0; i < operand && cell instanceof Pair; i++) cell = cell.cdr;
  return cell instanceof Pair ? cell : form;
}
