import type { DiagnosticRecord } from "../../dialect/diagnostics.ts";
import { DIAGNOSTICS } from "../../dialect/diagnostics.ts";
import type { GeneratedFile } from "../generated-file.ts";

const PATH = "media/reference/diagnostics.md";

/** Chapters by the first digits of the codes in them; a code belongs to the first that fits. */
const CHAPTERS: readonly (readonly [title: string, codes: RegExp, text: string])[] = [
  ["Text", /^E10|^E150/, "What the reader cannot make data of. Nothing has run."],
  [
    "Names, forms, definitions",
    /^E1[1-4]/,
    "What is wrong with the program as a program. Most of it is found before anything runs, and all of it is reported together.",
  ],
  ["Regexps", /^E16/, "Regexps are bounded on purpose: every one that is accepted matches in a known amount of work."],
  ["Running", /^E3/, "What ends a script while it runs. Calls that were made before stay made."],
  ["Budgets", /^E4/, "Every script is bounded; see [limits.md](limits.md)."],
  ["Warnings", /^W/, "The script runs all the same."],
];

const PHASES: Readonly<Record<DiagnosticRecord["phase"], string>> = {
  reader: "reading",
  check: "checking",
  run: "running",
};

/** The catalogue of diagnostics as a page: one section per code, in the order of the codes. */
export function generate(): GeneratedFile {
  const entries: (readonly [string, DiagnosticRecord])[] = Object.entries(DIAGNOSTICS);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  const chapterOf = (code: string): number => CHAPTERS.findIndex(([, codes]) => codes.test(code));
  const homeless = entries.find(([code]) => chapterOf(code) < 0);
  if (homeless !== undefined) throw new Error(`${homeless[0]} belongs to no chapter of ${PATH}`);
  const chapters = CHAPTERS.map(([title, , text], index) =>
    [
      `## ${title}`,
      text,
      ...entries.filter(([code]) => chapterOf(code) === index).map(([code, record]) => section(code, record)),
    ].join("\n\n"),
  );
  return { path: PATH, text: `${[introduction(entries), ...chapters].join("\n\n")}\n` };
}

function introduction(entries: readonly (readonly [string, DiagnosticRecord])[]): string {
  const rows = entries.map(
    ([code, { family, condition }]) => `| [${code}](#${code.toLowerCase()}) | ${family} | ${escaped(condition)} |`,
  );
  return [
    "# Diagnostics",
    "",
    "<!-- Written by src/build/generators/diagnostics-reference.ts from the catalogue in src/dialect/diagnostics. -->",
    "",
    "Everything that can be wrong with a script has a code: E for errors, W for warnings. `toolcall explain CODE` shows one",
    "entry. Words in braces are filled in when a diagnostic is made. Examples may call the tools Read, Grep and the",
    "standalone-only Ask.",
    "",
    "| code | family | raised when |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function section(code: string, record: DiagnosticRecord): string {
  const { family, phase, condition, message, expected, remedy, example } = record;
  const parts = [
    `### ${code}`,
    `${escaped(condition)} Family \`${family}\`, found while ${PHASES[phase]}.`,
    [
      `- Message: ${inline(message)}`,
      ...(expected === undefined ? [] : [`- Expected: ${inline(expected)}`]),
      `- What to do: ${/^\{\w+\}$/.test(remedy) ? inline(remedy) : escaped(remedy)}`,
    ].join("\n"),
  ];
  if (example !== undefined) parts.push(fenced(`; wrong\n${example.wrong}\n; right\n${example.right}`));
  return parts.join("\n\n");
}

function fenced(text: string): string {
  return `\`\`\`lisp\n${text}\n\`\`\``;
}

/** Code within a line; text that holds a backquote needs longer marks around it. */
function inline(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Plain text in Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>|[\]]/g, "\\$&");
}
