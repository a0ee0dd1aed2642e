import type { Diagnostic, DiagnosticCode } from "./diagnostics.ts";
import type { DiagnosticArgs, Fault } from "./fault.ts";
import type { Limits } from "./limits.ts";
import { idiomFor, nearestOperator } from "./nearest.ts";
import type { Program } from "./program.ts";
import type { Names } from "./resolve.ts";
import { faultDiagnostic, placeSpan } from "./spans.ts";
import type { Pair } from "./values.ts";

/** Unknown names that one report spells out; more are counted. */
const MAX_UNKNOWN_LISTED = 20;
/** Warnings of one script at most. */
const MAX_WARNINGS = 100;
/** Diagnostics of one class at most. */
const MAX_PROBLEMS = 100;

/** What the walk collects, by class: the classes decide which problem is the first. */
export interface Report {
  readonly program: Program;
  readonly names: Names;
  readonly limits: Limits;
  readonly standalone: Diagnostic[];
  /** Templates and literal regexps. */
  readonly static: Diagnostic[];
  readonly malformed: Diagnostic[];
  readonly warnings: Diagnostic[];
  /** Unknown operators, each with the cell of its first use. */
  readonly unknown: Map<string, Pair>;
}

/** An empty report. */
export function createReport(program: Program, names: Names, limits: Limits): Report {
  return { program, names, limits, standalone: [], static: [], malformed: [], warnings: [], unknown: new Map() };
}

/** Adds a diagnostic of the given class at a cell, while the class has room. */
export function add(
  report: Report,
  to: "standalone" | "static" | "malformed",
  cell: Pair,
  problem: { code: DiagnosticCode; args: DiagnosticArgs; kind?: Diagnostic["kind"] },
): void {
  if (report[to].length >= MAX_PROBLEMS) return;
  const { code, args, kind = "preflight" } = problem;
  report[to].push({ code, kind, span: placeSpan(report.program, cell), args });
}

/** Adds what a checker threw, at a cell. */
export function addFault(report: Report, cell: Pair, fault: Fault): void {
  if (report.static.length < MAX_PROBLEMS) report.static.push(faultDiagnostic(fault, placeSpan(report.program, cell)));
}

/** Adds a warning at a cell, while there is room; expansions have no place of their own and give none. */
export function warn(report: Report, cell: Pair, code: DiagnosticCode, args: DiagnosticArgs): void {
  const span = placeSpan(report.program, cell);
  if (span !== undefined && report.warnings.length < MAX_WARNINGS) {
    report.warnings.push({ code, kind: "warning", span, args });
  }
}

/** All unknown operators in one diagnostic with the nearest names (R165, 2.5), or undefined. */
export function unknownOperators(report: Report): Diagnostic | undefined {
  const [first] = report.unknown.values();
  if (first === undefined) return undefined;
  const listed = [...report.unknown.keys()].slice(0, MAX_UNKNOWN_LISTED);
  const words = listed.map((name) => {
    const nearest = nearestOperator(name, report.names);
    return nearest === undefined ? name : `${name} (try: ${nearest})`;
  });
  const more = report.unknown.size - listed.length;
  const notes = listed.flatMap((name) => {
    const idiom = idiomFor(name);
    return idiom === undefined ? [] : [`${name}: ${idiom}`];
  });
  return {
    code: "E120",
    kind: "preflight",
    span: placeSpan(report.program, first),
    args: {
      functions: report.unknown.size === 1 ? "function" : "functions",
      names: words.join(", ") + (more > 0 ? ` and ${more} more` : ""),
    },
    ...(notes.length > 0 ? { notes } : {}),
    ...renameFix(report, first),
  };
}

/** A quick fix where one unknown name has one near name. */
function renameFix(report: Report, cell: Pair): Pick<Diagnostic, "fix"> {
  const [name] = report.unknown.keys();
  const span = placeSpan(report.program, cell);
  if (name === undefined || span === undefined || report.unknown.size !== 1) return {};
  const nearest = nearestOperator(name, report.names);
  if (nearest === undefined || nearest === "`") return {};
  return { fix: { title: `Replace ${name} by ${nearest}`, edits: [{ span, text: nearest }] } };
}
