import type { JsonObject } from "../../base/json.ts";
import { NEVER } from "../../base/cancel.ts";
import { explainCall } from "../../agent/explain-call.ts";
import type { FirstCall } from "../../agent/first-calls.ts";
import { firstCalls } from "../../agent/first-calls.ts";
import { writtenCalls } from "../../agent/written-calls.ts";
import type { Diagnostic } from "../../dialect/index.ts";
import { describe } from "../../dialect/index.ts";
import { lineTable, positionIn } from "../../dialect/line-table.ts";
import { createCatalogue } from "../../tools/catalogue.ts";
import type { Controller } from "./controller.ts";
import type { Document } from "./editor.ts";

/** Characters of a call, a value and a problem in the account. */
const SHORT_CHARS = 300;

/** A script that is told about instead of being run. */
export interface ToldScript {
  readonly name: string;
  readonly text: string;
}

/** Shows what a script would call, without running it: a document beside the script. */
export async function explainScript(controller: Controller, script: ToldScript): Promise<void> {
  const title = `# ${controller.words("explain-title", script.name)}`;
  await show(controller, script, [title, "", ...(await asWritten(controller, script))]);
}

/**
 * Shows a dry run of a script: what needs no tool is run, its first calls are told with their arguments and what would be
 * decided about them, the rest as it is written. Nothing is touched.
 */
export async function dryRunScript(controller: Controller, script: ToldScript): Promise<void> {
  const { words, workplace } = controller;
  const { callable, limits } = await rosterOf(controller);
  const { clock } = (await workplace()).host;
  const end = await firstCalls(script.text, { tools: callable, limits, clock, cancel: NEVER });
  const lines = [`# ${words("dry-title", script.name)}`, ""];
  if (end.end === "value") lines.push(words("dry-value", code(end.text)));
  if (end.end === "failed") lines.push(words("dry-failed"), "", ...diagnosed(end.diagnostics, script));
  if (end.end === "calls") {
    lines.push(words("dry-note"), "");
    const lineOf = linesOf(script);
    for (const call of end.calls) lines.push(await firstLine(controller, lineOf, call));
    lines.push("", `## ${words("dry-rest")}`, "", ...(await asWritten(controller, script)));
  }
  await show(controller, script, lines);
}

async function show({ documents, editor }: Controller, { name }: ToldScript, lines: readonly string[]): Promise<void> {
  const document: Document = { session: "", of: name, part: "preview", name: `${name}.md` };
  documents.put(document, `${lines.join("\n")}\n`);
  await editor.openDocument(document);
}

async function rosterOf({ workplace }: Controller) {
  const { tools, settings } = await workplace();
  const { limits, admittedTools } = await settings();
  return { callable: createCatalogue(tools, { admitted: admittedTools }).callable, limits };
}

/** The calls of a script as they are written, with what would be decided about each. */
async function asWritten(controller: Controller, script: ToldScript): Promise<readonly string[]> {
  const { words } = controller;
  const { callable, limits } = await rosterOf(controller);
  const lineOf = linesOf(script);
  const { calls, isCut, diagnostics } = writtenCalls(script.text, callable, limits);
  const lines = [words("explain-note"), "", ...diagnosed(diagnostics, script)];
  if (calls.length === 0) lines.push(words("explain-none"));
  for (const { tool, offset, text, input } of calls) {
    const decision = input === undefined ? words("explain-later") : await decisionOf(controller, tool, input);
    lines.push(`- ${words("explain-call", lineOf(offset), code(text), decision)}`);
  }
  return isCut ? [...lines, "- …"] : lines;
}

async function firstLine(
  controller: Controller,
  lineOf: (offset: number) => number,
  { tool, offset, input, problem }: FirstCall,
): Promise<string> {
  const said = problem === undefined ? `${tool} ${JSON.stringify(input)}` : tool;
  const decision = input === undefined ? (problem ?? "") : await decisionOf(controller, tool, input);
  return `- ${controller.words("explain-call", lineOf(offset), code(said), decision)}`;
}

/** The line of an offset; the table of lines is made once. */
function linesOf({ text }: ToldScript): (offset: number) => number {
  const table = lineTable(text);
  return (offset) => positionIn(table, Math.max(0, offset)).line;
}

function diagnosed(diagnostics: readonly Diagnostic[], { name, text }: ToldScript): readonly string[] {
  return diagnostics.flatMap((diagnostic) => ["```text", describe(diagnostic, text, { name }).trimEnd(), "```", ""]);
}

async function decisionOf(
  { words, workplace, permissions }: Controller,
  name: string,
  input: JsonObject,
): Promise<string> {
  const { host, tools } = await workplace();
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return words("explain-later");
  const explained = await explainCall({ tool, input }, host, await permissions());
  if ("problem" in explained) return code(explained.problem);
  const { outcome, why, via } = explained;
  return `${words(`decision-${outcome}`)}: ${why} (${via})`;
}

/** What stands in a script, as code on one line. */
function code(text: string): string {
  return `\`${text.replaceAll(/[\s`]+/g, " ").slice(0, SHORT_CHARS)}\``;
}
