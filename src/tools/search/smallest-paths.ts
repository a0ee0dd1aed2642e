/** The first paths in their order, of any number that come. */
export interface SmallestPaths {
  readonly add: (path: string) => void;
  /** In order; whether there were more than fit. */
  readonly finish: () => { readonly paths: readonly string[]; readonly more: boolean };
}

/** Keeps the `limit` paths that sort first: memory does not grow with the number of files. */
export function createSmallestPaths(limit: number): SmallestPaths {
  const kept: string[] = [];
  let more = false;
  return {
    add(path) {
      if (kept.length >= limit) {
        more = true;
        if (path >= (kept.at(-1) ?? "")) return;
        kept.pop();
      }
      let [low, high] = [0, kept.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((kept[middle] ?? "") <= path) low = middle + 1;
        else high = middle;
      }
      kept.splice(low, 0, path);
    },
    finish: () => ({ paths: kept, more }),
  };
}
