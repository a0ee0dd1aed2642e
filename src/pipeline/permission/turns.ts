/** A call's place in the order of questions: it asks only after those who came before it have asked or need not. */
export interface Turn {
  /** Settles when everybody who came before is done. */
  readonly mine: () => Promise<void>;
  readonly done: () => void;
}

interface Waiting {
  readonly number: number;
  readonly go: () => void;
}

/** Gives turns in the order in which they are taken: looking paths up takes one call longer than another. */
export function createTurns(): () => Turn {
  const open = new Set<number>();
  let waiting: Waiting[] = [];
  let count = 0;
  // Sets keep the order in which numbers were put in.
  const isFirst = (number: number): boolean => {
    const { value } = open.values().next();
    return value === undefined || value >= number;
  };
  const wake = (): void => {
    const ready = waiting.filter(({ number }) => isFirst(number));
    waiting = waiting.filter(({ number }) => !isFirst(number));
    for (const { go } of ready) go();
  };
  return () => {
    const number = ++count;
    open.add(number);
    return {
      mine: () => (isFirst(number) ? Promise.resolve() : new Promise((go) => waiting.push({ number, go }))),
      done() {
        if (open.delete(number) && waiting.length > 0) wake();
      },
    };
  };
}
