import * as z from "zod";
import type { Tool } from "../pipeline/tool.ts";
import { defineTool } from "../pipeline/tool.ts";
import type { Catalogue } from "./catalogue.ts";
import { findTools, toolSearchText } from "./search-tools.ts";

/** Arguments of ToolSearch (2.10). */
export const TOOL_SEARCH_INPUT = z.strictObject({
  query: z
    .string()
    .describe("Words to search for, any of which may match; or exact names of tools for their whole contracts"),
});

/**
 * Finds tools and answers their contracts (R265–R269). Only what the catalogue permits is considered; the native list of
 * tools does not change.
 */
export function createToolSearch(catalogue: Catalogue): Tool<typeof TOOL_SEARCH_INPUT> {
  return defineTool({
    name: "ToolSearch",
    category: "core",
    groups: ["tools"],
    summary: "Find tools and how to call them",
    description:
      "Finds tools by words in their name, summary or group, and answers the contracts of up to three of them with exact keyword " +
      "arguments and a template for ToolCall, or the calling shapes of more. Search for a tool's exact name when a call of it failed.",
    effect: "read",
    standalone: true,
    trusted: true,
    input: TOOL_SEARCH_INPUT,
    resources: () => [],
    run: ({ query }) => {
      const renderData = { kind: "tool-search", tools: findTools(catalogue, query).length };
      return Promise.resolve({ status: "success", text: toolSearchText(catalogue, query), renderData });
    },
  });
}
