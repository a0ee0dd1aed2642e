import type { ToolContext } from "../../pipeline/tool.ts";
import { isProblem } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import { absolutePath } from "../../ports/paths.ts";
import { problemText } from "../problem-text.ts";
import { suggestPaths } from "../read/suggestions.ts";
import { VCS_FOLDERS } from "./search-limits.ts";

/** A path that a search can begin at. */
export interface StartingPoint {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The paths a search begins at: the one given, else every workspace folder. */
export function searchPaths(path: string | undefined, { workspace }: Host): readonly string[] {
  return path === undefined || path === "" ? workspace.roots : [absolutePath(path, workspace)];
}

/** Looks at where a search is to begin; a text says why it cannot. */
export async function startingPoint(path: string, { host }: ToolContext): Promise<StartingPoint | string> {
  const folder = path.split(/[\\/]/).find((segment) => VCS_FOLDERS.has(segment));
  if (folder !== undefined) {
    return `${path} lies in ${folder}, which is never searched: ask version control itself, for example with git show or git log`;
  }
  const stat = await host.files.stat(path);
  if (!isProblem(stat) && stat.kind === "other") {
    return `${path} is a device, pipe or socket: reading it could block or never end`;
  }
  if (!isProblem(stat)) return { path, isFolder: stat.kind === "directory" };
  const suggestions = stat.problem === "missing" ? await suggestPaths(path, host, ["file", "directory"]) : [];
  if (suggestions.length === 0) return problemText(stat);
  return `${problemText(stat)}. Did you mean:\n${suggestions.map((other) => `- ${other}`).join("\n")}`;
}
