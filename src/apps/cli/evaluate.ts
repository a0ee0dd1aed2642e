import type { Checked, Diagnostic, Route, Value } from "../../dialect/index.ts";
import { createMachine, print } from "../../dialect/index.ts";
import { Str } from "../../dialect/values.ts";
import type { Interrupted, Settled } from "./drive.ts";
import { drive, driveYielding } from "./drive.ts";
import type { CliIo } from "./io.ts";
import { EXIT } from "./io.ts";
import type { LoadedScript } from "./load-script.ts";
import { counted, describeAll, toJson } from "./report.ts";
import type { Source } from "./source.ts";

/** How a script is to be run. */
export interface Run {
  readonly route: Route;
  readonly now: () => number;
  /** Asked between slices; true ends the script. */
  readonly interrupted: () => boolean;
}

/** What running a script came to: refused before it ran, done, failed or interrupted. */
export interface Evaluation {
  readonly source: Source;
  readonly route: Route;
  readonly state: "refused" | "done" | "failed" | "interrupted";
  /** Errors that refused or ended it; warnings of one that ran are apart. */
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly value: Value | undefined;
  readonly steps: number;
}

/** Runs a loaded script without tools. */
export async function evaluate(script: LoadedScript, run: Run): Promise<Evaluation> {
  const { source, verdict } = script;
  const base = { source, route: run.route, diagnostics: [], warnings: [], value: undefined, steps: 0 };
  if (!verdict.ok) return { ...base, state: "refused", diagnostics: verdict.diagnostics };
  const settled = await settle(verdict.checked, script, run);
  const { state, steps } = settled;
  const { warnings } = verdict.checked;
  if (settled.state === "done") return { ...base, state, warnings, steps, value: settled.value };
  if (settled.state === "interrupted") return { ...base, state, warnings, steps };
  const { diagnostic } = settled;
  return { ...base, state, steps, diagnostics: [diagnostic], warnings: warnings.filter(saysMoreThan(diagnostic)) };
}

/** Leaves out a warning about the very place where the script then failed: it says the same with less. */
function saysMoreThan(error: Diagnostic): (warning: Diagnostic) => boolean {
  return (warning) => warning.span === undefined || warning.span.start !== error.span?.start;
}

async function settle(
  checked: Checked,
  { limits, input }: LoadedScript,
  { route, now, interrupted }: Run,
): Promise<Settled | Interrupted> {
  const machine = createMachine(checked, { limits, route, ...(input !== undefined && { input }) });
  return driveYielding(drive(machine, { limits, now }), now, interrupted);
}

/** A script's value as its final text (2.1): a string verbatim, everything else readable. */
export function finalText(value: Value): string {
  return value instanceof Str ? value.text : print(value);
}

/** What is said about an evaluation on standard error: warnings, then errors; empty when all is well. */
export function complaints({ state, diagnostics, warnings, source, steps }: Evaluation, colours: boolean): string {
  const interruption = state === "interrupted" ? `interrupted after ${counted(steps, "step")}\n` : "";
  return describeAll([...warnings, ...diagnostics], source, colours) + interruption;
}

/** An evaluation as the object that `--json` writes. */
export function evaluationJson(evaluation: Evaluation): Readonly<Record<string, unknown>> {
  const { state, source, route, steps, value, diagnostics } = evaluation;
  const warnings = toJson(evaluation.warnings, source);
  if (value !== undefined) return { ok: true, value: print(value), text: finalText(value), steps, route, warnings };
  const kind = state === "interrupted" ? state : diagnostics.find((diagnostic) => diagnostic.kind !== "warning")?.kind;
  return { ok: false, kind, diagnostics: toJson(diagnostics, source), steps, route, warnings };
}

/** The exit code of an evaluation. */
export function exitOf({ state }: Evaluation): number {
  if (state === "interrupted") return EXIT.interrupted;
  return state === "done" ? EXIT.ok : EXIT.script;
}

/** Runs `work` with a question that answers whether Ctrl-C came meanwhile. */
export async function interruptible<T>(io: CliIo, work: (interrupted: () => boolean) => Promise<T>): Promise<T> {
  let isInterrupted = false;
  const release = io.onInterrupt(() => {
    isInterrupted = true;
  });
  try {
    return await work(() => isInterrupted);
  } finally {
    release();
  }
}
