import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Shell } from "../../../ports/commands.ts";

/** How a shell is started on a command. */
export interface ShellStart {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether Windows must hand the arguments over as they are, unquoted. */
  readonly verbatim: boolean;
}

/** A kind of shell: how it is told to run a command, without start-up files and without a person. */
interface ShellRow {
  readonly names: readonly string[];
  readonly syntax: Shell;
  readonly start: (program: string, command: string) => ShellStart;
}

const POWERSHELL_FLAGS = ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command"];

/** So that what is not ASCII arrives as UTF-8 whatever the code page of the machine. */
const POWERSHELL_UTF8 = "[Console]::OutputEncoding = [System.Text.UTF8Encoding]::new($false); ";

/**
 * Where the command goes to `$1` and its shell to `$0`: both streams become one before the shell starts, which is the only
 * way to keep what they write in order.
 */
const ONE_STREAM = 'exec "$0" "$@" 2>&1';

const plainShell = (program: string, args: readonly string[]): ShellStart => ({ program, args, verbatim: false });

const BASH: ShellRow = {
  names: ["bash"],
  syntax: "bash",
  start: (program, command) => plainShell(program, ["--noprofile", "--norc", "-c", command]),
};

const SH: ShellRow = {
  names: ["sh", "dash", "ash", "zsh"],
  syntax: "bash",
  start: (program, command) => plainShell(program, ["-c", command]),
};

const POWERSHELL: ShellRow = {
  names: ["pwsh", "powershell"],
  syntax: "powershell",
  start: (program, command) => plainShell(program, [...POWERSHELL_FLAGS, POWERSHELL_UTF8 + command]),
};

const CMD: ShellRow = {
  names: ["cmd"],
  syntax: "cmd",
  start: (program, command) => ({
    program,
    args: ["/d", "/s", "/c", `"chcp 65001 >nul & ${command}"`],
    verbatim: true,
  }),
};

const ROWS = [BASH, SH, POWERSHELL, CMD];

/** Shells to look for, the best first. */
const WANTED: Readonly<Record<"posix" | "windows", readonly string[]>> = {
  posix: ["bash", "sh"],
  windows: ["pwsh", "powershell", "cmd"],
};

/** The shell of this machine; `preferred` is a name or a path. */
export function findShell(preferred: string | undefined, env: NodeJS.ProcessEnv): string {
  const isWindows = process.platform === "win32";
  const wanted = WANTED[isWindows ? "windows" : "posix"];
  const found = [...(preferred === undefined ? [] : [preferred]), ...wanted]
    .map((name) => onPath(name, env))
    .find(Boolean);
  return found ?? (isWindows ? "cmd.exe" : "/bin/sh");
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(name)) return isProgram(name) ? name : undefined;
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const usual = process.platform === "win32" ? [] : ["/bin", "/usr/bin"];
  const file = process.platform === "win32" && !name.endsWith(".exe") ? `${name}.exe` : name;
  return [...usual, ...folders].map((folder) => join(folder, file)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How `shell` is started on a command. Unless `apart`, both its streams arrive as one where the system can do that. */
export function shellStart(shell: string, command: string, apart: boolean): ShellStart {
  const start = rowOf(shell).start(shell, command);
  if (apart || process.platform === "win32") return start;
  return plainShell("/bin/sh", ["-c", ONE_STREAM, start.program, ...start.args]);
}

/** Whose syntax a shell has. One that is not known is taken for a POSIX shell. */
export function syntaxOf(shell: string): Shell {
  return rowOf(shell).syntax;
}

function rowOf(shell: string): ShellRow {
  const name = (shell.split(/[\\/]/).at(-1) ?? shell).toLowerCase().replace(/\.exe$/, "");
  return ROWS.find(({ names }) => names.includes(name)) ?? SH;
}
