import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTreeMachine } from "../../../src/dialect/tree/machine.ts";
import { type Case, cannedHost, casesOf, limitsOf, rosterOf } from "../../support/cases.ts";
import { RUNS } from "../../support/property.ts";
import { type Run, runScript } from "../../support/run-machine.ts";

const GROUPS = [
  "eval",
  "form",
  "conv",
  "def",
  "tool",
  "budget",
  "program",
  "preflight",
  "prim",
  "regexp",
  "reader",
  "print",
];
const CASES = casesOf(...GROUPS);

function run(test: Case, fuel?: (slice: number) => number): Run {
  const setting = { create: createTreeMachine, roster: rosterOf(test), limits: limitsOf(test) };
  const host = (symbols: Parameters<typeof cannedHost>[1]): ReturnType<typeof cannedHost> => cannedHost(test, symbols);
  return runScript(test.script, fuel === undefined ? { ...setting, host } : { ...setting, host, fuel });
}

/** What the case says, in the shape of a run; fields it does not mention are left out. */
function expected(test: Case): Record<string, unknown> {
  const { ok, value, kind, steps, calls } = test.expected;
  return {
    ok,
    ...(value === undefined ? {} : { value }),
    ...(kind === undefined ? {} : { kind }),
    ...(steps === undefined ? {} : { steps }),
    ...(calls === undefined ? {} : { calls: calls.map((call) => expect.objectContaining(call) as unknown) }),
  };
}

describe("the tree machine gives the recorded answer, kind, calls and steps", () => {
  it.each(CASES.map((test) => [test.id, test] as const))("%s", (_id, test) => {
    expect(run(test)).toMatchObject(expected(test));
  });
});

describe("the tree machine", () => {
  it("gives the same outcome, steps and calls however its fuel is sliced", () => {
    const slices = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    const small = CASES.filter((test) => (test.expected.steps ?? 0) < 2_000);
    fc.assert(
      fc.property(fc.constantFrom(...small), slices, (test, sizes) => {
        expect(run(test, (slice) => sizes[slice % sizes.length]!)).toEqual(run(test));
      }),
      { numRuns: RUNS },
    );
  });
});
