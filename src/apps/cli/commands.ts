import { checkCommand } from "./check.ts";
import type { Command } from "./command.ts";
import { compareCommand } from "./compare.ts";
import { conformanceCommand } from "./conformance.ts";
import { evalCommand } from "./eval.ts";
import { explainCommand } from "./explain.ts";
import { formatCommand } from "./format.ts";
import { referenceCommand } from "./reference.ts";
import { replCommand } from "./repl.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  evalCommand,
  checkCommand,
  formatCommand,
  explainCommand,
  referenceCommand,
  compareCommand,
  conformanceCommand,
  replCommand,
];
