/** A path that may be found, with what is compared. */
export interface FindablePath {
  /** As it is shown and inserted. */
  readonly path: string;
  readonly lower: string;
  /** Where its last name begins. */
  readonly nameAt: number;
}

/** A path with what finding needs made ready. */
export function findable(path: string): FindablePath {
  return { path, lower: path.toLowerCase(), nameAt: path.lastIndexOf("/", path.length - 2) + 1 };
}

/** The paths that a query fits best, at most `limit`: by their names, then anywhere, then letter by letter. */
export function rankPaths(paths: readonly FindablePath[], query: string, limit: number): readonly string[] {
  const wanted = query.toLowerCase().replaceAll("\\", "/");
  const scored: { readonly score: number; readonly path: string }[] = [];
  for (const path of paths) {
    const score = wanted === "" ? path.path.length : scoreOf(path, wanted);
    if (score !== undefined) scored.push({ score, path: path.path });
  }
  scored.sort((a, b) => a.score - b.score || (a.path < b.path ? -1 : 1));
  return scored.slice(0, limit).map(({ path }) => path);
}

/** How far a path is from what is wanted; less is nearer, undefined is no fit. */
function scoreOf({ lower, nameAt }: FindablePath, wanted: string): number | undefined {
  const length = lower.length / LENGTH_WEIGHT;
  const inName = lower.indexOf(wanted, nameAt);
  if (inName === nameAt) return length;
  if (inName > nameAt) return 100 + length;
  const anywhere = lower.indexOf(wanted);
  if (anywhere >= 0) return 200 + length;
  return isSubsequence(lower, wanted) ? 300 + length : undefined;
}

/** Paths are short against this: a length never outweighs a better kind of fit. */
const LENGTH_WEIGHT = 100;

function isSubsequence(text: string, wanted: string): boolean {
  let at = 0;
  for (const character of wanted) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
