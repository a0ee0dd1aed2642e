import type { Diagnostic } from "../diagnostics.ts";
import type { Limits } from "../limits.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { Program } from "../program.ts";
import type { Pair } from "../values.ts";
import { createSymbolTable, NIL, nodesOf, utf8Length } from "../values.ts";
import type { Built } from "./build.ts";
import { build } from "./build.ts";
import { loneSurrogate } from "./characters.ts";
import type { DatumContext } from "./datum.ts";
import { foreignScript } from "./foreign.ts";
import { MAX_SYNTAX_NODES, parse } from "./parse.ts";
import { createReports, MAX_DIAGNOSTICS, report } from "./reports.ts";

/** Nodes that wrapping the forms in a progn adds: a cell and the name. */
const PROGN_NODES = 2;

/**
 * Reads a script (R023–R032, 2.1). Never throws. The checks come in a fixed order, and only the first kind that
 * finds something reports: text bytes, read errors, no form at all, nodes and depth, then improper lists, circles
 * and integer width. Warnings come last. `limits` gives max-input-bytes, max-nodes, max-depth, max-number-bits.
 */
export function read(source: string, limits: Limits = DEFAULT_LIMITS): Program {
  const symbols = createSymbolTable();
  const bytes = utf8Length(source);
  if (bytes > limits["max-input-bytes"]) {
    const args = { limit: "max-input-bytes", allowed: limits["max-input-bytes"], amount: bytes };
    return {
      source,
      symbols,
      forms: NIL,
      places: new Map<Pair, number>(),
      diagnostics: [{ code: "E400", kind: "input", span: undefined, args }],
    };
  }
  // Each datum makes two nodes or more, so a text with this many is over the budget however they are counted.
  const tree = parse(source, Math.max(limits["max-nodes"] / 2, MAX_SYNTAX_NODES), false);
  const context: DatumContext = {
    source,
    symbols,
    limits,
    reports: createReports(source),
    late: createReports(source),
    warnings: createReports(source),
  };
  // Only a text with characters beyond ASCII can hold these.
  if (bytes !== source.length) checkText(context);
  const built = build(context, tree.complete ? tree.nodes : []);
  const foreign = foreignScript(source, tree.nodes);
  const errors = foreign === undefined ? firstErrors(context, tree, built) : [foreign];
  // A text in another language needs no advice on its details.
  const warnings = foreign === undefined ? context.warnings.list : [];
  const diagnostics = warnings.length === 0 ? errors : [...errors, ...warnings].slice(0, MAX_DIAGNOSTICS);
  return { source, symbols, forms: built.forms, places: built.places, diagnostics };
}

/** Half surrogate pairs and a byte order mark. */
function checkText(context: DatumContext): void {
  const { source, reports } = context;
  if (source.charCodeAt(0) === 0xfeff) {
    const span = { start: 0, end: 1 };
    report(reports, {
      code: "E100",
      kind: "script",
      span,
      args: { what: "the text begins with a byte order mark" },
      notes: ["Save the file as UTF-8 without a byte order mark."],
      fix: { title: "Remove the byte order mark", edits: [{ span, text: "" }] },
    });
  }
  for (
    let at = loneSurrogate(source, 0);
    at >= 0 && reports.list.length < MAX_DIAGNOSTICS;
    at = loneSurrogate(source, at + 1)
  ) {
    report(reports, {
      code: "E150",
      kind: "script",
      span: { start: at, end: at + 1 },
      args: { what: "half of a surrogate pair is no character" },
    });
  }
}

/** The errors of the first check that finds any. */
function firstErrors(context: DatumContext, tree: ReturnType<typeof parse>, built: Built): readonly Diagnostic[] {
  const { reports, late, limits } = context;
  if (tree.diagnostics.length + reports.list.length > 0) return inOrder([...tree.diagnostics, ...reports.list]);
  const nodes = tree.complete ? PROGN_NODES + nodesOf(built.forms) : limits["max-nodes"] + 1;
  const depth = 1 + built.depth;
  if (built.forms === NIL && tree.complete) {
    return [{ code: "E104", kind: "script", span: { start: 0, end: 0 }, args: {} }];
  }
  if (nodes > limits["max-nodes"]) return [overBudget("E401", "max-nodes", limits, { amount: nodes, at: -1 })];
  if (depth > limits["max-depth"]) {
    return [overBudget("E402", "max-depth", limits, { amount: depth, at: built.tooDeep })];
  }
  return late.list;
}

function overBudget(
  code: "E401" | "E402",
  limit: "max-nodes" | "max-depth",
  limits: Limits,
  found: { readonly amount: number; readonly at: number },
): Diagnostic {
  const span = found.at < 0 ? undefined : { start: found.at, end: found.at + 1 };
  return { code, kind: "input", span, args: { limit, allowed: limits[limit], amount: found.amount } };
}

/** By place; at one place as found. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
}
