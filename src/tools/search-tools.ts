import type { Tool } from "../pipeline/tool.ts";
import { callableName } from "../script/roster.ts";
import type { Catalogue } from "./catalogue.ts";
import { argumentLine, argumentsOf, callingShape, expressionTemplate, summaryOf } from "./contract.ts";

/** Tools that are answered with their whole contracts. */
export const MAX_CONTRACTS = 3;

/** Tools that are answered with their calling shapes, and categories that are named when none match. */
export const MAX_LISTED = 20;

/**
 * The tools that a query finds (2.10). Its words are alternatives; each finds tools with it in category/name, summary or
 * groups, whatever the case, but a tool's exact name finds that tool alone. Exact ones come first, the rest in the
 * order of the catalogue. An empty query finds all.
 */
export function findTools({ tools }: Catalogue, query: string): readonly Tool[] {
  const terms = query
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== "");
  if (terms.length === 0) return tools;
  const exact = new Set<Tool>();
  const partial = new Set<Tool>();
  for (const term of terms) {
    const named = tools.filter((tool) => namesOf(tool).includes(term));
    if (named.length > 0) for (const tool of named) exact.add(tool);
    else for (const tool of tools) if (searchable(tool).includes(term)) partial.add(tool);
  }
  return [...exact, ...tools.filter((tool) => partial.has(tool) && !exact.has(tool))];
}

/** What a search for tools answers: whole contracts for a few, calling shapes for more, what there is when there are none. */
export function toolSearchText(catalogue: Catalogue, query: string): string {
  const found = findTools(catalogue, query);
  if (found.length === 0) return nothingText(catalogue);
  if (found.length <= MAX_CONTRACTS) return found.map((tool) => contractText(catalogue, tool)).join("\n---\n");
  const more = found.length > MAX_LISTED ? `; showing the first ${MAX_LISTED}` : "";
  const shapes = found.slice(0, MAX_LISTED).map((tool) => callingShape(tool, catalogue.standalone(tool)));
  return (
    `Found ${found.length} tools${more}:\n${shapes.join("\n")}\n\n` +
    "For whole contracts with every argument explained, search for one or two of these names exactly."
  );
}

/** The whole contract of a tool (2.10). */
export function contractText(catalogue: Catalogue, tool: Tool): string {
  const native = catalogue.whyNative(tool);
  const args = argumentsOf(tool);
  const sections = [
    callableName(tool),
    tool.description.trim() === "" ? summaryOf(tool) : tool.description.trim(),
    args.length === 0
      ? "Arguments: none"
      : `Arguments (name type requirement description schema):\n${args.map(argumentLine).join("\n")}`,
  ];
  if (native !== undefined)
    return [...sections, `Not for scripts: ${native}. Call it by itself, not in an expression.`].join("\n\n");
  const use = catalogue.standalone(tool)
    ? "Standalone only: use this single call as the entire expression."
    : "May be composed with other tool calls.";
  return [
    ...sections,
    `Calling signature: ${callingShape(tool)}`,
    `Expression template (replace placeholders using the contract above):\n${expressionTemplate(tool)}\n${use}`,
  ].join("\n\n");
}

function namesOf(tool: Tool): readonly string[] {
  return [tool.name.toLowerCase(), `${tool.category}/${tool.name}`.toLowerCase()];
}

function searchable(tool: Tool): string {
  return [`${tool.category}/${tool.name}`, summaryOf(tool), ...(tool.groups ?? [])].join("\n").toLowerCase();
}

function nothingText({ tools }: Catalogue): string {
  const names = [...new Set(tools.flatMap((tool) => [tool.category, ...(tool.groups ?? [])]))]
    .sort()
    .slice(0, MAX_LISTED);
  return names.length === 0
    ? "No matching tools found."
    : `No matching tools found. Categories and groups to search for: ${names.join(", ")}`;
}
