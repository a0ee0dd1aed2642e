import { directTool } from "../dialect/direct.ts";
import type { Checked } from "../dialect/program.ts";
import { namesOf } from "../dialect/resolve.ts";

/**
 * The tool that a checked script is one provably direct call of (R197–R200, A41), or undefined for a composed one.
 * Direct: exactly one top-level form, a roster tool's call whose arguments are literals, names, quoted data, or
 * primitives applied to such. A direct call returns and renders as that tool.
 */
export function recogniseDirect(checked: Checked): { readonly tool: string } | undefined {
  const found = directTool(checked.program.forms, namesOf(checked));
  return found === undefined ? undefined : { tool: found.name };
}
