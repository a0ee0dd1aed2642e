import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../src/base/json.ts";
import type { Tool } from "../../src/pipeline/tool.ts";
import { call, fakeTool, only, rig } from "./fakes.ts";

const INPUT = z.strictObject({
  file_path: z.string().min(1).describe("A path."),
  limit: z.int().min(1).max(100).optional().describe("How many."),
  tags: z.array(z.string()).optional().describe("Words."),
  mode: z.enum(["fast", "slow"]).optional().describe("How."),
  deep: z.boolean().optional().describe("Whether."),
  options: z.strictObject({ depth: z.int().optional() }).optional().describe("More."),
  either: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe("Both."),
  step: z.int().multipleOf(5).optional().describe("A step."),
});

/** A tool that says what it got. */
const ECHO: Tool = {
  ...fakeTool("read"),
  name: "Echo",
  input: INPUT,
  resources: () => [],
  run: (input) => Promise.resolve({ status: "success", text: JSON.stringify(input) }),
};

async function run(input: JsonObject, source: "model" | "script" | "agent" = "model") {
  const made = rig();
  const settled = await made.pipeline.runCall(call(ECHO, { input, source, ...(source === "script" && { id: "e/1" }) }));
  return { ...made, settled };
}

describe("arguments that a tool does not take", () => {
  it.each<[string, JsonObject, string]>([
    ["names a missing one and what it takes", {}, "argument file_path is missing: it takes a string"],
    [
      "lists what is accepted beside an unknown one",
      { file_path: "a", path: "b" },
      "there is no argument ‘path’; accepted: file_path, limit, tags, mode, deep, options, either, step",
    ],
    ["shows a value of the wrong type", { file_path: ["a"] }, 'argument file_path takes a string, not the array ["a"]'],
    [
      "says the choices",
      { file_path: "a", mode: "warp" },
      'argument mode takes one of "fast", "slow", not the string "warp"',
    ],
    [
      "points into objects",
      { file_path: "a", options: { depth: "deep" } },
      'argument options.depth takes an integer, not the string "deep"',
    ],
    ["points into lists", { file_path: "a", tags: ["x", 1] }, "argument tags[1] takes a string, not the number 1"],
    ["counts characters", { file_path: "" }, 'argument file_path takes at least 1 characters, not the string ""'],
    ["names both forms", { file_path: "a", either: 4 }, "argument either takes a string or an array, not the number 4"],
    ["names a divisor", { file_path: "a", step: 7 }, "argument step takes a multiple of 5, not the number 7"],
    [
      "says what inner keys there are",
      { file_path: "a", options: { dept: 1 } },
      "argument options has no key ‘dept’; accepted: depth",
    ],
  ])("%s", async (_title, input, words) => {
    const { settled, stages, events } = await run(input);
    expect(settled.status).toBe("error");
    expect(settled.text).toBe(`Echo: ${words}. Example: {"file_path":"<file_path>"}`);
    expect(settled.reason).toBe(`invalid-arguments: ${settled.text}`);
    expect(stages).toEqual(["received", "validate", "record"]);
    expect(only(events, "call-settled").status).toBe("error");
  });

  it("are explained to a script in a script's spelling", async () => {
    const { settled } = await run({ limit: 3 }, "script");
    expect(settled.text).toBe(
      'Echo: argument :file_path is missing: it takes a string. Example: (Echo :file_path "<file_path>")',
    );
  });

  it("are named five at a time", async () => {
    const { settled } = await run({
      limit: "x",
      tags: 1.5,
      mode: 3,
      deep: "maybe",
      options: "no",
      either: 4,
      step: "y",
    });
    expect(settled.text.split("; ")).toHaveLength(6);
    expect(settled.text).toContain("; and 3 more. Example");
  });

  it("are shown bounded", async () => {
    const { settled } = await run({ file_path: ["x".repeat(100_000)] });
    expect(settled.text.length).toBeLessThan(250);
  });
});

describe("one pass of repair for what a model wrote", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["drops null from an optional argument", { file_path: "a", limit: null }, { file_path: "a" }],
    ["drops null inside an object", { file_path: "a", options: { depth: null } }, { file_path: "a", options: {} }],
    ["reads a number that was sent as text", { file_path: "a", limit: "7" }, { file_path: "a", limit: 7 }],
    ["reads a list that was sent as text", { file_path: "a", tags: '["x"]' }, { file_path: "a", tags: ["x"] }],
    ["reads true that was sent as text", { file_path: "a", deep: "true" }, { file_path: "a", deep: true }],
    ["makes a list of a lone item", { file_path: "a", tags: "x" }, { file_path: "a", tags: ["x"] }],
    ["takes {} for an empty optional list", { file_path: "a", tags: {} }, { file_path: "a", tags: [] }],
    ["moves a number to its bound", { file_path: "a", limit: 5_000 }, { file_path: "a", limit: 100 }],
    ["unwraps a path that links to itself", { file_path: "[src/a.ts](src/a.ts)" }, { file_path: "src/a.ts" }],
    ["unwraps a path that a client made a web link", { file_path: "[a.ts](http://a.ts)" }, { file_path: "a.ts" }],
    ["unwraps a path in angle brackets", { file_path: "<src/a.ts>" }, { file_path: "src/a.ts" }],
  ])("%s", async (_title, input, expected) => {
    const { settled, events, lines } = await run(input);
    expect(JSON.parse(settled.text)).toEqual(expected);
    expect(settled.repair).toMatch(
      /^The input of Echo was repaired before it ran: .+\. Send it in that form next time\.$/,
    );
    expect(only(events, "input-repaired").changes).toHaveLength(1);
    expect(only(events, "call-settled").repair).toBeDefined();
    expect(lines.filter((line) => line.startsWith("repair "))).toHaveLength(1);
  });

  it("mends several places together", async () => {
    const { settled, events } = await run({ file_path: "<a>", limit: 900, tags: "x" });
    expect(JSON.parse(settled.text)).toEqual({ file_path: "a", limit: 100, tags: ["x"] });
    expect(only(events, "input-repaired").changes).toHaveLength(3);
  });

  it.each<[string, JsonObject]>([
    ["one mistake cannot be mended", { limit: "7" }],
    ["the mended value does not fit", { file_path: "a", limit: '"x"' }],
    ["a required argument is null", { file_path: null }],
    ["JSON text holds another type", { file_path: "a", tags: '{"x":1}', mode: "warp" }],
    ["there is an unknown argument", { file_path: "a", limit: 900, zoom: 1 }],
  ])("changes nothing when %s", async (_title, input) => {
    const { settled, events } = await run(input);
    expect(settled.status).toBe("error");
    expect(settled.repair).toBeUndefined();
    expect(events.map(({ kind }) => kind)).toEqual(["call-received", "call-settled"]);
  });

  it("is not for a script's call", async () => {
    const { settled } = await run({ file_path: "a", limit: 5_000 }, "script");
    expect(settled.reason).toMatch(/^invalid-arguments: Echo: argument :limit takes a number of at most 100/);
    const link = await run({ file_path: "<a>" }, "script");
    expect(JSON.parse(link.settled.text)).toEqual({ file_path: "<a>" });
  });

  it("is for an agent's model too", async () => {
    const { settled } = await run({ file_path: "a", limit: 5_000 }, "agent");
    expect(JSON.parse(settled.text)).toEqual({ file_path: "a", limit: 100 });
  });
});
