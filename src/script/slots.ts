import pLimit from "p-limit";

/** Places for the calls of a join: as many as may run at once. Who waits for the person leaves their place to others (R224). */
export interface Slots {
  /** Does the work of a call in a place of its own, as soon as one is free; they are given in the order of asking. */
  readonly run: <T>(id: string, work: () => Promise<T>) => Promise<T>;
  /** Gives up the place of a call that has one. */
  readonly leave: (id: string) => void;
  /** Waits for a place for a call that has given up its own; undefined when it still has one. */
  readonly resume: (id: string) => Promise<void> | undefined;
}

/** So many places, all free. */
export function createSlots(places: number): Slots {
  const limit = pLimit(places);
  const releases = new Map<string, () => void>();
  const take = (id: string): Promise<void> =>
    new Promise((taken) => {
      void limit(
        () =>
          new Promise<void>((release) => {
            releases.set(id, release);
            taken();
          }),
      );
    });
  const leave = (id: string): void => {
    releases.get(id)?.();
    releases.delete(id);
  };
  return {
    async run(id, work) {
      await take(id);
      try {
        return await work();
      } finally {
        leave(id);
      }
    },
    leave,
    resume: (id) => (releases.has(id) ? undefined : take(id)),
  };
}
