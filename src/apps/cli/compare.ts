import { compare } from "../../dialect/compare.ts";
import { print } from "../../dialect/print.ts";
import type { Command, Invocation } from "./command.ts";
import { COMMON_OPTIONS } from "./command.ts";
import { EXIT } from "./io.ts";
import { limitsOf } from "./limits-option.ts";
import type { LoadedScript } from "./load-script.ts";
import { findScript, INPUT_OPTION, loadScript, ONE_SCRIPT, OPERAND_DETAILS } from "./load-script.ts";
import { describeAll, toJson, writeJson } from "./report.ts";

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
