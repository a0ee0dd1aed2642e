import { describe, expect, it } from "vitest";
import { run } from "../../src/build/child.mjs";
import { inRoot, readJson } from "../../src/build/root.mjs";

const { scripts } = readJson("package.json") as { scripts: Record<string, string> };

describe("the jobs of the project", () => {
  it("are what npm's scripts run, each under its own name", () => {
    const expected = Object.keys(scripts).map((name) => [name, `node src/build/run.mjs ${name}`]);
    expect(Object.entries(scripts)).toEqual(expected);
  });

  it("name each other when one is asked for that does not exist, with the exit code for wrong usage", async () => {
    const { code, output } = await run(process.execPath, [inRoot("src/build/run.mjs"), "tset"], { output: "kept" });
    expect(code).toBe(2);
    expect(output).toContain(Object.keys(scripts).join(", "));
  });
});
