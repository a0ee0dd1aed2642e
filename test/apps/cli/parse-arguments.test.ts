import { describe, expect, it } from "vitest";
import type { Command } from "../../../src/apps/cli/command.ts";
import { UsageError } from "../../../src/apps/cli/command.ts";
import { COMMANDS } from "../../../src/apps/cli/commands.ts";
import { commandHelp, programHelp } from "../../../src/apps/cli/help.ts";
import { parseArguments } from "../../../src/apps/cli/parse-arguments.ts";
import { VERSION } from "../../../src/apps/cli/version.ts";
import manifest from "../../../package.json" with { type: "json" };

const SAMPLE: Command = {
  name: "sample",
  operands: "THING...",
  min: 1,
  max: 2,
  summary: "show how arguments are read",
  details: [],
  options: [
    { name: "route", value: "ROUTE", choices: ["vm", "tree"], doc: "which way" },
    { name: "limit", short: "l", value: "NAME=N", many: true, doc: "a budget" },
    { name: "steps", doc: "count" },
  ],
  examples: [],
  run: () => 0,
};

const parsed = (...args: string[]): unknown => {
  const { operands, options } = parseArguments(SAMPLE, args);
  return { operands, options: Object.fromEntries(options) };
};

describe("arguments", () => {
  it.each([
    [["a"], { operands: ["a"], options: {} }],
    [["--route", "vm", "a"], { operands: ["a"], options: { route: ["vm"] } }],
    [["--route=tree", "a"], { operands: ["a"], options: { route: ["tree"] } }],
    [["-l", "x=1", "--limit", "y=2", "a"], { operands: ["a"], options: { limit: ["x=1", "y=2"] } }],
    [["--limit=x=1", "a"], { operands: ["a"], options: { limit: ["x=1"] } }],
    [["a", "--steps", "--json"], { operands: ["a"], options: { steps: [""], json: [""] } }],
    [["-", "-5"], { operands: ["-", "-5"], options: {} }],
    [["--", "--steps"], { operands: ["--steps"], options: {} }],
    [["--help"], { operands: [], options: { help: [""] } }],
  ])("%j is read by the command's table", (args, expected) => {
    expect(parsed(...args)).toEqual(expected);
  });

  it.each([
    [["--rout", "vm", "a"], "sample has no option --rout. Did you mean --route?"],
    [["-z", "a"], "sample has no option -z."],
    [["a", "--route"], "--route needs a value"],
    [["a", "--route", "sideways"], "--route takes vm or tree, not sideways"],
    [["a", "--route", "vm", "--route", "tree"], "--route is given twice"],
    [["a", "--steps=1"], "--steps takes no value"],
    [[], "sample needs THING..."],
    [["a", "b", "c"], '"c" is too many'],
  ])("%j is refused in words that say what is wrong", (args, words) => {
    expect(() => parsed(...args)).toThrow(UsageError);
    expect(() => parsed(...args)).toThrow(words);
  });
});

describe("help", () => {
  it("lists every command with its summary", () => {
    const text = programHelp(COMMANDS, VERSION);
    for (const { name, summary } of COMMANDS) {
      expect(text).toContain(name);
      expect(text.replaceAll(/\s+/g, " ")).toContain(summary);
    }
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    "of %s names every option and stays within 100 columns",
    (_, command) => {
      const text = commandHelp(command);
      for (const { name } of command.options) expect(text).toContain(`--${name}`);
      expect(text).toContain("--json");
      const prose = text.split("\n").filter((line) => !line.startsWith("  toolcall") && !line.startsWith("Usage:"));
      for (const line of prose) expect(line.length, line).toBeLessThanOrEqual(100);
    },
  );
});

it("shows the version of package.json", () => {
  expect(VERSION).toBe(manifest.version);
});
