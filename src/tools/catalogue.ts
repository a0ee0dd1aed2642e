import type { Tool } from "../pipeline/tool.ts";
import type { CallableTools } from "../script/roster.ts";
import { callableName, createRoster } from "../script/roster.ts";
import { argumentSchemas, callingShape } from "./contract.ts";

/** The tools of one request: what may be used, what a script may call, and why it may not call the rest. */
export interface Catalogue {
  /** Permitted tools, sorted by category and name, built-in ones first. */
  readonly tools: readonly Tool[];
  /** The roster for the dialect, and what stands behind each name. */
  readonly callable: CallableTools;
  /** Why no script can call this tool; undefined when one can. */
  readonly whyNative: (tool: Tool) => string | undefined;
  /** Whether a call of this tool must be the entire expression (R202). */
  readonly standalone: (tool: Tool) => boolean;
}

/** What a catalogue is made with beside the tools. */
export interface CatalogueOptions {
  /** Whether a deny rule takes a tool out altogether: it is listed nowhere and cannot be called (report 2). */
  readonly denied?: (name: string) => boolean;
  /** Names that a setting admits for composition although they are standalone-only (2.8). */
  readonly admitted?: ReadonlySet<string>;
  /** The only names that a skill leaves to scripts; it can take away, never add (2.8). */
  readonly restrictedTo?: ReadonlySet<string>;
}

const BUILT_IN = "core";

/** The catalogue of these tools. */
export function createCatalogue(tools: readonly Tool[], options: CatalogueOptions = {}): Catalogue {
  const { denied, admitted, restrictedTo } = options;
  const permitted = tools.filter((tool) => denied?.(callableName(tool)) !== true).toSorted(byCategory);
  const scriptable = permitted.filter((tool) => restrictedTo?.has(callableName(tool)) !== false);
  const callable = createRoster(scriptable, {
    schemasOf: argumentSchemas,
    ...(admitted !== undefined && { admitted }),
  });
  return {
    tools: permitted,
    callable,
    standalone: (tool) => callable.roster.standalone.has(callableName(tool)),
    whyNative: (tool) => {
      const name = callableName(tool);
      if (callable.find(name)?.tool === tool) return undefined;
      return restrictedTo?.has(name) === false
        ? `${name} is not among the tools that scripts may call here`
        : whyNoOperator(name);
    },
  };
}

/** The section of a request that lists tools by their calling shapes (R272, R274); an empty one says so. */
export function toolListing(catalogue: Catalogue, without: ReadonlySet<string> = new Set()): string {
  const listed = catalogue.tools.filter(
    (tool) => catalogue.whyNative(tool) === undefined && !without.has(callableName(tool)),
  );
  if (listed.length === 0) return "Tool listing\n\nNo further tools.";
  return `Tool listing\n\n${listed.map((tool) => callingShape(tool, catalogue.standalone(tool))).join("\n")}`;
}

function byCategory(a: Tool, b: Tool): number {
  return rank(a) - rank(b) || compare(a.category, b.category) || compare(a.name, b.name);
}

function rank({ category }: Tool): number {
  return category === BUILT_IN ? 0 : 1;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Why a name that is not in the roster cannot be there (2.8). */
function whyNoOperator(name: string): string {
  if (name === "ToolCall" || name === "ToolSearch") return `${name} is not called from scripts`;
  if (name.split("/").length > 2) return `${name} has more than one / in it, and a script's names have at most one`;
  if (/[\s()[\]"';`,#?\\|]/.test(name) || name === "") return `${JSON.stringify(name)} does not read as one symbol`;
  if (/^[-+.:\d]/.test(name)) return `${name} reads as something else than a name`;
  return `${name} has a meaning of its own in scripts, or another tool has the name`;
}
