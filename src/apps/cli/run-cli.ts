import { nearestOf } from "../../dialect/nearest.ts";
import type { Command } from "./command.ts";
import { EncodingError, UsageError } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { commandHelp, programHelp, usage } from "./help.ts";
import type { CliIo } from "./io.ts";
import { EXIT, FileError } from "./io.ts";
import { parseArguments } from "./parse-arguments.ts";
import { VERSION } from "./version.ts";

/** Runs one command line, given without the program's own name, and answers the exit code (2.18). */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined) return complain(programHelp(COMMANDS, VERSION), "no command is given", argv, io);
  if (first === "--help" || first === "-h" || first === "help") return help(rest[0], io);
  if (first === "--version" || first === "-V") return version(argv, io);
  const command = COMMANDS.find(({ name }) => name === first);
  if (command === undefined) return unknownCommand(first, argv, io);
  try {
    return await runCommand(command, rest, io);
  } catch (error) {
    return failed(error, command, argv, io);
  }
}

async function runCommand(command: Command, args: readonly string[], io: CliIo): Promise<number> {
  const { operands, options } = parseArguments(command, args);
  if (options.has("help")) {
    io.out(commandHelp(command));
    return EXIT.ok;
  }
  return command.run({ operands, options, json: options.has("json"), io });
}

function help(name: string | undefined, io: CliIo): number {
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (name !== undefined && command === undefined) return unknownCommand(name, [], io);
  io.out(command === undefined ? programHelp(COMMANDS, VERSION) : commandHelp(command));
  return EXIT.ok;
}

function version(argv: readonly string[], io: CliIo): number {
  io.out(argv.includes("--json") ? `${JSON.stringify({ ok: true, version: VERSION })}\n` : `toolcall ${VERSION}\n`);
  return EXIT.ok;
}

function unknownCommand(name: string, argv: readonly string[], io: CliIo): number {
  const nearest = nearestOf(
    name,
    COMMANDS.map((command) => command.name),
  );
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const commands = COMMANDS.map((command) => command.name).join(", ");
  const usageText = `Usage: toolcall COMMAND [ARGUMENT...]\nCommands: ${commands}. More: toolcall --help\n`;
  return complain(usageText, `there is no command ${name}.${hint}`, argv, io);
}

/** Says what is wrong with the command line, then how to write it. */
function complain(usageText: string, message: string, argv: readonly string[], io: CliIo): number {
  if (argv.includes("--json")) io.out(`${JSON.stringify({ ok: false, kind: "usage", message })}\n`);
  io.err(`toolcall: ${message}\n${usageText}`);
  return EXIT.usage;
}

/** What went wrong outside the script: usage, files and encoding are said; anything else is a bug and goes up. */
function failed(error: unknown, command: Command, argv: readonly string[], io: CliIo): number {
  if (error instanceof UsageError) {
    return complain(`${usage(command)}\nMore: toolcall ${command.name} --help\n`, error.message, argv, io);
  }
  if (!(error instanceof FileError || error instanceof EncodingError)) throw error;
  if (argv.includes("--json")) io.out(`${JSON.stringify(problemOf(error))}\n`);
  io.err(`toolcall: ${error.message}\n`);
  return EXIT.usage;
}

function problemOf(error: FileError | EncodingError): Readonly<Record<string, unknown>> {
  if (error instanceof FileError) return { ok: false, kind: "file", message: error.message };
  const { source, offset, line, message } = error;
  return { ok: false, kind: "utf-8", message, file: source, offset, line };
}
