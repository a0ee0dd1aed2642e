import type { CliIo } from "./io.ts";

/** One option of a command. Options that take a value name it in capitals. */
export interface OptionRecord {
  readonly name: string;
  /** One letter, where the option has a short spelling. */
  readonly short?: string;
  /** What its value is called in help; an option without one is a flag. */
  readonly value?: string;
  /** The values it takes, where there are only a few. */
  readonly choices?: readonly string[];
  /** Whether it may be given several times. */
  readonly many?: boolean;
  readonly doc: string;
}

/** A parsed command line. */
export interface Invocation {
  readonly operands: readonly string[];
  /** Values by option name; a flag that was given has the value "". */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** Whether the answer is to be JSON. */
  readonly json: boolean;
  readonly io: CliIo;
}

/** One command: arguments, help and code in one record. */
export interface Command {
  readonly name: string;
  /** How the operands are written, such as `FILE...`. */
  readonly operands: string;
  readonly min: number;
  readonly max: number;
  readonly summary: string;
  /** Paragraphs of `COMMAND --help`. */
  readonly details: readonly string[];
  readonly options: readonly OptionRecord[];
  readonly examples: readonly string[];
  /** Answers the exit code. */
  readonly run: (invocation: Invocation) => Promise<number> | number;
}

/** A command line that cannot be understood: said on standard error with the usage, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Bytes that are no UTF-8: exit code 2. */
export class EncodingError extends Error {
  override readonly name = "EncodingError";
  declare readonly source: string;
  declare readonly offset: number;
  declare readonly line: number;
  constructor(source: string, place: { readonly offset: number; readonly line: number; readonly byte: number }) {
    const byte = `0x${place.byte.toString(16).padStart(2, "0")}`;
    super(`${source} is not UTF-8: byte ${byte} at offset ${place.offset}, line ${place.line}. Save it as UTF-8.`);
    this.source = source;
    this.offset = place.offset;
    this.line = place.line;
  }
}

/** The one value of an option, or undefined when it was not given. */
export function optionValue(invocation: Invocation, name: string): string | undefined {
  return invocation.options.get(name)?.at(-1);
}

/** Whether a flag was given. */
export function hasOption(invocation: Invocation, name: string): boolean {
  return invocation.options.has(name);
}

/** Options that several commands take. */
export const COMMON_OPTIONS = {
  json: { name: "json", doc: "answer with one JSON object on standard output" },
  help: { name: "help", short: "h", doc: "show this help" },
  limit: {
    name: "limit",
    value: "NAME=N",
    many: true,
    doc: "change a budget, such as max-steps=1000; `toolcall reference resources` lists them",
  },
  expression: { name: "expression", short: "e", value: "EXPR", doc: "take this text as the script" },
  file: { name: "file", short: "f", value: "FILE", doc: "take this file as the script, whatever its name looks like" },
} as const satisfies Record<string, OptionRecord>;
