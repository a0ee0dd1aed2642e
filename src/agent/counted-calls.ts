import type { RunError } from "./run-error.ts";
import { RunError as Failure } from "./run-error.ts";

/** How often each alias was called. */
export interface CountedCalls {
  readonly count: (alias: string) => void;
  /** Read-only: 0 for what was never called; an alias that is not in scope is an error (A13). */
  readonly calls: Readonly<Record<string, number>>;
}

/** Names that JavaScript itself asks any object for: `await`, `JSON.stringify`, printing. */
const ASKED_BY_THE_LANGUAGE: ReadonlySet<string> = new Set(["then", "toJSON", "constructor", "valueOf", "toString"]);

/** Counters for these aliases (R294, R295); `unknown` makes the error for others. */
export function countedCalls(aliases: readonly string[], unknown: (alias: string) => RunError): CountedCalls {
  const counts = new Map<string, number>(aliases.map((alias) => [alias, 0]));
  const refuse = (): never => {
    throw new Failure("invalid", "tools.calls is read-only: it counts what tools.call does");
  };
  const calls = new Proxy<Record<string, number>>(
    {},
    {
      get: (_, name) => {
        if (typeof name === "symbol") return undefined;
        const count = counts.get(name);
        if (count === undefined && !ASKED_BY_THE_LANGUAGE.has(name)) throw unknown(name);
        return count;
      },
      has: (_, name) => typeof name === "string" && counts.has(name),
      ownKeys: () => [...counts.keys()],
      getOwnPropertyDescriptor: (_, name) => {
        const value = typeof name === "string" ? counts.get(name) : undefined;
        return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: false };
      },
      set: refuse,
      defineProperty: refuse,
      deleteProperty: refuse,
      setPrototypeOf: refuse,
    },
  );
  return { calls, count: (alias) => void counts.set(alias, (counts.get(alias) ?? 0) + 1) };
}
