import type * as Dialect from "../../src/dialect/index.ts";

/** The roster of every script here. */
const TOOLS = { names: new Set(["Read"]), standalone: new Set<string>() };

/** Steps between two looks at the machine: few, so that every script is taken up again many times. */
const FUEL = 50;

/** What a script came to, as text and numbers that travel between a page and a test. */
export type Ending = { readonly state: string; readonly text: string; readonly steps: number; readonly calls: number };

/**
 * Runs a script through the public interface of the dialect that is given: the one of this process, or the one that a page
 * has loaded. The first call of a script is answered with 0, the next with 1, and so on.
 */
export function evaluate(dialect: typeof Dialect, source: string, route: "tree" | "vm"): Ending {
  const preflight = dialect.preflight(dialect.read(source), TOOLS);
  if (!preflight.ok) {
    const codes = preflight.diagnostics.map((diagnostic) => diagnostic.code);
    return { state: "refused", text: codes.join(" "), steps: 0, calls: 0 };
  }
  const machine = dialect.createMachine(preflight.checked, { limits: dialect.DEFAULT_LIMITS, route });
  let calls = 0;
  for (;;) {
    const outcome = machine.advance(FUEL);
    const { state, steps } = outcome;
    if (state === "done") return { state, text: dialect.print(outcome.value), steps, calls };
    if (state === "failed") return { state, text: `${outcome.kind} ${outcome.diagnostic.code}`, steps, calls };
    if (state === "calls") machine.resume(outcome.calls.map(() => calls++));
  }
}
