import type { Command, OptionRecord } from "./command.ts";
import { optionsOf } from "./parse-arguments.ts";

/** Column at which descriptions begin. */
const COLUMN = 26;
const WIDTH = 100;

/** The help of the whole program. */
export function programHelp(commands: readonly Command[], version: string): string {
  return [
    `toolcall ${version}: runs ToolCall scripts on a workspace; checks, formats, explains and evaluates them.`,
    "",
    "Usage: toolcall COMMAND [ARGUMENT...]",
    "",
    "Commands:",
    ...commands.flatMap((command) => row(command.name, command.summary)),
    "",
    "Options:",
    ...row("--help, -h", "show this help; after a command, that command's help"),
    ...row("--version, -V", "show the version"),
    "",
    ...EXIT_CODES,
    "",
  ].join("\n");
}

const EXIT_CODES = [
  "Exit codes: 0 all is well; 1 the script has errors or failed; 2 wrong usage, a file that cannot be",
  "read or written, or bytes that are not UTF-8; 3 a call was denied; 130 interrupted by Ctrl-C.",
];

/** The help of one command, made from its record. */
export function commandHelp(command: Command): string {
  return [
    usage(command),
    "",
    ...fold(command.summary.replace(/^./, (first) => first.toUpperCase()) + ".", 0),
    ...command.details.flatMap((paragraph) => ["", ...fold(paragraph, 0)]),
    "",
    "Options:",
    ...optionsOf(command).flatMap((option) => row(spelling(option), describeOption(option))),
    "",
    "Examples:",
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** The one-line usage of a command. */
export function usage(command: Command): string {
  const options = command.options.map((option) => {
    const repeat = option.many === true ? "..." : "";
    return ` [--${option.name}${option.value === undefined ? "" : ` ${valueOf(option)}`}]${repeat}`;
  });
  const operands = command.operands === "" ? "" : ` ${command.operands}`;
  return `Usage: toolcall ${command.name}${operands}${options.join("")} [--json]`;
}

function valueOf(option: OptionRecord): string {
  return option.choices?.join("|") ?? option.value ?? "";
}

function spelling(option: OptionRecord): string {
  const value = option.value === undefined ? "" : ` ${valueOf(option)}`;
  return `--${option.name}${option.short === undefined ? "" : `, -${option.short}`}${value}`;
}

function describeOption(option: OptionRecord): string {
  return option.many === true ? `${option.doc} (may be repeated)` : option.doc;
}

function row(head: string, text: string): readonly string[] {
  const lines = fold(text, COLUMN);
  const first = `  ${head}`;
  if (first.length > COLUMN - 2) return [first, ...lines];
  return [first.padEnd(COLUMN) + (lines[0] ?? "").trimStart(), ...lines.slice(1)];
}

/** Breaks a paragraph into lines of at most `WIDTH` characters, each indented. */
export function fold(text: string, indent: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((content) => " ".repeat(indent) + content);
}
