import type { Rule } from "../../pipeline/permission/rule.ts";
import { printRule } from "../../pipeline/permission/rule.ts";
import { editDistance } from "../../tools/read/edit-distance.ts";
import { TOOLS } from "../../tools/tools.ts";

/** Most letters in which a name that is taken for a slip differs from the tool's. */
const MAX_SLIP = 2;

/** Tools that other parts of the product have; wrapped tools have a `/` in their names. */
const ELSEWHERE: ReadonlySet<string> = new Set(["*", "ToolCall", "ToolSearch", "WebFetch", "WebSearch"]);

/** Says that a rule is about a tool that does not exist here: `Raed(.env)` would protect nothing, silently. */
export function sayUnknownTool(rule: Rule, say: (message: string) => void): void {
  const { tool } = rule;
  if (tool.includes("/") || ELSEWHERE.has(tool) || TOOLS.some(({ name }) => name === tool)) return;
  const near = TOOLS.find(({ name }) => editDistance(name.toLowerCase(), tool.toLowerCase(), MAX_SLIP) <= MAX_SLIP);
  const advice =
    near === undefined ? `The tools are ${TOOLS.map(({ name }) => name).join(", ")}.` : `Did you mean ${near.name}?`;
  say(`no tool is called ${tool}, so the rule ${printRule(rule)} matches nothing here. ${advice}`);
}
