import type { GlobPattern } from "./glob-pattern.ts";
import { readGlob } from "./glob-pattern.ts";

/** What globs say about a path: in, out, or nothing. */
export type Chosen = (relative: string, isFolder: boolean) => boolean | undefined;

/**
 * Reads the globs of a query. The last one that matches decides; a file that none matches is out as soon as one of them
 * says what is in. A mistake is answered in words.
 */
export function chosenBy(globs: readonly string[], ignoresCase: boolean): Chosen | string {
  const patterns: GlobPattern[] = [];
  for (const glob of globs) {
    const pattern = readGlob(glob.startsWith("#") ? `\\${glob}` : glob, ignoresCase);
    if (pattern && "mistake" in pattern) return pattern.mistake;
    if (pattern) patterns.push(pattern);
  }
  const isRestricted = patterns.some(({ isNegative }) => !isNegative);
  return (relative, isFolder) => {
    const last = patterns.findLast((pattern) => pattern.matches(relative, isFolder));
    if (last) return !last.isNegative;
    return isRestricted && !isFolder ? false : undefined;
  };
}
