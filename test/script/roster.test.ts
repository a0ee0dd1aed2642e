import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { describe, expect, test } from "vitest";
import { FORMS } from "../../src/dialect/forms.ts";
import { PRIMITIVES } from "../../src/dialect/primitives.ts";
import type { Tool } from "../../src/pipeline/tool.ts";
import { defineTool } from "../../src/pipeline/tool.ts";
import { callableName, createRoster } from "../../src/script/roster.ts";

function tool(name: string, category = "core", standalone = false): Tool {
  return defineTool({
    name,
    category,
    summary: name,
    description: name,
    effect: "read",
    standalone,
    input: z.object({}),
    resources: () => [],
    run: () => Promise.resolve({ status: "success", text: "" }),
  });
}

function names(...tools: readonly Tool[]): readonly string[] {
  return [...createRoster(tools, { schemasOf: () => ({}) }).roster.names];
}

describe("the roster of a request", () => {
  test("has built-in tools by their names and others by category/name, so that they cannot collide", () => {
    expect(names(tool("Read"), tool("Read", "mcp"), tool("read_file", "github"))).toEqual([
      "Read",
      "mcp/Read",
      "github/read_file",
    ]);
    expect(callableName(tool("a", "b"))).toBe("b/a");
  });

  test.each([
    ["ToolCall"],
    ["ToolSearch"],
    ["defun"],
    ["defmacro"],
    ["nil"],
    ["t"],
    ["when"],
    ["a b"],
    ["a(b"],
    ["a;b"],
    ["a,b"],
    ["'a"],
    [":key"],
    ["12"],
    ["1.5"],
    ["?a"],
    ["a/b/c"],
    [""],
    ["a\nb"],
    [".5"],
  ])("has no tool that no script could name: %j", (name) => {
    expect(names(tool(name))).toEqual([]);
  });

  test("has no tool with a name of the dialect", () => {
    expect(names(...[...Object.keys(FORMS), ...PRIMITIVES.keys()].map((name) => tool(name)))).toEqual([]);
  });

  test("keeps standalone-only tools apart, but for those that a setting admits", () => {
    const { roster } = createRoster([tool("Ask", "core", true), tool("Skill", "core", true)], {
      schemasOf: () => ({}),
      admitted: new Set(["Skill"]),
    });
    expect([[...roster.names], [...roster.standalone]]).toEqual([["Ask", "Skill"], ["Ask"]]);
  });

  test("gives the first of two tools of one name, and asks for a contract only when it is needed", () => {
    const asked: string[] = [];
    const first = tool("T");
    const { find } = createRoster([first, tool("T")], {
      schemasOf: ({ name }) => {
        asked.push(name);
        return { x: {} };
      },
    });
    expect(find("T")!.tool).toBe(first);
    expect(asked).toEqual([]);
    expect([find("T")!.schemas, find("T")!.schemas]).toEqual([{ x: {} }, { x: {} }]);
    expect(asked).toEqual(["T"]);
    expect(find("U")).toBeUndefined();
  });
});

describe("the driver and the session", () => {
  test("reach a tool's handler through the pipeline alone", () => {
    for (const layer of ["script", "agent"]) {
      const folder = join(import.meta.dirname, "../../src", layer);
      for (const file of readdirSync(folder).filter((name) => name.endsWith(".ts"))) {
        const text = readFileSync(join(folder, file), "utf8");
        expect([file, /\btool\??\.run\b|\{[^}]*\brun\b[^}]*\} = tool/iu.test(text)]).toEqual([file, false]);
      }
    }
  });
});
