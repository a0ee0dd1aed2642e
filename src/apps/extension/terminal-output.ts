import * as vscode from "vscode";

/** Characters of a command's output that are kept: its end. */
const MAX_CHARS = 4_000;
/** Commands whose output is kept. */
const MAX_COMMANDS = 5;

/** What a command in a terminal has written. */
export interface TerminalOutput {
  readonly command: string;
  readonly output: string;
}

/** The last commands of terminals whose shell tells VS Code what it runs. Kept in memory alone. */
export interface TerminalWatch extends vscode.Disposable {
  /** The newest first. */
  readonly latest: () => readonly TerminalOutput[];
}

/** Listens to terminals from now on. */
export function watchTerminals(): TerminalWatch {
  const outputs: TerminalOutput[] = [];
  const read = async (execution: vscode.TerminalShellExecution): Promise<void> => {
    let output = "";
    for await (const data of execution.read()) output = (output + data).slice(-2 * MAX_CHARS);
    outputs.unshift({ command: execution.commandLine.value.slice(0, 200), output: plain(output).slice(-MAX_CHARS) });
    outputs.length = Math.min(outputs.length, MAX_COMMANDS);
  };
  const disposable = vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
    void read(execution).catch(() => undefined);
  });
  return { latest: () => outputs, dispose: () => void disposable.dispose() };
}

/** Escape sequences: of colours, of the window's title and of the shell's marks. */

const ESCAPES =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-_])|[\u0000-\u0008\u000B-\u001F]/g;

function plain(text: string): string {
  return text.replaceAll(ESCAPES, "").trim();
}
