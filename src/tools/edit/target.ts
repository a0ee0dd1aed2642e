import { isProblem } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import { absolutePath, baseName, childPath, parentPath } from "../../ports/paths.ts";
import type { ToolContext } from "../../pipeline/tool.ts";
import type { Refusal } from "./refusal.ts";

/** A file that a tool writes: the path as the model gave it, and where it really is. */
export interface Target {
  readonly path: string;
  readonly real: string;
  /** The path is itself a symbolic link. */
  readonly linked: boolean;
}

/** What finding a target needs of a context. */
export type TargetContext = Pick<ToolContext, "host" | "permitted">;

/** Whether the last part of an absolute path is a link: its real place is not in its folder's. */
async function isLinked(absolute: string, real: string, host: Host): Promise<boolean> {
  const parent = await host.files.resolve(parentPath(absolute, host.workspace));
  if (isProblem(parent)) return false;
  const plain = childPath(parent.real, baseName(absolute, host.workspace), host.workspace);
  return host.workspace.ignoresCase ? plain.toLowerCase() !== real.toLowerCase() : plain !== real;
}

/**
 * Where a path given by the model really is, at this moment. Refused when permission was given for other places: a link
 * was put in the way since (report 50).
 */
export async function locate(path: string, context: TargetContext): Promise<Target | Refusal> {
  const { host, permitted } = context;
  if (path.trim() === "" || path.includes("\0")) return { refused: `"${path}" is no path of a file.` };
  const absolute = absolutePath(path, host.workspace);
  const resolved = await host.files.resolve(absolute);
  if (isProblem(resolved)) return { refused: `${path} cannot be resolved: ${resolved.detail}` };
  const { real } = resolved;
  if (permitted !== undefined && !permitted.includes(real)) {
    return {
      refused: `${path} leads to ${real}, and permission was not given for that place. Nothing was changed; call again to be asked anew.`,
    };
  }
  return { path, real, linked: await isLinked(absolute, real, host) };
}
