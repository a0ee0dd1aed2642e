import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import type { SearchEnd } from "../../../ports/search.ts";
import { checkPath } from "../files/check-path.ts";
import { toFileProblem } from "../files/file-problem.ts";
import { isVcsFolder } from "./limits.ts";

/** Where a search begins. */
export interface SearchRoot {
  /** Real path of the folder that globs and ignore files are relative to. */
  readonly folder: string;
  /** The only file to search, by its name in `folder`; undefined when the whole folder is searched. */
  readonly file: string | undefined;
  /** Puts a path relative to `folder` into the spelling of the query. */
  readonly shown: (relative: string) => string;
  /** Whether it lies in a version-control folder, which is never searched. */
  readonly isExcluded: boolean;
}

/** Finds the place of a search; how the search fails when there is none. `engine` answers. */
export async function findRoot(
  path: string,
  engine: string,
): Promise<SearchRoot | Extract<SearchEnd, { end: "failed" }>> {
  const invalid = checkPath(path);
  if (invalid) return { end: "failed", engine, exitCode: 2, message: `${path}: ${invalid.detail}` };
  try {
    const real = await realpath(path);
    const isFolder = (await stat(real)).isDirectory();
    const asked = isFolder ? path : dirname(path);
    const start = asked.endsWith(sep) ? asked : asked + sep;
    const isExcluded = real.split(sep).some(isVcsFolder);
    if (isFolder) return { folder: real, file: undefined, shown: (relative) => start + relative, isExcluded };
    // A link to a file is shown by its own name.
    return { folder: dirname(real), file: basename(real), shown: () => join(asked, basename(path)), isExcluded };
  } catch (error) {
    return { end: "failed", engine, exitCode: 2, message: `${path}: ${toFileProblem(error, path).detail}` };
  }
}
