import { createCatalogue } from "../../tools/catalogue.ts";
import { argumentsOf, summaryOf } from "../../tools/contract.ts";
import { findTools, toolSearchText } from "../../tools/search-tools.ts";
import { TOOLS } from "../../tools/tools.ts";
import { callableName } from "../../script/roster.ts";
import type { Command, Invocation } from "./command.ts";
import { EXIT } from "./io.ts";
import { writeJson } from "./report.ts";

/** `toolcall tools`. */
export const toolsCommand: Command = {
  name: "tools",
  operands: "[QUERY]",
  min: 0,
  max: Infinity,
  summary: "find tools and how a script calls them",
  details: [
    "The words of the query are alternatives, looked for in names, summaries and groups; the exact name of a tool finds that tool alone. Up to three tools are answered with their whole contracts, more with their calling shapes; without a query all are listed.",
    "With --json: {ok, text, tools: [{name, category, summary, effect, standalone, arguments}]}. Exit code 1 when no tool matches.",
  ],
  options: [],
  examples: ["toolcall tools", "toolcall tools Grep", "toolcall tools search file --json"],
  run: runTools,
};

function runTools({ operands, io, json }: Invocation): number {
  const catalogue = createCatalogue(TOOLS);
  const query = operands.join(" ");
  const found = findTools(catalogue, query);
  const text = toolSearchText(catalogue, query);
  if (json) {
    const tools = found.map((tool) => ({
      name: callableName(tool),
      category: tool.category,
      summary: summaryOf(tool),
      effect: tool.effect,
      standalone: catalogue.standalone(tool),
      arguments: argumentsOf(tool),
    }));
    writeJson(io, { ok: found.length > 0, text, tools });
  } else io.out(`${text}\n`);
  return found.length > 0 ? EXIT.ok : EXIT.script;
}
