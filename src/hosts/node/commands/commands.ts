import type { CommandAnalysis, Commands, Shell } from "../../../ports/commands.ts";
import { unparsedCommand } from "../../../ports/commands.ts";
import { analyseBash } from "./bash.ts";
import { analyseCmd } from "./cmd.ts";
import { grammar } from "./grammar.ts";
import { analysePowershell } from "./powershell.ts";

async function analyse(command: string, shell: Shell): Promise<CommandAnalysis> {
  switch (shell) {
    case "bash":
      return analyseBash(command, await grammar("bash"));
    case "powershell":
      return analysePowershell(command, await grammar("powershell"));
    case "cmd":
      return analyseCmd(command);
  }
}

/** Understands command lines by the grammars of Bash and PowerShell, and those of cmd.exe where they are plain. */
export function createCommands(): Commands {
  return {
    async analyse(command, shell) {
      try {
        return await analyse(command, shell);
      } catch (error) {
        return unparsedCommand(
          shell,
          `the grammar cannot be used: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}
