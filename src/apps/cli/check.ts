import type { Diagnostic, Limits } from "../../dialect/index.ts";
import { preflight, read } from "../../dialect/index.ts";
import { resolveBuiltIn } from "../../dialect/resolve.ts";
import type { Command, Invocation } from "./command.ts";
import { COMMON_OPTIONS, UsageError } from "./command.ts";
import { EXIT } from "./io.ts";
import { limitsOf } from "./limits-option.ts";
import { roster } from "./load-script.ts";
import { counted, describeAll, hasErrors, toJson, writeJson } from "./report.ts";
import { expressionSource, loadSource } from "./source.ts";
import type { Source } from "./source.ts";

/** `toolcall check`. */
export const checkCommand: Command = {
  name: "check",
  operands: "FILE...|-",
  min: 0,
  max: Infinity,
  summary: "read scripts and check them without running anything",
  details: [
    "Reports everything the reader and the static pass find: broken text, unknown names with the nearest known ones, malformed forms, regexps outside the subset, foreign idioms. `-` is standard input.",
    "Exit code 1 when there is an error; warnings alone leave it 0.",
    "With --json: {ok, files: [{file, ok, diagnostics}]}.",
  ],
  options: [
    COMMON_OPTIONS.expression,
    {
      name: "tools",
      value: "A,B,C",
      many: true,
      doc: "names of tools that the scripts may call; without it every tool is unknown",
    },
    {
      name: "standalone",
      value: "A,B,C",
      many: true,
      doc: "names of tools that have to be the entire script when they are called",
    },
    { name: "input", doc: "the scripts run with the variable `input` bound" },
    COMMON_OPTIONS.limit,
  ],
  examples: [
    "toolcall check script.tcl --tools Read,Grep,Glob",
    "toolcall check *.tcl --json",
    "echo '(car 1 2' | toolcall check -",
  ],
  run: runCheck,
};

interface CheckedFile {
  readonly source: Source;
  readonly diagnostics: readonly Diagnostic[];
}

async function runCheck(invocation: Invocation): Promise<number> {
  const { io, json } = invocation;
  const limits = limitsOf(invocation);
  const results: CheckedFile[] = [];
  for (const source of await sourcesOf(invocation)) {
    results.push({ source, diagnostics: checkSource(source, limits, invocation) });
  }
  const ok = results.every(({ diagnostics }) => !hasErrors(diagnostics));
  if (json) {
    const files = results.map(({ source, diagnostics }) => ({
      file: source.name,
      ok: !hasErrors(diagnostics),
      diagnostics: toJson(diagnostics, source),
    }));
    writeJson(io, { ok, files });
  } else {
    for (const { source, diagnostics } of results) io.err(describeAll(diagnostics, source, io.colours.err));
    io.out(`${summary(results)}\n`);
  }
  return ok ? EXIT.ok : EXIT.script;
}

async function sourcesOf({ operands, options, io }: Invocation): Promise<readonly Source[]> {
  const expressions = options.get(COMMON_OPTIONS.expression.name) ?? [];
  if (operands.length + expressions.length === 0) throw new UsageError("check needs FILE... or - for standard input.");
  const sources = expressions.map(expressionSource);
  for (const file of operands) sources.push(await loadSource(file, io));
  return sources;
}

function checkSource(source: Source, limits: Limits, invocation: Invocation): readonly Diagnostic[] {
  const standalone = toolNames(invocation, "standalone");
  const { names } = roster([...toolNames(invocation, "tools"), ...standalone]);
  const variables = invocation.options.has("input") ? ["input"] : [];
  const verdict = preflight(
    read(source.text, limits),
    { names, standalone: new Set(standalone) },
    { limits, variables },
  );
  return verdict.ok ? verdict.checked.warnings : verdict.diagnostics;
}

function toolNames(invocation: Invocation, option: "tools" | "standalone"): readonly string[] {
  const names = (invocation.options.get(option) ?? []).flatMap((text) => text.split(",")).map((name) => name.trim());
  for (const name of names) {
    if (!/^[^\s()[\]"';`,#?]+$/.test(name))
      throw new UsageError(`--${option}: ${JSON.stringify(name)} is no tool name.`);
    if (resolveBuiltIn(name) !== undefined)
      throw new UsageError(`--${option}: ${name} belongs to the dialect and cannot name a tool.`);
  }
  return names;
}

function summary(results: readonly CheckedFile[]): string {
  const all = results.flatMap(({ diagnostics }) => diagnostics);
  const errors = all.filter((diagnostic) => diagnostic.kind !== "warning").length;
  const files = counted(results.length, "script");
  if (all.length === 0) return `${files} checked, nothing to report`;
  return `${files} checked, ${counted(errors, "error")}, ${counted(all.length - errors, "warning")}`;
}
