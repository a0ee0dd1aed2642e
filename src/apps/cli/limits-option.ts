import type { Limits } from "../../dialect/index.ts";
import { DEFAULT_LIMITS, limitProblem, LIMITS } from "../../dialect/index.ts";
import { nearestOf } from "../../dialect/nearest.ts";
import type { Invocation } from "./command.ts";
import { UsageError } from "./command.ts";

/** The budgets of an invocation: `usual`, changed by each `--limit NAME=N`. Throws `UsageError`. */
export function limitsOf(invocation: Invocation, usual: Limits = DEFAULT_LIMITS): Limits {
  const changes: Record<string, number> = {};
  for (const text of invocation.options.get("limit") ?? []) {
    const match = /^([^=]+)=(\d+)$/.exec(text);
    if (match === null) throw new UsageError(`--limit takes NAME=N, such as max-steps=1000, not ${text}.`);
    const [, name = "", digits] = match;
    const problem = Object.hasOwn(LIMITS, name) ? tooLarge(name, Number(digits)) : unknownLimit(name);
    if (problem !== undefined) throw new UsageError(`--limit: ${problem}`);
    changes[name] = Number(digits);
  }
  return { ...usual, ...changes };
}

function tooLarge(name: string, value: number): string | undefined {
  const problem = limitProblem(name, value);
  return problem === undefined ? undefined : `${problem}.`;
}

function unknownLimit(name: string): string {
  const names = Object.keys(LIMITS);
  const nearest = nearestOf(name, names) ?? nearestOf(`max-${name}`, names);
  const hint = nearest === undefined ? `The limits are ${names.join(", ")}.` : `Did you mean ${nearest}?`;
  return `there is no limit ${name}. ${hint}`;
}
