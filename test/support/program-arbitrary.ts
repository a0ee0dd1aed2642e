import type fc from "fast-check";
import type { Limits } from "../../src/dialect/limits.ts";
import { limitsWith } from "../../src/dialect/limits.ts";
import type { CallRequest } from "../../src/dialect/machine.ts";
import type { Roster } from "../../src/dialect/program.ts";
import type { SymbolTable, Value } from "../../src/dialect/values.ts";
import { list, str } from "../../src/dialect/values.ts";
import type { Choices } from "./choices.ts";
import { builtBy } from "./choices.ts";
import { definitions } from "./program-definitions.ts";
import { expression, statements } from "./program-expressions.ts";
import { FAILING_DEFINITIONS } from "./program-mistakes.ts";
import type { Builder, Position } from "./program-scope.ts";

/** The tools that generated programs call. */
export const PROGRAM_ROSTER: Roster = { names: new Set(["Read", "Glob"]), standalone: new Set() };

/** Budgets under which most generated programs run through and runaway ones end at once. */
export const PROGRAM_LIMITS: Limits = limitsWith({
  "max-steps": 4_000,
  "max-stack-depth": 60,
  "max-tool-calls": 20,
  "max-transformed-nodes": 2_000,
  "max-value-bytes": 4_000,
  "max-value-nodes": 1_000,
  "max-retained-bytes": 60_000,
  "max-number-bits": 256,
});

/** Decisions a program takes at most. */
const MOST_DECISIONS = 400;

/**
 * Text of programs that pass preflight, with bindings that shadow one another, closures over loop variables, functions,
 * macros that use and capture their caller's variables, tool calls and joins. About a third of them fail when they run.
 */
export const programArbitrary: fc.Arbitrary<string> = builtBy(program, MOST_DECISIONS);

function program(choices: Choices): string {
  const mistaken = choices.chance(55);
  const defined = definitions(choices, mistaken);
  const builder: Builder = { choices, callables: defined.callables, mistaken };
  const at: Position = { scope: [], depth: 6 };
  const final = choices.pick([
    () => expression("num", builder, at),
    () => expression("nums", builder, at),
    () => expression("strs", builder, at),
    () =>
      `(list ${expression("num", builder, at)} ${expression("str", builder, at)} ${expression("nums", builder, at)})`,
  ])();
  const body = `${statements(builder, at)}${final}`;
  const before = [...(mistaken ? FAILING_DEFINITIONS : []), ...defined.sources];
  // Definitions are known everywhere, so they may as well come last.
  return (choices.chance(20) ? [body, ...before] : [...before, body]).join("\n");
}

/**
 * A host for one run of a generated program: echoes the first argument, fails every seventh call and makes no
 * difference between routes.
 */
export function programHost(symbols: SymbolTable): (call: CallRequest) => Value {
  let calls = 0;
  return ({ name }) => {
    calls++;
    if (calls % 7 === 0) return list([symbols.intern(":error"), str(`${name} failed`)]);
    return str(`${name} ${calls}`);
  };
}
