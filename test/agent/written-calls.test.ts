import { describe, expect, it } from "vitest";
import { writtenCalls } from "../../src/agent/written-calls.ts";
import { DEFAULT_LIMITS } from "../../src/dialect/index.ts";
import { createCatalogue } from "../../src/tools/catalogue.ts";
import { TOOLS } from "../../src/tools/tools.ts";

const { callable } = createCatalogue(TOOLS);
const calls = (text: string) => writtenCalls(text, callable, DEFAULT_LIMITS);

describe("the calls that stand in a script", () => {
  it.each<readonly [text: string, found: readonly (readonly [tool: string, input: unknown])[]]>([
    ['(Grep :pattern "a")', [["Grep", { pattern: "a" }]]],
    ['(Read :file_path (concat "a" "b"))', [["Read", undefined]]],
    [
      '(let* ((x (Glob :pattern "*"))) (Read :file_path x))',
      [
        ["Glob", { pattern: "*" }],
        ["Read", undefined],
      ],
    ],
    [
      '(parallel (Read :file_path "a") (Read :file_path "b"))',
      [
        ["Read", { file_path: "a" }],
        ["Read", { file_path: "b" }],
      ],
    ],
    ["(list '(Read 1))", []],
    ["(list (quote (Read 1)))", []],
    ["(+ 1 2)", []],
  ])("%s", (text, found) => {
    expect(calls(text).calls.map(({ tool, input }) => [tool, input])).toEqual(found);
  });

  it("are told with their places", () => {
    const text = '(progn\n  (Read :file_path "a"))';
    expect(calls(text).calls[0]?.offset).toBe(text.indexOf("Read"));
  });

  it("come with what keeps the script from running", () => {
    expect(calls('(Read :file_path "a"').diagnostics.length).toBeGreaterThan(0);
    expect(calls('(no-such-thing "a")').diagnostics.length).toBeGreaterThan(0);
  });
});
