/** The public face of the dialect: everything outside this folder imports from here. */
export type { Checked, Definition, Program, Roster } from "./program.ts";
export type { CallRequest, Machine, MachineOptions, Outcome } from "./machine.ts";
export type { Diagnostic, DiagnosticCode, DiagnosticRecord, Edit, Span } from "./diagnostics.ts";
export type { ErrorKind, LimitName, Limits } from "./limits.ts";
export type { Value } from "./values.ts";
export { DIAGNOSTICS } from "./diagnostics.ts";
export { DEFAULT_LIMITS, LIMITS, limitProblem, limitsWith } from "./limits.ts";
export { read } from "./reader/read.ts";
export { parse } from "./reader/parse.ts";
export { preflight, NO_TOOLS } from "./preflight.ts";
export { advance, createMachine, resume, type Route } from "./create-machine.ts";
export { compare, type Comparison } from "./compare.ts";
export { describe, messageOf, positionOf } from "./describe.ts";
export { print, printPlain } from "./print.ts";
