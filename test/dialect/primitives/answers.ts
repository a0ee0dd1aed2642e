import { expect } from "vitest";
import { DEFAULT_LIMITS, limitsWith } from "../../../src/dialect/limits.ts";
import type { LimitName } from "../../../src/dialect/limits.ts";
import { createTreeMachine } from "../../../src/dialect/tree/machine.ts";
import { createVmMachine } from "../../../src/dialect/vm/machine.ts";
import { runScript } from "../../support/run-machine.ts";

/** A script's printed value, or `!` with the kind and code of the error it ends with; both machines must agree. */
export function answer(script: string, limits: Partial<Record<LimitName, number>> = {}): string {
  const texts = [createTreeMachine, createVmMachine].map((create) => {
    const { ok, value, kind, diagnostic } = runScript(script, {
      create,
      limits: limitsWith({ ...DEFAULT_LIMITS, ...limits }),
    });
    return ok ? value! : `!${kind} ${diagnostic?.code}`;
  });
  expect(texts[1], script).toBe(texts[0]);
  return texts[0]!;
}

/** Checks that each script of a table has the answer beside it. */
export function expectAnswers(table: Readonly<Record<string, string>>): void {
  const answers = Object.fromEntries(Object.keys(table).map((script) => [script, answer(script)]));
  expect(answers).toEqual(table);
}

/** What a script answers when a value has the wrong type, a list is missing, a number is out of range. */
export const WRONG_TYPE = "!script E312";
export const NO_LIST = "!script E310";
export const OUT_OF_RANGE = "!script E311";
