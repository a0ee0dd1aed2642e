import { describe, expect, it } from "vitest";
import { createMachine, type Route } from "../../src/dialect/index.ts";
import { HOSTILE } from "../bench/hostile.ts";
import { runScript } from "../support/run-machine.ts";

const ROUTES: readonly Route[] = ["vm", "tree"];

describe.each(ROUTES)("under the default budgets, on the %s", (route) => {
  it.each(Object.entries(HOSTILE))(
    "the hostile script '%s' ends as its budget says (reports 22 and 23)",
    (_name, { script, ends }) => {
      const result = runScript(script, {
        create: (checked, options) => createMachine(checked, { ...options, route }),
        roster: { names: new Set(["Read"]), standalone: new Set() },
      });
      expect(result.ok ? "done" : result.kind).toBe(ends);
    },
  );
});
