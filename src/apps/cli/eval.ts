import type { Route } from "../../dialect/index.ts";
import type { Command, Invocation } from "./command.ts";
import { COMMON_OPTIONS, hasOption, optionValue } from "./command.ts";
import { complaints, evaluate, evaluationJson, exitOf, finalText, interruptible } from "./evaluate.ts";
import { limitsOf } from "./limits-option.ts";
import { findScript, INPUT_OPTION, loadScript, ONE_SCRIPT, OPERAND_DETAILS } from "./load-script.ts";
import { counted, writeJson } from "./report.ts";
import { writeText } from "./write-text.ts";

/** `toolcall eval`. */
export const evalCommand: Command = {
  name: "eval",
  ...ONE_SCRIPT,
  summary: "evaluate a script and print its value",
  details: [
    ...OPERAND_DETAILS,
    "A string is printed verbatim, every other value as the dialect writes it. No tools can be called: their names are unknown here. The script ends when a budget is used up, max-seconds included, and on Ctrl-C.",
    "With --json: {ok, value, text, steps, route, warnings}, where value is the readable form and text the final text, or {ok: false, kind, diagnostics, steps, route, warnings}.",
  ],
  options: [
    COMMON_OPTIONS.expression,
    COMMON_OPTIONS.file,
    { name: "route", value: "ROUTE", choices: ["vm", "tree"], doc: "the evaluator; vm is the default" },
    INPUT_OPTION,
    COMMON_OPTIONS.limit,
    { name: "steps", doc: "also say on standard error how many steps were taken" },
  ],
  examples: [
    "toolcall eval '(+ 1 2)'",
    "toolcall eval script.tcl --input '(1 2 3)' --steps",
    "echo '(upcase \"a\")' | toolcall eval -",
    "toolcall eval -e '(while t)' --limit max-steps=1000 --json",
  ],
  run: runEval,
};

async function runEval(invocation: Invocation): Promise<number> {
  const { io, json } = invocation;
  const script = loadScript(await findScript(invocation), limitsOf(invocation), invocation);
  const route = routeOf(invocation);
  const evaluation = await interruptible(io, (interrupted) => evaluate(script, { route, now: io.now, interrupted }));
  if (json) writeJson(io, evaluationJson(evaluation));
  else {
    io.err(complaints(evaluation, io.colours.err));
    if (evaluation.value !== undefined) writeText(io, finalText(evaluation.value));
  }
  if (hasOption(invocation, "steps")) io.err(`${counted(evaluation.steps, "step")}\n`);
  return exitOf(evaluation);
}

/** The evaluator that `--route` names; the vm without it. */
export function routeOf(invocation: Invocation): Route {
  return optionValue(invocation, "route") === "tree" ? "tree" : "vm";
}
