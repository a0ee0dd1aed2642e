import type { WrittenCall } from "../../agent/written-calls.ts";
import { writtenCalls } from "../../agent/written-calls.ts";
import { explainCall } from "../../agent/explain-call.ts";
import { describe } from "../../dialect/index.ts";
import { lineTable, positionIn } from "../../dialect/line-table.ts";
import { createCatalogue } from "../../tools/catalogue.ts";
import type { Controller } from "./controller.ts";
import type { Document } from "./editor.ts";

/** Characters of a call and of a problem in the account. */
const SHORT_CHARS = 300;

/** Shows what a script would call and what would be decided about it, without running it: a document beside the script. */
export async function explainScript(
  controller: Controller,
  script: { readonly name: string; readonly text: string },
): Promise<void> {
  const { documents, editor } = controller;
  const document: Document = { session: "", of: script.name, part: "preview", name: `${script.name}.md` };
  documents.put(document, await accountOf(controller, script));
  await editor.openDocument(document);
}

async function accountOf(
  controller: Controller,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<string> {
  const { words, workplace } = controller;
  const { tools, settings } = await workplace();
  const { limits, admittedTools } = await settings();
  const { callable } = createCatalogue(tools, { admitted: admittedTools });
  const { calls, isCut, diagnostics } = writtenCalls(text, callable, limits);
  const lines = [`# ${words("explain-title", name)}`, "", words("explain-note"), ""];
  for (const diagnostic of diagnostics)
    lines.push("```text", describe(diagnostic, text, { name }).trimEnd(), "```", "");
  if (calls.length === 0) lines.push(words("explain-none"));
  const table = lineTable(text);
  for (const call of calls) {
    const line = positionIn(table, call.offset).line;
    lines.push(`- ${words("explain-call", line, code(call.text), await decisionOf(controller, call))}`);
  }
  if (isCut) lines.push("- …");
  return `${lines.join("\n")}\n`;
}

async function decisionOf({ words, workplace, permissions }: Controller, { tool: name, input }: WrittenCall) {
  const { host, tools } = await workplace();
  const tool = tools.find((each) => each.name === name);
  if (input === undefined || tool === undefined) return words("explain-later");
  const explained = await explainCall({ tool, input }, host, await permissions());
  if ("problem" in explained) return code(explained.problem);
  const { outcome, why, via } = explained;
  return `${words(`decision-${outcome}`)}: ${why} (${via})`;
}

/** What stands in a script, as code on one line. */
function code(text: string): string {
  return `\`${text.replaceAll(/[\s`]+/g, " ").slice(0, SHORT_CHARS)}\``;
}
