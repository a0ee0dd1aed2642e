import type { ErrorKind } from "./limits.ts";
import type { DiagnosticCode } from "./diagnostics.ts";

/** Words and numbers a diagnostic's text is made from. */
export type DiagnosticArgs = Readonly<Record<string, string | number>>;

/**
 * What a primitive or a machine throws to end a script. Never crosses the dialect's edge: both machines
 * turn it into a failed outcome. `operand` is the index of the operand that is at fault, when one is.
 */
export class Fault {
  declare readonly code: DiagnosticCode;
  declare readonly kind: ErrorKind;
  declare readonly args: DiagnosticArgs;
  declare readonly operand: number;
  constructor(code: DiagnosticCode, kind: ErrorKind, args: DiagnosticArgs = {}, operand = -1) {
    this.code = code;
    this.kind = kind;
    this.args = args;
    this.operand = operand;
  }
}
