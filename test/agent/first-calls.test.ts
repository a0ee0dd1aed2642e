import { describe, expect, it } from "vitest";
import { firstCalls } from "../../src/agent/first-calls.ts";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import type { CancelToken } from "../../src/base/cancel.ts";
import { DEFAULT_LIMITS, limitsWith } from "../../src/dialect/index.ts";
import { createMemoryHost } from "../../src/hosts/memory/host.ts";
import { createCatalogue } from "../../src/tools/catalogue.ts";
import { TOOLS } from "../../src/tools/tools.ts";

const { callable: tools } = createCatalogue(TOOLS);
const { clock } = createMemoryHost();
const dryRun = (text: string, limits = DEFAULT_LIMITS, cancel: CancelToken = NEVER) =>
  firstCalls(text, { tools, limits, clock, cancel });

describe("a dry run", () => {
  it.each<readonly [rule: string, text: string, calls: readonly (readonly [tool: string, input: unknown])[]]>([
    [
      "computes the arguments of the first call",
      '(let ((name (concat "a" ".ts"))) (length (Read :file_path name)))',
      [["Read", { file_path: "a.ts" }]],
    ],
    [
      "comes to the calls of one parallel form together",
      '(parallel-map (lambda (x) (Grep :pattern x)) (list "a" "b"))',
      [
        ["Grep", { pattern: "a" }],
        ["Grep", { pattern: "b" }],
      ],
    ],
    [
      "goes no further than its first call",
      '(progn (Bash :command "ls") (Write :file_path "x" :content ""))',
      [["Bash", { command: "ls" }]],
    ],
    ["tells a call that could not be made", '(list (Read :path "a"))', [["Read", undefined]]],
  ])("%s", async (_rule, text, calls) => {
    const end = await dryRun(text);
    expect(end.end === "calls" && end.calls.map(({ tool, input }) => [tool, input])).toEqual(calls);
  });

  it("says why a call could not be made, and where it stands", async () => {
    expect(await dryRun('(list (Read :path "a"))')).toMatchObject({
      end: "calls",
      calls: [{ tool: "Read", offset: 7, problem: expect.stringContaining("has no argument") as string }],
    });
  });

  it.each([
    ["ends with the value of a script that needs no tool", "(mapcar (lambda (x) (* x x)) '(1 2))", "(1 4)"],
    ["prints a text as it is written", '(concat "a" "b")', '"ab"'],
  ])("%s", async (_rule, text, value) => {
    expect(await dryRun(text)).toEqual({ end: "value", text: value });
  });

  it.each([
    ["mistakes that keep it from running", "(no-such-thing)"],
    ["what fails before the first call", '(progn (car 1) (Read :file_path "a"))'],
  ])("tells %s", async (_rule, text) => {
    const end = await dryRun(text);
    expect(end.end === "failed" && end.diagnostics.length).toBe(1);
  });

  it("keeps to the budgets of a script", async () => {
    const limits = limitsWith({ "max-steps": 1_000 });
    expect(await dryRun("(while t 1)", limits)).toMatchObject({ end: "failed", diagnostics: [{ kind: "step" }] });
  });

  it("can be cancelled", async () => {
    const source = createCancelSource();
    source.cancel("enough");
    expect(await dryRun("(dotimes (i 100000) i)", DEFAULT_LIMITS, source.token)).toEqual({ end: "cancelled" });
  });
});
