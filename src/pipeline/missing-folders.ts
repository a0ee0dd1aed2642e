import type { Host } from "../ports/host.ts";
import { isProblem } from "../ports/files.ts";
import { parentPath } from "../ports/paths.ts";

/** The folders above a real path that do not exist, innermost first: those that writing a file there makes. */
export async function missingFolders(
  path: string,
  { files, workspace }: Pick<Host, "files" | "workspace">,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = parentPath(path, workspace); at !== missing.at(-1); at = parentPath(at, workspace)) {
    const stat = await files.stat(at);
    if (!isProblem(stat) || stat.problem !== "missing") break;
    missing.push(at);
  }
  return missing;
}
