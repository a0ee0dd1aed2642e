import type { Host } from "../../ports/host.ts";
import type { FileKind } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import { baseName, childPath, parentPath } from "../../ports/paths.ts";
import { editDistance } from "./edit-distance.ts";

/** Suggestions for a path that is missing. */
export const MAX_SUGGESTIONS = 3;

/** Entries of a folder that are looked at. */
const MAX_ENTRIES = 10_000;

/** Ends of the missing path that are tried below the workspace's folders. */
const MAX_TAILS = 8;

interface Candidate {
  readonly path: string;
  readonly distance: number;
}

/**
 * Files, or files and folders, that a missing path may have meant, the likeliest first: its last segments below a workspace folder, the same
 * name with another ending or in another case, names that are a few letters away.
 */
export async function suggestPaths(
  path: string,
  host: Host,
  kinds: readonly FileKind[] = ["file"],
): Promise<readonly string[]> {
  const candidates = [...(await misplaced(path, host, kinds)), ...(await neighbours(path, host, kinds))];
  candidates.sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1));
  return [...new Set(candidates.map((candidate) => candidate.path))].slice(0, MAX_SUGGESTIONS);
}

async function neighbours(
  path: string,
  { files, workspace }: Host,
  kinds: readonly FileKind[],
): Promise<readonly Candidate[]> {
  const folder = parentPath(path, workspace);
  const entries = await files.list(folder);
  if (isProblem(entries)) return [];
  const name = baseName(path, workspace).toLowerCase();
  const furthest = Math.max(1, Math.floor(name.length / 3));
  return entries.slice(0, MAX_ENTRIES).flatMap((entry): Candidate[] => {
    if (!kinds.includes(entry.kind) || entry.unreadableName === true) return [];
    const other = entry.name.toLowerCase();
    const distance = stem(other) === stem(name) ? 0 : editDistance(name, other, furthest);
    return distance > furthest ? [] : [{ path: childPath(folder, entry.name, workspace), distance }];
  });
}

/** Paths below a workspace folder whose path ends as the missing one does. */
async function misplaced(
  path: string,
  { files, workspace }: Host,
  kinds: readonly FileKind[],
): Promise<readonly Candidate[]> {
  const segments = path.split(workspace.separator).filter((segment) => segment !== "");
  const found: Candidate[] = [];
  for (const root of workspace.roots) {
    for (let from = Math.max(0, segments.length - MAX_TAILS); from < segments.length; from++) {
      const candidate = childPath(root, segments.slice(from).join(workspace.separator), workspace);
      const stat = await files.stat(candidate);
      if (!isProblem(stat) && kinds.includes(stat.kind)) found.push({ path: candidate, distance: -1 });
    }
  }
  return found;
}

function stem(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}
