import { collectDefinitions } from "./definitions.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { directTool } from "./direct.ts";
import type { Limits } from "./limits.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { createReport, unknownOperators } from "./preflight-report.ts";
import { namesOf } from "./resolve.ts";
import { walkBody, walkDefinition } from "./preflight-walk.ts";
import type { Checked, Program, Roster } from "./program.ts";
import type { Value } from "./values.ts";

/** What `preflight` answers: a checked program with its warnings, or why it will not run, the deciding problem first. */
export type Preflight =
  | { readonly ok: true; readonly checked: Checked }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A roster without tools. */
export const NO_TOOLS: Roster = { names: new Set<string>(), standalone: new Set<string>() };

/** What preflight may be told beside program and roster. */
export interface PreflightOptions {
  readonly limits?: Limits;
  /** Variables that the host binds around the script, such as `input`. */
  readonly variables?: readonly string[];
}

/**
 * The static pass before a script runs (R164–R171): refuses what cannot be right, whatever the data, without
 * evaluating anything. Everything wrong is reported together; the first diagnostic decides the error kind:
 * what the reader found, then standalone-only tools, definitions, templates and regexps, malformed forms,
 * unknown operators. It is not a transaction: computed calls are checked again when they are made.
 */
export function preflight(program: Program, roster: Roster = NO_TOOLS, options: PreflightOptions = {}): Preflight {
  if (program.diagnostics.some((diagnostic) => diagnostic.kind !== "warning")) {
    return { ok: false, diagnostics: program.diagnostics };
  }
  const { definitions, body, problems } = collectDefinitions(program, roster);
  const names = namesOf({ program, definitions, roster });
  const report = createReport(program, names, options.limits ?? DEFAULT_LIMITS);
  const composed = directTool(program.forms, names) === undefined;
  const walk = { ...report, composed };
  for (const definition of definitions.values()) walkDefinition(walk, definition, options.variables ?? []);
  walkBody(walk, body, options.variables ?? []);
  const unknown = unknownOperators(report);
  const errors = [
    ...report.standalone,
    ...problems,
    ...report.static,
    ...report.malformed,
    ...(unknown === undefined ? [] : [unknown]),
  ];
  const warnings = [...program.diagnostics, ...report.warnings];
  if (errors.length > 0) {
    // What is certain to fail when it runs says nothing about a script that will not run.
    return { ok: false, diagnostics: [...errors, ...warnings.filter((warning) => warning.code !== "W300")] };
  }
  return { ok: true, checked: brand({ program, roster, definitions, body, warnings }) };
}

/** The only place that makes a `Checked`. */
function brand(checked: {
  readonly program: Program;
  readonly roster: Roster;
  readonly definitions: Checked["definitions"];
  readonly body: Value;
  readonly warnings: readonly Diagnostic[];
}): Checked {
  return checked as Checked;
}
