import type { CommandWord, Shell, SimpleCommand } from "../../ports/commands.ts";
import { hasTellingAssignments } from "./command-text.ts";
import { isReadOnlyGit } from "./read-only-git.ts";
import { READ_ONLY_CMD, READ_ONLY_CMDLETS, READ_ONLY_PROGRAMS } from "./read-only-programs.ts";
import type { ReadOnlyProgram } from "./read-only-programs.ts";

/** External programs that read in every shell. */
const EVERYWHERE: ReadonlySet<string> = new Set(["rg", "fd", "jq", "node", "npm", "python", "python3", "whoami"]);

const TABLES: Readonly<Record<Shell, ReadonlyMap<string, ReadOnlyProgram>>> = {
  bash: READ_ONLY_PROGRAMS,
  powershell: READ_ONLY_CMDLETS,
  cmd: READ_ONLY_CMD,
};

function isForbidden(word: string, program: ReadOnlyProgram): boolean {
  const { notShort = "", notLong = [], notWords = [] } = program;
  if (notWords.includes(word)) return true;
  const long = /^--([^=]+)/.exec(word)?.[1];
  if (long !== undefined) return notLong.some((option) => option.startsWith(long));
  return word.startsWith("-") && Array.from(notShort).some((letter) => word.includes(letter));
}

function keepsTo(program: ReadOnlyProgram, words: readonly CommandWord[]): boolean {
  if (words.some(({ text }) => isForbidden(text, program))) return false;
  // A lone `-` is standard input, an operand like a file.
  if (words.filter(({ text }) => text === "-" || !text.startsWith("-")).length > (program.operands ?? Infinity)) {
    return false;
  }
  // An option may be hidden in what is only known later.
  const isRestricted = program.notShort ?? program.notLong ?? program.notWords ?? program.operands;
  if (isRestricted !== undefined && words.some(({ dynamic }) => dynamic)) return false;
  return program.holds?.(words) ?? true;
}

/** Whether a simple command is known to change nothing. Its name has to be bare: `./ls` may be anything. */
export function isReadOnlyCommand(command: SimpleCommand, shell: Shell): boolean {
  const [program, ...words] = command.words;
  if (program === undefined || program.dynamic || command.opaque !== undefined) return false;
  if (hasTellingAssignments(command)) return false;
  const name = shell === "bash" ? program.text : program.text.toLowerCase().replace(/\.exe$/, "");
  if (name === "git") return isReadOnlyGit(command.words);
  const known = TABLES[shell].get(name) ?? (EVERYWHERE.has(name) ? READ_ONLY_PROGRAMS.get(name) : undefined);
  return known !== undefined && keepsTo(known, words);
}
