import { callCommand } from "./call.ts";
import { checkCommand } from "./check.ts";
import type { Command } from "./command.ts";
import { compareCommand } from "./compare.ts";
import { conformanceCommand } from "./conformance.ts";
import { evalCommand } from "./eval.ts";
import { explainCommand } from "./explain.ts";
import { formatCommand } from "./format.ts";
import { permissionsCommand } from "./permissions.ts";
import { recoverCommand } from "./recover.ts";
import { referenceCommand } from "./reference.ts";
import { replCommand } from "./repl.ts";
import { runCommand } from "./run.ts";
import { sessionsCommand } from "./sessions.ts";
import { showCommand } from "./show.ts";
import { toolsCommand } from "./tools.ts";
import { redoCommand, undoCommand } from "./undo.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  runCommand,
  callCommand,
  toolsCommand,
  sessionsCommand,
  showCommand,
  recoverCommand,
  undoCommand,
  redoCommand,
  permissionsCommand,
  evalCommand,
  checkCommand,
  formatCommand,
  explainCommand,
  referenceCommand,
  compareCommand,
  conformanceCommand,
  replCommand,
];
