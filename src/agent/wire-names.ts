import type { Tool } from "../pipeline/tool.ts";
import { TOOL_NAME } from "../ports/model.ts";
import { callableName } from "../script/roster.ts";

/** Characters of a name on the wire. */
const NAME_CHARS = 64;

/**
 * Tools by the names that models call them by: their own where every provider takes it, else one made of it, `__` for `/` and
 * `_` for what no wire takes. Two tools never share a name: a later one gets a number. The same tools give the same names.
 */
export function wireNames(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const named = new Map<string, Tool>();
  for (const tool of tools) named.set(freeName(wireName(callableName(tool)), named), tool);
  return named;
}

function wireName(name: string): string {
  if (TOOL_NAME.test(name)) return name;
  const made = name
    .replaceAll("/", "__")
    .replaceAll(/[^A-Za-z0-9_-]/gu, "_")
    .slice(0, NAME_CHARS);
  return made === "" ? "_" : made;
}

function freeName(name: string, taken: ReadonlyMap<string, Tool>): string {
  for (let number = 2, free = name; ; number++) {
    if (!taken.has(free)) return free;
    const suffix = `_${number}`;
    free = `${name.slice(0, NAME_CHARS - suffix.length)}${suffix}`;
  }
}
