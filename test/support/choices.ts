import fc from "fast-check";

/** Decisions one after the other; when they run out, every further one is the first and simplest. */
export interface Choices {
  /** A number from 0 to n - 1. */
  below(n: number): number;
  /** True for about `percent` of the decisions, false when they have run out. */
  chance(percent: number): boolean;
  /** One of the items; the first when the decisions have run out. */
  pick<T>(items: readonly T[]): T;
  /** True once the decisions have run out. */
  spent(): boolean;
}

/** Decisions from numbers. */
export function choicesFrom(numbers: readonly number[]): Choices {
  let at = 0;
  const below = (n: number) => (numbers[at++] ?? 0) % n;
  return {
    below,
    chance: (percent) => below(100) >= 100 - percent,
    pick: (items) => items[below(items.length)]!,
    spent: () => at >= numbers.length,
  };
}

/**
 * Whatever `make` builds from decisions. Shrinks by making fewer and simpler ones, so `make` should put what is
 * simplest first wherever it picks.
 */
export function builtBy<T>(make: (choices: Choices) => T, most: number): fc.Arbitrary<T> {
  const numbers = fc.array(fc.nat({ max: 9_999 }), { minLength: 0, maxLength: most, size: "max" });
  return numbers.map((drawn) => make(choicesFrom(drawn)));
}
