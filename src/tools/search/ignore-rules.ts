import type { Ignore } from "ignore";
import ignore from "ignore";
import { isProblem } from "../../ports/files.ts";
import type { Host } from "../../ports/host.ts";
import { childPath, parentPath, pathInside } from "../../ports/paths.ts";
import { decodeUtf8Loosely } from "../text/utf8.ts";
import { sampleNames } from "./sample-names.ts";

/** Folders between a place and the top of its repository that are looked through. */
const MAX_LEVELS = 64;

/** Bytes of one ignore file that are read. */
const MAX_RULE_BYTES = 256 * 1_024;

/** Files with ignore rules, the ones that count more later. */
const RULE_FILES = [".gitignore", ".ignore", ".rgignore"];

/** The ignore rules of one folder. */
interface Level {
  readonly folder: string;
  readonly rules: Ignore;
}

/** Where a search goes. */
export interface SearchPlace {
  /** Absolute; a file or a folder. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly globs: readonly string[];
}

/**
 * Whether a search names content that ignore files exclude: its path lies in it, or a glob can find nothing else. Such a
 * search has to look there (2.9).
 */
export async function namesIgnored(place: SearchPlace, host: Host): Promise<boolean> {
  const { workspace } = host;
  const isRoot = workspace.roots.some((root) => pathInside(place.path, root, workspace) !== undefined);
  const samples = place.globs.flatMap(sampleNames);
  if (isRoot && samples.length === 0) return false;
  const start = place.isFolder ? place.path : parentPath(place.path, workspace);
  const levels = await levelsAbove(start, host);
  if (!isRoot && isIgnored(levels, place.path, { host, isFolder: place.isFolder })) return true;
  for (const sample of samples) {
    const below = await levelsTowards(start, sample, host);
    const path = childPath(start, sample.replaceAll("/", workspace.separator), workspace);
    if (isIgnored([...levels, ...below], path, { host, isFolder: false })) return true;
  }
  return false;
}

/** The rules of a folder and of those around it, up to the top of its repository, outermost first. */
async function levelsAbove(folder: string, host: Host): Promise<readonly Level[]> {
  const levels: Level[] = [];
  let at = folder;
  for (let count = 0; count < MAX_LEVELS; count++) {
    const level = await levelOf(at, host);
    if (level !== undefined) levels.unshift(level);
    const parent = parentPath(at, host.workspace);
    const repository = await host.files.stat(childPath(at, ".git", host.workspace));
    if (parent === at || !isProblem(repository)) break;
    at = parent;
  }
  return levels;
}

/** The rules of the folders that lead to a path below `start`, as far as there are any. */
async function levelsTowards(start: string, relative: string, host: Host): Promise<readonly Level[]> {
  const levels: Level[] = [];
  let at = start;
  for (const segment of relative.split("/").slice(0, -1).slice(0, MAX_LEVELS)) {
    at = childPath(at, segment, host.workspace);
    if (isProblem(await host.files.stat(at))) break;
    const level = await levelOf(at, host);
    if (level !== undefined) levels.push(level);
  }
  return levels;
}

async function levelOf(folder: string, { files, workspace }: Host): Promise<Level | undefined> {
  const names = [childPath(".git", "info/exclude", { separator: "/" }), ...RULE_FILES];
  const texts = await Promise.all(
    names.map((name) =>
      files.read(childPath(folder, name.replaceAll("/", workspace.separator), workspace), {
        start: 0,
        end: MAX_RULE_BYTES,
      }),
    ),
  );
  const rules = ignore({ allowRelativePaths: true, ignorecase: workspace.ignoresCase });
  let found = false;
  for (const bytes of texts) {
    if (isProblem(bytes)) continue;
    rules.add(decodeUtf8Loosely(bytes));
    found = true;
  }
  return found ? { folder, rules } : undefined;
}

/** The innermost rules that say anything of a path decide. */
function isIgnored(
  levels: readonly Level[],
  path: string,
  { host, isFolder }: { readonly host: Host; readonly isFolder: boolean },
): boolean {
  for (const { folder, rules } of levels.toReversed()) {
    const relative = pathInside(folder, path, host.workspace);
    if (relative === undefined || relative === "") continue;
    const verdict = rules.test(isFolder ? `${relative}/` : relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
