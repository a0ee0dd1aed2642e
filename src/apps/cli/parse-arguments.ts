import { nearestOf } from "../../dialect/nearest.ts";
import type { Command, OptionRecord } from "./command.ts";
import { COMMON_OPTIONS, UsageError } from "./command.ts";

/** What a command line says, before anything is done. */
export interface ParsedArguments {
  readonly operands: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
}

interface Collected {
  readonly operands: string[];
  readonly options: Map<string, string[]>;
}

/** Every option a command takes, the common ones included. */
export function optionsOf(command: Command): readonly OptionRecord[] {
  return [...command.options, COMMON_OPTIONS.json, COMMON_OPTIONS.help];
}

/** Reads the arguments after a command's name by its table. Throws `UsageError`. */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const collected: Collected = { operands: [], options: new Map() };
  for (let at = 0; at < args.length;) {
    const arg = args[at] as string;
    if (arg === "--") {
      collected.operands.push(...args.slice(at + 1));
      break;
    }
    at += isOption(arg) ? takeOption(command, arg, args[at + 1], collected) : takeOperand(arg, collected);
  }
  if (!collected.options.has("help")) checkOperands(command, collected.operands);
  return collected;
}

/** `-` is standard input, `-5` and `-.5` are numbers; everything else that begins with a dash is an option. */
function isOption(arg: string): boolean {
  return arg.startsWith("-") && arg !== "-" && !/^-\.?\d/.test(arg);
}

function takeOperand(arg: string, collected: Collected): number {
  collected.operands.push(arg);
  return 1;
}

/** Takes one option and answers how many arguments it used up. */
function takeOption(command: Command, arg: string, next: string | undefined, collected: Collected): number {
  const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
  const spelled = equals < 0 ? arg : arg.slice(0, equals);
  const option = findOption(command, spelled);
  if (option.value === undefined) {
    if (equals >= 0) throw new UsageError(`${spelled} takes no value.`);
    collected.options.set(option.name, [""]);
    return 1;
  }
  const value = equals < 0 ? next : arg.slice(equals + 1);
  if (value === undefined) throw new UsageError(`${spelled} needs a value: ${spelled} ${option.value}.`);
  addValue(option, spelled, value, collected);
  return equals < 0 ? 2 : 1;
}

function addValue(option: OptionRecord, spelled: string, value: string, collected: Collected): void {
  if (option.choices?.includes(value) === false) {
    throw new UsageError(`${spelled} takes ${listed(option.choices)}, not ${value}.`);
  }
  const values = collected.options.get(option.name) ?? [];
  if (values.length > 0 && option.many !== true) throw new UsageError(`${spelled} is given twice.`);
  collected.options.set(option.name, [...values, value]);
}

function findOption(command: Command, spelled: string): OptionRecord {
  const options = optionsOf(command);
  const found = options.find((option) =>
    spelled.startsWith("--") ? option.name === spelled.slice(2) : option.short === spelled.slice(1),
  );
  if (found !== undefined) return found;
  const nearest = nearestOf(
    spelled.replace(/^-+/, ""),
    options.map((option) => option.name),
  );
  const hint = nearest === undefined ? "" : ` Did you mean --${nearest}?`;
  throw new UsageError(`${command.name} has no option ${spelled}.${hint}`);
}

function checkOperands(command: Command, operands: readonly string[]): void {
  if (operands.length < command.min) throw new UsageError(`${command.name} needs ${command.operands}.`);
  if (operands.length <= command.max) return;
  const extra = operands[command.max] as string;
  const many = command.max === 0 ? "no arguments" : command.max === 1 ? "one argument" : `${command.max} arguments`;
  throw new UsageError(
    `${command.name} takes ${many}; ${JSON.stringify(extra)} is too many. Put an expression into quotes: '(+ 1 2)'.`,
  );
}

/** Choices as words: `a, b or c`. */
function listed(choices: readonly string[]): string {
  return choices.join(", ").replace(/, ([^,]*)$/, " or $1");
}
