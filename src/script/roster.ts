import type { Roster } from "../dialect/index.ts";
import { read } from "../dialect/index.ts";
import { resolveBuiltIn } from "../dialect/resolve.ts";
import { NIL, Pair, Sym } from "../dialect/values.ts";
import type { Tool } from "../pipeline/tool.ts";
import type { ArgumentSchemas } from "./json-schema.ts";

/** Tools that a script can never call: they are called natively (2.8). */
const NEVER_NESTED: ReadonlySet<string> = new Set(["ToolCall", "ToolSearch"]);

/** A tool a script may call, with its contract. */
export interface CallableTool {
  readonly tool: Tool;
  /** Its arguments, name → JSON schema, in the order of the contract. */
  readonly schemas: ArgumentSchemas;
}

/** The tools of one request: the roster that names resolve against, and what stands behind each name (R056, R196). */
export interface CallableTools {
  readonly roster: Roster;
  readonly find: (name: string) => CallableTool | undefined;
}

/** What a roster is made from beside the tools. */
export interface RosterOptions {
  /** The JSON schema of a tool's arguments. */
  readonly schemasOf: (tool: Tool) => ArgumentSchemas;
  /** Names that a setting admits for composition although they are standalone-only (2.8). */
  readonly admitted?: ReadonlySet<string>;
  /** Tools that a deny rule takes out altogether (report 2). */
  readonly isDenied?: (name: string) => boolean;
}

/** The name a script calls a tool by: its own for a built-in one, else `category/name` (R196). */
export function callableName({ category, name }: Tool): string {
  return category === "core" ? name : `${category}/${name}`;
}

/** The roster of these tools, without those that no script can name. A later tool never takes the name of an earlier one. */
export function createRoster(tools: readonly Tool[], options: RosterOptions): CallableTools {
  const callable = new Map<string, CallableTool>();
  const standalone = new Set<string>();
  for (const tool of tools) {
    const name = callableName(tool);
    if (callable.has(name) || !canBeCalled(name) || options.isDenied?.(name) === true) continue;
    callable.set(name, lazySchemas(tool, options.schemasOf));
    if (tool.standalone && options.admitted?.has(name) !== true) standalone.add(name);
  }
  return { roster: { names: new Set(callable.keys()), standalone }, find: (name) => callable.get(name) };
}

function lazySchemas(tool: Tool, schemasOf: (tool: Tool) => ArgumentSchemas): CallableTool {
  let schemas: ArgumentSchemas | undefined;
  return {
    tool,
    get schemas() {
      return (schemas ??= schemasOf(tool));
    },
  };
}

/** Whether a script can name a tool so: not a name of the dialect, and read back as one symbol (2.8). */
function canBeCalled(name: string): boolean {
  if (NEVER_NESTED.has(name) || resolveBuiltIn(name) !== undefined || name === "nil" || name === "t") return false;
  if (name.split("/").length > 2) return false;
  const { forms, diagnostics } = read(name);
  if (diagnostics.length > 0 || !(forms instanceof Pair) || !(forms.car instanceof Sym)) return false;
  return forms.car.name === name && !forms.car.keyword && forms.cdr === NIL;
}
