import type { Limits, Program, Roster, Value } from "../../dialect/index.ts";
import { preflight, read } from "../../dialect/index.ts";
import type { Preflight } from "../../dialect/preflight.ts";
import type { Command, Invocation } from "./command.ts";
import { COMMON_OPTIONS, optionValue, UsageError } from "./command.ts";
import { readDatum } from "./datum.ts";
import type { CliIo } from "./io.ts";
import { describeAll } from "./report.ts";
import type { Source } from "./source.ts";
import { expressionSource, loadArgument, loadSource } from "./source.ts";

/** The variable that holds `--input` (R311). */
const INPUT = "input";

/** The option that gives a script its input. */
export const INPUT_OPTION = {
  name: INPUT,
  value: "DATUM",
  doc: "bind the variable `input` to this datum, such as 41 or '(1 2)'; it is read, not evaluated",
} as const;

/** How the one operand of `eval` and `compare` is understood; part of their help. */
export const OPERAND_DETAILS = [
  "The argument is a script or a file. `-` is standard input. An argument that begins with ( is always a script. Otherwise a file of that name is read; when there is none, an argument that begins with one of ' ` \" [ ? # : ; or is a number, t, nil or input is a script, and any other is a missing file. -e EXPR and --file FILE leave nothing to guess.",
];

/** A script that was read and checked, with the budgets and the input it is to run with. */
export interface LoadedScript {
  readonly source: Source;
  readonly program: Program;
  readonly verdict: Preflight;
  readonly limits: Limits;
  readonly input: Value | undefined;
}

/** Finds the script that the operand, `-e` or `--file` means. Throws `UsageError` when it is none or several. */
export async function findScript(invocation: Invocation): Promise<Source> {
  const expression = optionValue(invocation, COMMON_OPTIONS.expression.name);
  const file = optionValue(invocation, COMMON_OPTIONS.file.name);
  const [operand] = invocation.operands;
  const given = [expression, file, operand].filter((text) => text !== undefined);
  if (given.length === 0) throw new UsageError("no script is given: name a file, - for standard input, or -e EXPR.");
  if (given.length > 1)
    throw new UsageError("more than one script is given: use one of a file, -, -e EXPR and --file FILE.");
  if (expression !== undefined) return expressionSource(expression);
  if (file !== undefined) return loadSource(file, invocation.io);
  return loadArgument(operand as string, invocation.io);
}

/** Reads and checks a script that may call no tools. Throws `UsageError` when `--input` is no datum. */
export function loadScript(source: Source, limits: Limits, invocation: Invocation): LoadedScript {
  const program = read(source.text, limits);
  const text = optionValue(invocation, INPUT);
  const input = text === undefined ? undefined : inputOf(text, program, invocation.io);
  const variables = input === undefined ? [] : [INPUT];
  return { source, program, verdict: preflight(program, roster([]), { limits, variables }), limits, input };
}

function inputOf(text: string, program: Program, io: CliIo): Value {
  const datum = readDatum(text, program.symbols);
  if (datum.ok) return datum.value;
  const name = "--input";
  const problem = datum.problem ?? describeAll(datum.diagnostics, { name, text }, io.colours.err).trimEnd();
  throw new UsageError(`--input takes one datum, such as 41 or '(1 2)': ${problem}`);
}

/** A roster of composable tools. */
export function roster(names: readonly string[]): Roster {
  return { names: new Set(names), standalone: new Set() };
}

/** What the commands that take one script have in common. */
export const ONE_SCRIPT = {
  operands: "EXPR|FILE|-",
  min: 0,
  max: 1,
} as const satisfies Partial<Command>;
