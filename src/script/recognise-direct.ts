import { directTool } from "../dialect/direct.ts";
import type { Checked } from "../dialect/program.ts";

/**
 * The tool that a checked script is one provably direct call of (R197–R200, A41), or undefined for a composed one.
 * Direct: exactly one top-level form, a roster tool's call whose arguments are literals, names, quoted data, or
 * primitives applied to such. A direct call returns and renders as that tool.
 */
export function recogniseDirect(checked: Checked): { readonly tool: string } | undefined {
  const { program, definitions, roster } = checked;
  const found = directTool(program.forms, { symbols: program.symbols, definitions, roster });
  return found === undefined ? undefined : { tool: found.name };
}
