import { describe, expect, it } from "vitest";
import { wireNames } from "../../src/agent/wire-names.ts";
import { TOOL_NAME } from "../../src/ports/model.ts";
import { rigTool } from "./session-rig.ts";

const tool = (name: string, category = "core") => rigTool(name, "read", undefined, { category });

describe("names of tools on the wire", () => {
  it.each([
    ["a built-in tool has its own", [tool("Read")], ["Read"]],
    ["a wrapped one has its category before it", [tool("list", "files")], ["files__list"]],
    ["what no wire takes becomes a line", [tool("list it", "my.server")], ["my_server__list_it"]],
    ["a later tool of the same name gets a number", [tool("a b"), tool("a.b"), tool("a_b")], ["a_b", "a_b_2", "a_b_3"]],
  ])("%s", (_, tools, names) => {
    expect([...wireNames(tools).keys()]).toEqual(names);
  });

  it("are taken by every wire, however long the tools' own are, and stay apart", () => {
    const tools = [tool("x".repeat(100)), tool("x".repeat(101)), tool("é".repeat(80), "ü"), tool("", "")];
    const names = [...wireNames(tools).keys()];
    expect(new Set(names).size).toBe(tools.length);
    for (const name of names) expect(name).toMatch(TOOL_NAME);
  });
});
