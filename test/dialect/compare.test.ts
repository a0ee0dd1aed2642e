import { describe, expect, it } from "vitest";
import { compare, DEFAULT_LIMITS, preflight, read, type Roster } from "../../src/dialect/index.ts";
import { observe } from "../../src/dialect/compare.ts";

const ROSTER: Roster = { names: new Set(["Read"]), standalone: new Set() };

function checked(script: string) {
  const result = preflight(read(script), ROSTER);
  if (!result.ok) throw new Error(script);
  return result.checked;
}

describe("a comparison", () => {
  it.each([
    ["a value", "(mapcar (lambda (x) (* x x)) '(1 2 3))", "done"],
    ["an error", "(car 5)", "failed"],
    ["a budget", "(while t)", "failed"],
    ["tool calls", '(list (Read :file_path "a") (parallel (Read :file_path "b") (Read :file_path "c")))', "done"],
  ])("finds that both routes agree on %s and shows what each did", (_what, script, status) => {
    const { agreement, mismatchAxes, observations } = compare(checked(script), { limits: DEFAULT_LIMITS });
    expect({ agreement, mismatchAxes }).toEqual({ agreement: true, mismatchAxes: [] });
    expect(observations.map((observation) => [observation.route, observation.status])).toEqual([
      ["tree", status],
      ["vm", status],
    ]);
  });

  it("names the axes in which the routes differ", () => {
    let asked = 0;
    const comparison = compare(checked('(length (Read :file_path "a"))'), {
      limits: DEFAULT_LIMITS,
      // A host that is not deterministic makes the routes see different results.
      answer: (calls) => calls.map(({ args }) => (asked++ === 0 ? args : 5)),
    });
    expect(comparison.agreement).toBe(false);
    expect(comparison.mismatchAxes).toContain("status");
  });

  it("observes the same at every size of slice", () => {
    const script = checked("(let ((sum 0)) (dotimes (i 50) (setq sum (+ sum i))) sum)");
    const whole = observe(script, "vm", { limits: DEFAULT_LIMITS });
    for (const fuel of [1, 2, 7, 1_000]) expect(observe(script, "vm", { limits: DEFAULT_LIMITS, fuel })).toEqual(whole);
  });
});
