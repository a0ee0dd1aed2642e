import fc from "fast-check";
import { expect, test } from "vitest";
import { createMachine } from "../../src/dialect/create-machine.ts";
import type { Run } from "./run-machine.ts";
import { runScript } from "./run-machine.ts";
import { PROGRAM_LIMITS, PROGRAM_ROSTER, programArbitrary, programHost } from "./program-arbitrary.ts";

const PROGRAMS = fc.sample(programArbitrary, { numRuns: 600, seed: 20 });

const RUN: readonly Run[] = PROGRAMS.map((program) =>
  runScript(program, { create: createMachine, roster: PROGRAM_ROSTER, limits: PROGRAM_LIMITS, host: programHost }),
);

test("every generated program is well-formed and passes preflight", () => {
  const refused = RUN.flatMap(({ steps, diagnostic }, i) => (steps === undefined ? [[PROGRAMS[i], diagnostic]] : []));
  expect(refused).toEqual([]);
});

test("most generated programs run through and about a third of them fail", () => {
  const share = RUN.filter(({ ok }) => ok).length / RUN.length;
  expect(share).toBeGreaterThan(0.5);
  expect(share).toBeLessThan(0.85);
});

test.each(["script", "step", "stack", "value", "tool-call", "atomic-work"])(
  "some generated program ends with an error of the kind %s",
  (kind) => {
    expect(RUN.map((run) => run.kind)).toContain(kind);
  },
);

test("generated programs make calls alone and in joins", () => {
  const calls = RUN.flatMap((run) => run.calls);
  expect(calls.some(({ batch }) => batch === undefined)).toBe(true);
  expect(calls.some(({ batch }) => batch !== undefined)).toBe(true);
});
