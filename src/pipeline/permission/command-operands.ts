import type { CommandWord, Shell, SimpleCommand } from "../../ports/commands.ts";
import { programName } from "./command-text.ts";
import { WILDCARD } from "./wildcard-names.ts";

/** A word of a command that may be a path, or the reason why its path cannot be seen. */
export type Operand =
  | { readonly text: string; readonly home: boolean; readonly wildcards?: Wildcards }
  | { readonly unknown: string; readonly text: string };

/** The wildcards of a word whose folder is `text`. */
export interface Wildcards {
  /** The word with `/` between its parts. */
  readonly pattern: string;
  /** Whether it is a word of its own and not a part of one. */
  readonly leading: boolean;
}

/** Programs whose words are no paths. */
const WORDS_ONLY: ReadonlySet<string> = new Set([
  "echo", "printf", "true", "false", ":", "sleep", "seq", "date", "uname", "whoami", "id", "which", "expr",
  "basename", "dirname", "exit", "return", "break", "continue", "shift", "kill", "command", "hash", "locale", "nproc",
  "write-output", "write-host", "get-date", "get-command", "get-process", "get-help", "where", "where.exe", "ver",
  "foreach-object", "where-object", "select-object", "sort-object", "measure-object", "group-object",
  "format-table", "format-list", "out-string", "out-null",
]); // prettier-ignore

/** Programs whose first operand is an expression, with the options that give it in another way. */
const EXPRESSION_FIRST: ReadonlyMap<string, RegExp> = new Map([
  ["grep", /^(?:-[a-zA-Z]*[ef].*|--(?:reg|fil).*)$/],
  ["egrep", /^(?:-[a-zA-Z]*[ef].*|--(?:reg|fil).*)$/],
  ["fgrep", /^(?:-[a-zA-Z]*[ef].*|--(?:reg|fil).*)$/],
  ["rg", /^(?:-[a-zA-Z]*[ef].*|--(?:reg|file).*|--type-list)$/],
  ["ag", /^-[a-zA-Z]*g.*$/],
  ["sed", /^(?:-[a-zA-Z]*[ef].*|--(?:e|f).*)$/],
  ["awk", /^(?:-[a-zA-Z]*[efE].*|--(?:f|e|s).*)$/],
  ["jq", /^(?:-[a-zA-Z]*f.*|--fr.*)$/],
  ["fd", /^--(?:and|search|base).*$/],
  ["findstr", /^\/[gcGC]:.*$/],
]);

/** Where the files of a word with wildcards are: its folder before the first of them. */
function wildcardFolder(text: string): string | undefined {
  const segments = text.split(/[/\\]/);
  const first = segments.findIndex((segment) => WILDCARD.test(segment));
  // `.*` may mean `..`, and what comes after a wildcard may climb out of anything.
  if (segments.slice(first).some((segment) => segment === ".." || /^\.[*?[]/.test(segment))) return undefined;
  const folder = segments.slice(0, first).join("/");
  return folder === "" ? (first > 0 ? "/" : ".") : folder;
}

function operandOf(written: string, word: CommandWord, home: boolean, shell: Shell): Operand {
  // Only Bash has names with a backslash in them.
  const text = shell === "bash" ? written : written.replaceAll("\\", "/");
  if (!word.wildcard || !WILDCARD.test(text)) return { text, home };
  const folder = wildcardFolder(text);
  if (folder === undefined) return { unknown: "its wildcards may lead out of the folder", text };
  return { text: folder, home, wildcards: { pattern: text, leading: written === word.text } };
}

const URL = /^(?!file:)[a-z][a-z\d+.-]+:\/\//i;

const DRIVE_OF_POWERSHELL = /^(?!file:)[a-z]{2,}:(?!\/\/)/i;

/** The parts of one word that a program may take for a path: the word, the value of an option, what stands behind a colon. */
function partsOf(word: CommandWord, shell: Shell): Operand[] {
  const { text } = word;
  if (word.dynamic) return [{ unknown: "it is only known when the command runs", text }];
  if (/^-{0,2}$/.test(text) || URL.test(text)) return [];
  if (shell === "powershell" && DRIVE_OF_POWERSHELL.test(text)) {
    return [{ unknown: "it is on a drive of PowerShell's own", text }];
  }
  const option = optionValue(text, shell);
  if (option !== undefined) return option === "" ? [] : [operandOf(option, word, true, shell)];
  const inner = [...innerPaths(text), ...(shell === "bash" ? pathsBehindColons(text) : [])];
  return [
    operandOf(text, word, word.home || shell === "powershell", shell),
    ...inner.map((part) => operandOf(part, word, true, shell)),
  ];
}

/** `if=/dev/zero` of `dd` and `@file` of `curl`. */
function innerPaths(text: string): readonly string[] {
  const equals = text.indexOf("=");
  return [...(equals > 0 ? [text.slice(equals + 1)] : []), ...(text.startsWith("@") ? [text.slice(1)] : [])];
}

/** `HEAD:../x`, `a:/etc/x`: lists of paths, and paths on something. */
function pathsBehindColons(text: string): readonly string[] {
  if (/^file:/i.test(text)) return [];
  return text
    .split(":")
    .slice(1)
    .filter((part) => /^(?:\/|~|\.\.)/.test(part));
}

/** The value that is written in one word with an option: empty when there is none, undefined when the word is no option. */
function optionValue(text: string, shell: Shell): string | undefined {
  if (shell === "cmd" && /^\/[a-z?]/i.test(text)) return /^\/[a-z]+:(.*)$/i.exec(text)?.[1] ?? "";
  if (!text.startsWith("-")) return undefined;
  const equals = text.indexOf("=");
  if (equals > 0) return text.slice(equals + 1);
  if (shell === "powershell") return /^-\w+:(.*)$/.exec(text)?.[1] ?? "";
  return /^-[a-zA-Z]+?((?:[/~]|\.\.?\/|\.\.$|file:|[a-z]:[\\/]).*)$/i.exec(text)?.[1] ?? "";
}

/** The operands of a command that may be paths, in order. The program itself is none. */
export function operandsOf(command: SimpleCommand, shell: Shell): readonly Operand[] {
  const name = programName(command, shell);
  // `type` asks what a name means in Bash, and shows a file elsewhere.
  if (WORDS_ONLY.has(name) || (name === "type" && shell === "bash")) return [];
  const words = command.words.slice(1);
  return words.filter((_, index) => index !== expressionAt(name, words)).flatMap((word) => partsOf(word, shell));
}

/** Which of the words is the expression of a program like `grep`; -1 when none is. */
function expressionAt(name: string, words: readonly CommandWord[]): number {
  const elsewhere = EXPRESSION_FIRST.get(name);
  if (elsewhere === undefined || words.some(({ text }) => elsewhere.test(text))) return -1;
  return words.findIndex(({ text }) => !text.startsWith("-") && !(name === "findstr" && text.startsWith("/")));
}
