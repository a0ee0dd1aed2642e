import { describe, expect, it } from "vitest";
import { CaseError, parseCase } from "../../../src/apps/cli/conformance-case.ts";
import { differences } from "../../../src/apps/cli/conformance-check.ts";
import type { Observed } from "../../../src/apps/cli/conformance-run.ts";

const line = (fields: object): string => JSON.stringify({ id: "a/1", script: "1", expected: { ok: true }, ...fields });

describe("a line of a conformance file", () => {
  it("becomes a case with the default budgets and an empty roster", () => {
    const test = parseCase(line({}));
    expect(test.roster.names.size).toBe(0);
    expect(test.limits["max-steps"]).toBe(500_000);
    expect(test.sliceSteps).toBe(2_000);
  });

  it("takes tools as names or as names with canned answers", () => {
    expect([...parseCase(line({ tools: ["Read", "Glob"], standalone: ["Glob"] })).roster.standalone]).toEqual(["Glob"]);
    const test = parseCase(line({ tools: { Read: null, Glob: "x" } }));
    expect([...test.roster.names]).toEqual(["Read", "Glob"]);
    expect(test.answers.get("Glob")).toBe("x");
  });

  it("takes budgets as they are, a negative time among them, and the size of a slice", () => {
    const test = parseCase(line({ limits: { "max-seconds": -1, "step-slice": 50, "max-steps": 7 } }));
    expect(test.limits).toMatchObject({ "max-seconds": -1, "max-steps": 7 });
    expect(test.sliceSteps).toBe(50);
  });

  it.each([
    ["{", "not JSON"],
    ["[]", "the line has to be an object"],
    ['{"script":"1","expected":{"ok":true}}', "id has to be a string"],
    ['{"id":"a","expected":{"ok":true}}', "script has to be a string"],
    ['{"id":"a","script":"1"}', "expected has to be an object"],
    ['{"id":"a","script":"1","expected":{}}', "expected.ok has to be true or false"],
    [line({ expected: { ok: true, steps: "3" } }), "expected.steps has to be a whole number"],
    [line({ expected: { ok: true, calls: [{}] } }), "expected.calls[0].name has to be a string"],
    [line({ tools: [1] }), "tools has to be an array of strings"],
    [line({ limits: { "max-stepz": 1 } }), "limits has no max-stepz"],
    [line({ schemas: { Read: { path: 1 } } }), "schemas of Read: path has to be an object"],
  ])("%s is refused: %s", (text, words) => {
    expect(() => parseCase(text)).toThrow(CaseError);
    expect(() => parseCase(text)).toThrow(words);
  });
});

describe("comparing a case with what was observed", () => {
  const observed: Observed = {
    ok: true,
    value: '"x"',
    calls: [{ name: "Read", args: '(:a "b")', batch: 1, json: '{"a":"b"}' }],
    steps: 4,
    direct: "Read",
  };
  const call = { name: "Read", args: '(:a "b")', batch: 1 };
  const found = (expected: object, got: Observed = observed): readonly string[] =>
    differences(parseCase(line({ tools: ["Read"], expected: { ok: true, direct: "Read", ...expected } })), got).map(
      ({ field }) => field,
    );

  it("finds nothing where every given field is met", () => {
    const calls = [{ ...call, json: '{ "a": "b" }' }];
    expect(found({ value: '"x"', steps: 4, calls, value_contains: ["x"] })).toEqual([]);
  });

  it.each([
    [{ value: '"y"' }, ["value"]],
    [{ steps: 5 }, ["steps"]],
    [{ direct: undefined }, ["direct"]],
    [{ calls: [] }, ["number of calls"]],
    [{ calls: [{ ...call, name: "Glob" }] }, ["call 1 name"]],
    [{ calls: [{ ...call, args: "nil" }] }, ["call 1 args"]],
    [{ calls: [{ name: "Read", args: '(:a "b")' }] }, ["call 1 batch"]],
    [{ calls: [{ ...call, json: '{"a":"c"}' }] }, ["call 1 json"]],
    [{ value_contains: ["x", "z"] }, ["value_contains"]],
  ])("%j differs in %j", (expected, fields) => {
    expect(found(expected)).toEqual(fields);
  });

  it("compares a failure's kind and the parts of its message", () => {
    const failed: Observed = { ok: false, kind: "step", message: "too many", calls: [], steps: 1, direct: "Read" };
    expect(found({ ok: false, kind: "step", message_contains: ["many"] }, failed)).toEqual([]);
    expect(found({ ok: false, kind: "time", message_contains: ["few"] }, failed)).toEqual(["kind", "message_contains"]);
    expect(found({}, failed)).toEqual(["ok"]);
  });

  it("does not check fields that are not given", () => {
    expect(found({})).toEqual([]);
  });
});
