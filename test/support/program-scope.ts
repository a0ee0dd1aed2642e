import type { Choices } from "./choices.ts";

/** What an expression evaluates to when nothing goes wrong. */
export type Kind = "num" | "str" | "nums" | "strs" | "thunk" | "fn" | "thunks";

/** All kinds. `thunk` takes nothing and `fn` one number; both answer a number. */
export const KINDS: readonly Kind[] = ["num", "nums", "str", "fn", "thunk", "thunks", "strs"];

/** A variable in scope. */
export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  /** False for counters that end a loop. */
  readonly assignable: boolean;
}

/** A definition of the program that can be called. */
export interface Callable {
  readonly kind: Kind;
  /** The text of a call. */
  readonly call: (builder: Builder, at: Position) => string | undefined;
  /** Its name when it is a function of one number that answers a number. */
  readonly unary?: string;
}

/** What a program is being made of. */
export interface Builder {
  readonly choices: Choices;
  readonly callables: readonly Callable[];
  /** Whether mistakes are put in. */
  readonly mistaken: boolean;
}

/** Where an expression stands: its variables, outermost first, and how much deeper it may nest. */
export interface Position {
  readonly scope: readonly Variable[];
  readonly depth: number;
}

/** Few names, so that bindings shadow one another all the time. */
export const NAMES = ["x", "y", "n", "i", "acc", "f"];

/** The same place one level deeper. */
export function deeper(at: Position): Position {
  return { ...at, depth: at.depth - 1 };
}

/** The place inside bindings of these names. */
export function within(at: Position, ...names: readonly (readonly [name: string, kind: Kind])[]): Position {
  const bound = names.map(([name, kind]) => ({ name, kind, assignable: true }));
  return { scope: [...at.scope, ...bound], depth: at.depth };
}

/** The place inside a loop over a counter that nothing may assign. */
export function counting(at: Position, name: string): Position {
  return { scope: [...at.scope, { name, kind: "num", assignable: false }], depth: at.depth };
}

/** Variables that are visible: the innermost of each name. */
export function visible(at: Position): Variable[] {
  return [...new Map(at.scope.map((variable) => [variable.name, variable])).values()];
}

/** Names of the visible variables of a kind. */
export function named(at: Position, kind: Kind, assignable = false): string[] {
  return visible(at)
    .filter((variable) => variable.kind === kind && (variable.assignable || !assignable))
    .map(({ name }) => name);
}
