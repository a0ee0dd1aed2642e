import { describe, expect, it } from "vitest";
import { CALL_ID, MODEL_PROBLEMS, modelProblemText, TOOL_NAME } from "../../src/ports/model.ts";

describe("a problem with a model", () => {
  it.each(Object.keys(MODEL_PROBLEMS) as (keyof typeof MODEL_PROBLEMS)[])("says what to do: %s", (problem) => {
    const text = modelProblemText({ problem, detail: "the provider's words" });
    expect(text).toContain("the provider's words");
    expect(text).toContain(MODEL_PROBLEMS[problem].advice);
    expect(MODEL_PROBLEMS[problem].advice).toMatch(/^[A-Z].+\.$/u);
  });

  it("needs no words of the provider", () => {
    expect(modelProblemText({ problem: "auth", detail: "" })).toBe(
      "The key was refused. Set a valid key for this provider, or choose another model.",
    );
  });

  it("may pass by itself only where waiting helps", () => {
    const passing = Object.entries(MODEL_PROBLEMS).flatMap(([kind, { passing }]) => (passing ? [kind] : []));
    expect(passing).toEqual(["rate-limit", "overloaded", "network", "malformed"]);
  });
});

describe("names on the wire", () => {
  it.each([
    ["toolu_01-A", true],
    ["", false],
    ["a/1", false],
    ["x".repeat(41), false],
  ])("take %j as the id of a call: %s", (id, taken) => {
    expect(CALL_ID.test(id)).toBe(taken);
  });

  it.each([
    ["Read", true],
    ["server__tool", true],
    ["server/tool", false],
  ])("take %j as the name of a tool: %s", (name, taken) => {
    expect(TOOL_NAME.test(name)).toBe(taken);
  });
});
