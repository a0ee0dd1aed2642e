/** Runs work after all earlier work of the same key; work of different keys runs side by side. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A new queue. It remembers keys only while they have work. */
export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<void>>();
  return (key, work) => {
    const run = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = run.then(
      () => undefined,
      () => undefined,
    );
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return run;
  };
}
