import { NIL, Sym } from "../values.ts";
import type { Value } from "../values.ts";

/**
 * One binding of a lexical environment (R035), linked to the ones around it. Only `setq` changes a value.
 * Small linked frames beat a table per scope: scopes are short-lived and hold a handful of names.
 */
export class Binding {
  declare readonly symbol: Sym;
  declare value: Value;
  declare readonly next: Binding | undefined;
  constructor(symbol: Sym, value: Value, next: Binding | undefined) {
    this.symbol = symbol;
    this.value = value;
    this.next = next;
  }
}

/** The symbol of a binding that is none: it marks code made by a macro call, its value is where that call stands. */
const SITE = new Sym("");

/** The environment around a script; `nil` can never be looked up, so its binding is a mere end. */
export function emptyEnvironment(): Binding {
  return new Binding(NIL, NIL, undefined);
}

/** The innermost binding of `symbol`, or undefined. */
export function lookup(symbol: Sym, environment: Binding): Binding | undefined {
  let binding: Binding | undefined = environment;
  while (binding !== undefined && binding.symbol !== symbol) binding = binding.next;
  return binding;
}

/**
 * The environment of an expansion: the caller's own (R156), marked with the offset of the macro call so that
 * errors in code without a place of its own are reported there. A mark replaces the one directly under it,
 * so that macros which expand to themselves do not make it longer.
 */
export function markSite(environment: Binding, place: number | undefined): Binding {
  if (place === undefined) return environment;
  const below = environment.symbol === SITE ? environment.next : environment;
  return new Binding(SITE, place, below);
}

/** Where the macro call stands whose expansion this environment belongs to, or undefined. */
export function siteOf(environment: Binding): number | undefined {
  const mark = lookup(SITE, environment);
  return mark === undefined ? undefined : (mark.value as number);
}

/** Whether no lexical variable is in scope: only the `root` and a mark. */
export function isBare(environment: Binding, root: Binding): boolean {
  return environment === root || (environment.symbol === SITE && environment.next === root);
}
