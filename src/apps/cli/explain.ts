import type { DiagnosticRecord } from "../../dialect/index.ts";
import { DIAGNOSTICS } from "../../dialect/index.ts";
import { nearestOf } from "../../dialect/nearest.ts";
import { painter } from "./colours.ts";
import type { Command, Invocation } from "./command.ts";
import { fold } from "./help.ts";
import { EXIT } from "./io.ts";
import { writeJson } from "./report.ts";

/** `toolcall explain`. */
export const explainCommand: Command = {
  name: "explain",
  operands: "CODE",
  min: 1,
  max: 1,
  summary: "explain a diagnostic: when it is raised and what to do about it",
  details: [
    "A code is E or W and three digits, as at the start of every message. `toolcall reference diagnostics` lists them all.",
    "With --json: {ok, known, code, severity, phase, family, condition, message, expected, remedy, example}, or {ok: false, known: false, code, nearest}. Exit code 1 for an unknown code.",
  ],
  options: [],
  examples: ["toolcall explain E302", "toolcall explain w310 --json"],
  run: runExplain,
};

function runExplain({ operands, json, io }: Invocation): number {
  const code = (operands[0] as string).toUpperCase();
  const record = Object.hasOwn(DIAGNOSTICS, code)
    ? (DIAGNOSTICS as Readonly<Record<string, DiagnosticRecord>>)[code]
    : undefined;
  if (record === undefined) {
    const nearest = nearestOf(code, Object.keys(DIAGNOSTICS));
    if (json) writeJson(io, { ok: false, known: false, code, nearest });
    const hint = nearest === undefined ? "A code is E or W and three digits." : `The nearest is ${nearest}.`;
    io.err(`there is no diagnostic ${code}. ${hint} \`toolcall reference diagnostics\` lists them.\n`);
    return EXIT.script;
  }
  if (json) writeJson(io, { ok: true, known: true, code, ...record });
  else io.out(explanation(code, record, io.colours.out));
  return EXIT.ok;
}

/** The catalogue entry of a code as a person reads it. */
function explanation(code: string, record: DiagnosticRecord, colours: boolean): string {
  const paint = painter(colours);
  const { severity, phase, family, condition, message, expected, remedy, example } = record;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["Message", message],
    ["Expected", expected],
    ["Remedy", remedy],
    ["Wrong", example?.wrong],
    ["Right", example?.right],
  ];
  return [
    `${paint(severity === "error" ? "red" : "yellow", code)} ${paint("bold", family)} (${severity}, ${PHASES[phase]})`,
    ...fold(condition, 2),
    "",
    ...rows.flatMap(([label, text]) => (text === undefined ? [] : labelled(label, text))),
    "",
  ].join("\n");
}

const PHASES: Readonly<Record<DiagnosticRecord["phase"], string>> = {
  reader: "found while reading",
  check: "found before running",
  run: "found while running, or before where it is certain",
};

const LABEL_WIDTH = 12;

function labelled(label: string, text: string): readonly string[] {
  const [first = "", ...more] = fold(text, LABEL_WIDTH);
  return [`  ${label}:`.padEnd(LABEL_WIDTH) + first.trimStart(), ...more];
}
