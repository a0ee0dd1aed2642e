/** A value that is made at the first need and once; one that could not be made is tried again at the next need. */
export interface Lazy<T> {
  readonly get: () => Promise<T>;
  /** The value if it has been asked for; undefined when nobody needed it yet. */
  readonly begun: () => Promise<T> | undefined;
}

/** Makes a value at the first need. */
export function lazily<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return {
    get: () => {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    begun: () => made,
  };
}
