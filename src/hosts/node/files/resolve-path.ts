import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, sep } from "node:path";
import type { FileProblem, ResolvedPath } from "../../../ports/files.ts";
import { codeOf, fileProblem, toFileProblem } from "./file-problem.ts";

/** Links that are followed for one path; the kernel's own limit. */
const MAX_LINKS = 40;

/** Names that one path may have once its links are spelled out. */
const MAX_NAMES = 4096;

/**
 * Where a path really is, as the system itself would walk it: `..` after a link is the parent of the link's target. What
 * does not exist is its nearest existing ancestor's real path plus the rest; a dangling link is where it points.
 */
export async function resolvePath(path: string): Promise<ResolvedPath | FileProblem> {
  try {
    return { real: await realpath(path), exists: true };
  } catch (error) {
    if (codeOf(error) !== "ENOENT") return toFileProblem(error, path);
  }
  try {
    return await walk(path);
  } catch (error) {
    return toFileProblem(error, path);
  }
}

/** A walk along a path. `names` are still to come, the last one first. */
interface Walk {
  real: string;
  exists: boolean;
  links: number;
  readonly names: string[];
}

async function walk(path: string): Promise<ResolvedPath | FileProblem> {
  const { root } = parse(path);
  const state: Walk = { real: root, exists: true, links: 0, names: namesOf(path.slice(root.length)) };
  for (let name = state.names.pop(); name !== undefined; name = state.names.pop()) {
    if (name === "..") await stepUp(state);
    else await stepInto(state, name);
    if (state.links > MAX_LINKS || state.names.length > MAX_NAMES) {
      return fileProblem("invalid-path", path, `its links lead in a circle, or through more than ${MAX_LINKS} links`);
    }
  }
  return { real: state.real, exists: state.exists };
}

/** The names of a path, the last one first. */
function namesOf(path: string): string[] {
  const separators = sep === "\\" ? /[\\/]/ : /\//;
  return path
    .split(separators)
    .filter((name) => name !== "" && name !== ".")
    .reverse();
}

async function stepUp(state: Walk): Promise<void> {
  state.real = dirname(state.real);
  // Only a name that is missing can have been left: the way back may lead to what exists.
  if (!state.exists) state.exists = (await factsOf(state.real)) !== undefined;
}

async function stepInto(state: Walk, name: string): Promise<void> {
  const next = join(state.real, name);
  const facts = state.exists ? await factsOf(next) : undefined;
  if (facts?.isSymbolicLink() !== true) {
    state.exists = facts !== undefined;
    state.real = next;
    return;
  }
  state.links += 1;
  const target = await readlink(next);
  if (isAbsolute(target)) state.real = parse(target).root;
  state.names.push(...namesOf(isAbsolute(target) ? target.slice(parse(target).root.length) : target));
}

async function factsOf(path: string): Promise<{ isSymbolicLink: () => boolean } | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
