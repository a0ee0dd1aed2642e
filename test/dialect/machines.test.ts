import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMachine } from "../../src/dialect/index.ts";
import { type Limits, LIMITS, limitsWith } from "../../src/dialect/limits.ts";
import { messageOf } from "../../src/dialect/describe.ts";
import { PROGRAM_LIMITS, PROGRAM_ROSTER, programArbitrary, programHost } from "../support/program-arbitrary.ts";
import { RUNS } from "../support/property.ts";
import { type Run, runScript, type Setting } from "../support/run-machine.ts";

const ROUTES = ["vm", "tree"] as const;

function run(script: string, route: (typeof ROUTES)[number], setting: Partial<Setting> = {}): Run {
  return runScript(script, {
    create: (checked, options) => createMachine(checked, { ...options, route }),
    roster: PROGRAM_ROSTER,
    limits: PROGRAM_LIMITS,
    host: programHost,
    ...setting,
  });
}

/** Everything about a run that the routes must share. */
function shared(result: Run): unknown {
  const { diagnostic, calls, ...rest } = result;
  return {
    ...rest,
    calls: calls.map(({ name, args, batch }) => ({ name, args, batch })),
    ...(diagnostic === undefined ? {} : { code: diagnostic.code, message: messageOf(diagnostic) }),
  };
}

describe("both machines", () => {
  it("do the same with every program: value, error, message, steps and calls", () => {
    fc.assert(
      fc.property(programArbitrary, (script) => {
        expect(shared(run(script, "vm"))).toEqual(shared(run(script, "tree")));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(ROUTES)("let t be bound and assigned where a let names it, without effect (%s)", (route) => {
    expect(run("(let ((t 5)) (list (setq t 6) t))", route)).toMatchObject({ ok: true, value: "(6 t)" });
    expect(run("(setq t (Read :file_path 1))", route)).toMatchObject({
      diagnostic: { code: "E304" },
      calls: [{ name: "Read" }],
    });
  });

  it.each(ROUTES)("take conveniences nested as deep as max-depth may be set (%s)", (route) => {
    const limits = limitsWith({ "max-depth": LIMITS["max-depth"].max });
    for (const loop of ["(dolist (x '(1)) ", "(dotimes (x 1) ", "(when t "]) {
      // The innermost loop's list and its quote nest on by themselves.
      const levels = LIMITS["max-depth"].max - 4;
      const script = `${loop.repeat(levels)}1${")".repeat(levels)}`;
      expect(run(script, route, { limits })).toMatchObject({ ok: true });
    }
  });

  it.each(ROUTES)("end the same way however the fuel is sliced (%s)", (route) => {
    fc.assert(
      fc.property(
        programArbitrary,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        (script, fuels) => {
          const sliced = run(script, route, { fuel: (slice) => fuels[slice % fuels.length] as number });
          expect(sliced).toEqual(run(script, route, { fuel: () => 1_000_000 }));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("agree under every small budget, too", () => {
    const limits: fc.Arbitrary<Limits> = fc
      .record({
        "max-steps": fc.integer({ min: 1, max: 120 }),
        "max-stack-depth": fc.integer({ min: 0, max: 6 }),
        "max-tool-calls": fc.integer({ min: 0, max: 3 }),
        "max-transformed-nodes": fc.integer({ min: 8, max: 80 }),
        "max-value-bytes": fc.integer({ min: 4, max: 120 }),
        "max-value-nodes": fc.integer({ min: 4, max: 60 }),
        "max-retained-bytes": fc.integer({ min: 0, max: 2_000 }),
        "max-number-bits": fc.integer({ min: 6, max: 80 }),
      })
      .map((changes) => limitsWith({ ...PROGRAM_LIMITS, ...changes }));
    fc.assert(
      fc.property(programArbitrary, limits, (script, budgets) => {
        expect(shared(run(script, "vm", { limits: budgets }))).toEqual(
          shared(run(script, "tree", { limits: budgets })),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it.each(ROUTES)(
    "find no unknown operator at run time in an accepted program, unless it was computed (%s)",
    (route) => {
      fc.assert(
        fc.property(programArbitrary, (script) => {
          const { diagnostic, steps } = run(script, route);
          // Refused before it ran, or failed for another reason.
          if (diagnostic?.code === "E120" && steps !== undefined) expect(script).toContain("defmacro");
        }),
        { numRuns: RUNS },
      );
    },
  );
});
