import { describe, expect, it } from "vitest";
import { createMachine } from "../../src/dialect/create-machine.ts";
import type { DiagnosticRecord } from "../../src/dialect/diagnostics.ts";
import { DIAGNOSTICS } from "../../src/dialect/diagnostics.ts";
import { preflight } from "../../src/dialect/preflight.ts";
import type { Roster } from "../../src/dialect/program.ts";
import { read } from "../../src/dialect/reader/read.ts";
import { str } from "../../src/dialect/values.ts";
import { runScript } from "../support/run-machine.ts";

const CATALOGUE: readonly (readonly [string, DiagnosticRecord])[] = Object.entries(DIAGNOSTICS);
const EXAMPLES = CATALOGUE.flatMap(([code, { example }]) => (example === undefined ? [] : [{ code, ...example }]));
const ROSTER: Roster = { names: new Set(["Read", "Grep", "Ask"]), standalone: new Set(["Ask"]) };

/** Every code that reading, checking and running a script raises. */
function codesOf(script: string): readonly string[] {
  const verdict = preflight(read(script), ROSTER);
  if (!verdict.ok) return verdict.diagnostics.map(({ code }) => code);
  const { diagnostic } = runScript(script, {
    create: createMachine,
    roster: ROSTER,
    host: () => () => str("text"),
  });
  return [...verdict.checked.warnings, ...(diagnostic === undefined ? [] : [diagnostic])].map(({ code }) => code);
}

describe("the catalogue of diagnostics", () => {
  it.each(CATALOGUE)("says of %s when it is raised and what to do, in sentences", (code, record) => {
    expect(code).toMatch(/^[EW]\d{3}$/u);
    expect(record.severity).toBe(code.startsWith("E") ? "error" : "warning");
    expect(record.family).toMatch(/^[a-z]+(?:-[a-z]+)*$/u);
    expect(record.condition).toMatch(/^(?:setq |[A-Z]).*\.$/u);
    expect(record.message).not.toMatch(/\.$/u);
    expect(record.remedy).toMatch(/^(?:\{\w+\}|[A-Zs].*\.)$/u);
  });

  it("has the entry that the catalogue of the protocol names for E100", () => {
    expect(DIAGNOSTICS.E100).toMatchObject({
      severity: "error",
      phase: "reader",
      family: "illegal-token-or-structure",
      condition: "The reader cannot form one admitted datum.",
    });
  });

  it.each(EXAMPLES)("shows for $code a script that raises it: $wrong", ({ code, wrong }) => {
    expect(codesOf(wrong)).toContain(code);
  });

  it.each(EXAMPLES)("shows for $code the script put right: $right", ({ right }) => {
    expect(codesOf(right)).toEqual([]);
  });
});
