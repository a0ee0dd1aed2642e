import { DIAGNOSTICS } from "../../dialect/diagnostics.ts";
import type { LimitName, LimitRecord } from "../../dialect/limits.ts";
import { LIMITS, MAX_NUMBER_TEXT_BYTES, MAX_REPEATED_ATOMS } from "../../dialect/limits.ts";
import { CELL_BYTES, overBudget } from "../../dialect/meter.ts";
import type { GeneratedFile } from "../generated-file.ts";

const PATH = "media/reference/limits.md";

/** How the size of a value is counted (R233). */
const VALUES: readonly (readonly [value: string, nodes: string, bytes: string])[] = [
  ["nil", "1", "0"],
  ["a string", "1", "its UTF-8 bytes; a raw byte is 1"],
  ["an integer", "1", "its printed length"],
  ["a float", "1", "8"],
  ["a symbol or keyword", "1", "the UTF-8 bytes of its name"],
  ["a lambda", "1", "8"],
  ["a pair", "1 and both sides", "1 and both sides"],
  ["a vector", "1 and its elements", "its length and its elements"],
];

/** The budgets as a page: what they count, their defaults and bounds, and how values are measured. */
export function generate(): GeneratedFile {
  const entries = Object.entries(LIMITS) as [LimitName, LimitRecord][];
  const parts = [
    "# Limits",
    "<!-- Written by src/build/generators/limits-reference.ts from the table in src/dialect/limits.ts. -->",
    [
      "Every script is bounded in text, time, work and memory. The defaults are generous for putting tool calls together and",
      "tight for bulk computation: Grep and Glob do that better. Going over a budget ends the script with an error of the",
      "budget's kind that names the budget; everything is charged before it is done, so no account ever passes its limit.",
      "`toolcall eval --limit NAME=N` changes one for a run.",
    ].join("\n"),
    table(
      ["limit", "default", "at most", "error kind", "code"],
      entries.map(([name, record]) => [
        `\`${name}\``,
        `${grouped(record.default)} ${record.unit}`,
        grouped(record.max),
        record.kind,
        codeOf(name),
      ]),
    ),
    "## What they count",
    entries.map(([name, { counts }]) => `- \`${name}\`: ${counts}.`).join("\n"),
    "## The size of a value",
    [
      "The budgets of one value, of the operands of one operation and of the script as read count alike. A part that occurs",
      "twice counts twice, even where the two are one object in memory, because they are two when they are written out.",
    ].join("\n"),
    table(["value", "nodes", "bytes"], VALUES),
    [
      "A list is its pairs, their elements and the nil that ends it: `(a b)` has 5 nodes. The script as read counts as one",
      "`progn` around its forms, so `1` has 5 nodes and stands at level 1.",
    ].join("\n"),
    "## Fixed limits",
    [
      `- A regexp repeats at most ${MAX_REPEATED_ATOMS} atoms (${link("E160")}).`,
      `- \`string-to-number\` takes a text of at most ${grouped(MAX_NUMBER_TEXT_BYTES)} bytes (${link("E452")}).`,
      `- \`max-retained-bytes\` charges ${CELL_BYTES} bytes for each pair, vector slot and box, and the bytes of each new string.`,
    ].join("\n"),
  ];
  return { path: PATH, text: `${parts.join("\n\n")}\n` };
}

/** The code that the meter raises for a budget, which is asked so that the page cannot differ from it. */
function codeOf(name: LimitName): string {
  return link(overBudget(name, 0, 1).code);
}

function link(code: keyof typeof DIAGNOSTICS): string {
  return `[${code}](diagnostics.md#${code.toLowerCase()})`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A number with commas: 4194304 as 4,194,304. */
function grouped(value: number): string {
  return value.toString().replace(/\B(?=(?:\d{3})+$)/g, ",");
}
