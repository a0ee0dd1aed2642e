import type { Comparison } from "../../dialect/index.ts";
import { compare } from "../../dialect/index.ts";
import type { Command, Invocation } from "./command.ts";
import { COMMON_OPTIONS } from "./command.ts";
import { EXIT } from "./io.ts";
import { limitsOf } from "./limits-option.ts";
import { findScript, INPUT_OPTION, loadScript, ONE_SCRIPT, OPERAND_DETAILS } from "./load-script.ts";
import { counted, describeAll, toJson, writeJson } from "./report.ts";

/** `toolcall compare`. */
export const compareCommand: Command = {
  name: "compare",
  ...ONE_SCRIPT,
  summary: "run a script on both evaluators and say whether they agree",
  details: [
    ...OPERAND_DETAILS,
    "The tree machine and the vm run the script independently. They have to agree on outcome, value, error and steps.",
    "Exit code 0 when they agree, whatever the script's outcome; 1 when they differ, or when the script does not pass the check and neither runs it.",
    "With --json: {ok, agreement, mismatchAxes, observations}.",
  ],
  options: [COMMON_OPTIONS.expression, COMMON_OPTIONS.file, INPUT_OPTION, COMMON_OPTIONS.limit],
  examples: ["toolcall compare script.tcl", 'toolcall compare -e "(mapcar \'upcase \'(\\"a\\"))" --json'],
  run: runCompare,
};

/** Runs to the end without giving way; the step budget bounds it, and Ctrl-C ends the process. */
async function runCompare(invocation: Invocation): Promise<number> {
  const { io, json } = invocation;
  const script = loadScript(await findScript(invocation), limitsOf(invocation), invocation);
  const { source, verdict, limits, input } = script;
  if (!verdict.ok) {
    const kind = verdict.diagnostics.find((diagnostic) => diagnostic.kind !== "warning")?.kind;
    if (json) writeJson(io, { ok: false, kind, diagnostics: toJson(verdict.diagnostics, source) });
    else io.err(describeAll(verdict.diagnostics, source, io.colours.err));
    return EXIT.script;
  }
  const comparison = compare(verdict.checked, { limits, ...(input !== undefined && { input }) });
  const { agreement, mismatchAxes, observations } = comparison;
  if (json) writeJson(io, { ok: agreement, agreement, mismatchAxes, observations });
  else io.out(comparisonText(comparison));
  return agreement ? EXIT.ok : EXIT.script;
}

/** A comparison as a person reads it. */
function comparisonText({ agreement, mismatchAxes, observations }: Comparison): string {
  const routes = observations.map(({ route }) => route).join(" and ");
  const [first] = observations;
  if (agreement && first !== undefined) return `${routes} agree: ${observationText(first)}\n`;
  const rows = observations.map((observation) => `  ${observation.route}: ${observationText(observation)}\n`);
  return `${routes} differ in ${mismatchAxes.join(", ")}; this is a bug, please report it with the script:\n${rows.join("")}`;
}

function observationText({ value, code, kind, message, steps }: Comparison["observations"][number]): string {
  const outcome = value === undefined ? `${code ?? ""} ${message ?? ""} (${kind ?? ""})` : `=> ${value}`;
  return `${outcome} after ${counted(steps, "step")}`;
}
