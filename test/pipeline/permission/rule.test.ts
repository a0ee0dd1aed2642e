import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeGlob, globPieces, matchesPath, matchesText, pathGlob } from "../../../src/pipeline/permission/glob.ts";
import {
  exactRule,
  hasWildcards,
  MAX_RULE_LENGTH,
  parseRule,
  printRule,
} from "../../../src/pipeline/permission/rule.ts";
import { RUNS } from "../../support/property.ts";
import { rule } from "./permission-workspace.ts";

describe("the text form of a rule", () => {
  it.each([
    ["Read", { tool: "Read" }],
    ["*", { tool: "*" }],
    ["  Read ", { tool: "Read" }],
    ["ApplyPatch(src/**)", { tool: "ApplyPatch", specifier: { kind: "path", text: "src/**" } }],
    ["Read(path:domain:x)", { tool: "Read", specifier: { kind: "path", text: "domain:x" } }],
    ["Bash(git status *)", { tool: "Bash", specifier: { kind: "pattern", text: "git status *" } }],
    ["Bash(npm run test:*)", { tool: "Bash", specifier: { kind: "pattern", text: "npm run test *" } }],
    ["Bash(echo (a))", { tool: "Bash", specifier: { kind: "pattern", text: "echo (a)" } }],
    ["WebFetch(domain:example.org)", { tool: "WebFetch", specifier: { kind: "domain", text: "example.org" } }],
    ["Agent(name:explorer)", { tool: "Agent", specifier: { kind: "name", text: "explorer" } }],
    ["mcp/server.tool", { tool: "mcp/server.tool" }],
  ])("%s is read", (text, expected) => {
    expect(parseRule(text)).toEqual({ rule: expected });
  });

  it.each([
    ["", 0, 1, /begins with the name of a tool/],
    ["(x)", 0, 1, /begins with the name of a tool/],
    ["Re ad", 2, 3, /cannot contain " "/],
    [" Re$d", 3, 4, /cannot contain "\$"/],
    ["Read(", 4, 5, /not closed/],
    ["Read(a) b", 7, 9, /follow the closing/],
    ["Read()", 4, 6, /nothing between/],
    ["Bash(  )", 4, 8, /nothing between/],
    ["Agent(name:)", 5, 12, /nothing between/],
    ["A".repeat(MAX_RULE_LENGTH + 1), MAX_RULE_LENGTH, MAX_RULE_LENGTH + 1, /4096 are the most/],
  ])("%j is refused with its place and the forms there are", (text, start, end, message) => {
    const parsed = parseRule(text);
    if (!("problem" in parsed)) throw new Error("was read");
    expect(parsed.problem).toMatchObject({ start, end });
    expect(parsed.problem.message).toMatch(message);
    expect(parsed.problem.message).toContain("`Bash(git status *)`");
  });

  it("is canonical: printing and reading give the same rule", () => {
    const texts = fc.string({ minLength: 1 }).filter((text) => text.trim() === text);
    const kinds = fc.constantFrom("path" as const, "domain" as const, "name" as const);
    fc.assert(
      fc.property(fc.constantFrom("Read", "WebFetch", "*"), kinds, texts, (tool, kind, text) => {
        const specified = { tool, specifier: { kind, text } };
        expect(parseRule(printRule(specified))).toEqual({ rule: specified });
      }),
      { numRuns: RUNS },
    );
  });

  it("says exactly one command when it is made for one", () => {
    const commands = fc
      .string({ unit: fc.constantFrom(...Array.from("ab *?()\\:/'\"$")) })
      .filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(commands, commands, (line, other) => {
        const parsed = parseRule(printRule(exactRule("Bash", "pattern", line.trim())));
        if (!("rule" in parsed)) throw new Error(line);
        const { specifier } = parsed.rule;
        expect(hasWildcards(specifier!)).toBe(false);
        expect(matchesText(globPieces(specifier!.text), line.trim())).toBe(true);
        expect(matchesText(globPieces(specifier!.text), other.trim())).toBe(line.trim() === other.trim());
      }),
      { numRuns: RUNS },
    );
  });

  it("throws for no text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseRule(text);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("a path glob", () => {
  it.each([
    ["src/*", "src/a.ts", true],
    ["src/*", "src/x/a.ts", false],
    ["src/**", "src/x/a.ts", true],
    ["src/**", "src", true],
    ["src/**", "srcs/a", false],
    ["**/x", "x", true],
    ["**/x", "a/b/x", true],
    ["**/x/**", "a/x/b", true],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/c/d/b", true],
    ["?.ts", "a.ts", true],
    ["?.ts", "/.ts", false],
    ["*.ts", ".ts", true],
    ["[ab].ts", "a.ts", false],
    ["{a,b}.ts", "a.ts", false],
    ["a\\*", "a*", true],
    ["a\\*", "ab", false],
    ["**", "a/b\nc", true],
    ["*", "a\nb", true],
    ["a**b", "axxb", true],
    ["a**b", "a/b", false],
  ])("%s against %j: %s", (glob, path, expected) => {
    expect(matchesPath(pathGlob(glob), path.split("/"))).toBe(expected);
  });

  it("takes no more time than text and pattern together allow", () => {
    const glob = pathGlob(`${"*a".repeat(200)}b`);
    expect(matchesPath(glob, ["a".repeat(5_000)])).toBe(false);
    expect(matchesPath(pathGlob("**/a/".repeat(100)), "a/".repeat(2_000).split("/").concat("b"))).toBe(false);
  });

  it("matches every text that was escaped, and no other", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        expect(matchesText(globPieces(escapeGlob(text)), text)).toBe(true);
        expect(matchesText(globPieces(escapeGlob(text)), other)).toBe(text === other);
      }),
      { numRuns: RUNS },
    );
  });

  it("is read from a rule", () => {
    expect(rule("Read(~/x/**)").specifier?.text).toBe("~/x/**");
  });
});
