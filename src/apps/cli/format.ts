import { format, FORMAT_WIDTH } from "../../language/format.ts";
import type { Command, Invocation } from "./command.ts";
import { hasOption, UsageError } from "./command.ts";
import { EXIT } from "./io.ts";
import { counted, describeAll, toJson, writeJson } from "./report.ts";
import type { Source } from "./source.ts";
import { loadSource, STDIN } from "./source.ts";

/** `toolcall format`. */
export const formatCommand: Command = {
  name: "format",
  operands: "FILE...|-",
  min: 1,
  max: Infinity,
  summary: "lay out scripts in the one style, indented as Emacs does",
  details: [
    `Lines are kept within ${FORMAT_WIDTH} columns where the text allows it. Without an option the formatted text goes to standard output. Comments and the forms that are read stay as they are. A script with broken text is reported and left alone.`,
    "Exit code 1 when --check found a script that is not formatted, or when a script is broken.",
    "With --json: {ok, files: [{file, ok, changed, text, diagnostics}]}; text only without --check and --write.",
  ],
  options: [
    { name: "check", doc: "only say which scripts are not formatted" },
    { name: "write", doc: "replace the files that are not formatted" },
  ],
  examples: [
    "toolcall format script.tcl",
    "toolcall format --write *.tcl",
    "toolcall format --check *.tcl",
    "toolcall format - < script.tcl",
  ],
  run: runFormat,
};

type Mode = "print" | "check" | "write";

interface Formatted {
  readonly source: Source;
  /** Undefined for a broken script. */
  readonly text?: string;
  readonly diagnostics: Parameters<typeof toJson>[0];
  readonly changed: boolean;
}

async function runFormat(invocation: Invocation): Promise<number> {
  const { io, json, operands } = invocation;
  const mode = modeOf(invocation);
  if (mode === "write" && operands.includes(STDIN))
    throw new UsageError("standard input cannot be replaced: leave out --write.");
  const results: Formatted[] = [];
  for (const path of operands) {
    const result = formatSource(await loadSource(path, io, true));
    if (mode === "write" && result.changed && result.text !== undefined) io.files.write(path, result.text);
    results.push(result);
  }
  const broken = results.filter(({ text }) => text === undefined);
  const changed = results.filter((result) => result.changed);
  const ok = broken.length === 0 && (mode !== "check" || changed.length === 0);
  if (json) writeJson(io, { ok, files: results.map((result) => resultJson(result, mode)) });
  else {
    for (const { source, diagnostics } of broken) io.err(describeAll(diagnostics, source, io.colours.err));
    io.out(outputOf(results, mode));
  }
  return ok ? EXIT.ok : EXIT.script;
}

function modeOf(invocation: Invocation): Mode {
  const isCheck = hasOption(invocation, "check");
  const isWrite = hasOption(invocation, "write");
  if (isCheck && isWrite) throw new UsageError("--check and --write exclude each other.");
  return isCheck ? "check" : isWrite ? "write" : "print";
}

function formatSource(source: Source): Formatted {
  const result = format(source.text);
  if (!result.ok) return { source, diagnostics: result.diagnostics, changed: false };
  return { source, text: result.text, diagnostics: [], changed: result.text !== source.text };
}

function resultJson({ source, text, diagnostics, changed }: Formatted, mode: Mode): Readonly<Record<string, unknown>> {
  const shown = mode === "print" && text !== undefined ? { text } : {};
  return { file: source.name, ok: text !== undefined, changed, ...shown, diagnostics: toJson(diagnostics, source) };
}

function outputOf(results: readonly Formatted[], mode: Mode): string {
  if (mode === "print") return results.map(({ text }) => text ?? "").join("");
  const changed = results.filter((result) => result.changed);
  const names = changed.map(({ source }) => `${source.name}\n`).join("");
  const what = mode === "check" ? `${changed.length === 1 ? "is" : "are"} not formatted` : "formatted";
  const sum = `${counted(changed.length, "script")} of ${results.length} ${what}`;
  return `${names}${changed.length === 0 ? `${counted(results.length, "script")} checked, nothing to change` : sum}\n`;
}
