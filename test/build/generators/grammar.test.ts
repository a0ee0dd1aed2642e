import { describe, expect, it } from "vitest";
import { generate } from "../../../src/build/generators/grammar.ts";
import { CONVENIENCES } from "../../../src/dialect/conveniences.ts";
import { FORMS } from "../../../src/dialect/forms.ts";
import { PRIMITIVES } from "../../../src/dialect/primitives.ts";

interface Rule {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly include?: string;
  readonly patterns?: readonly Rule[];
}

const grammar = JSON.parse(generate().text) as {
  scopeName: string;
  patterns: Rule[];
  repository: Record<string, Rule>;
};

/** Every rule of the grammar, nested ones too. */
function rulesOf(rules: readonly Rule[]): readonly Rule[] {
  return rules.flatMap((rule) => [rule, ...rulesOf(rule.patterns ?? [])]);
}

const all = rulesOf([...grammar.patterns, ...Object.values(grammar.repository)]);

/** The scope that the rules of one repository entry give to the start of a text, as an editor picks it: leftmost, then first. */
function scopeAt(entry: string, text: string): string | undefined {
  const rules = rulesOf([grammar.repository[entry]!]).filter((rule) => (rule.match ?? rule.begin) !== undefined);
  for (const rule of rules) {
    // JavaScript's sticky flag stands for \G.
    const pattern = new RegExp((rule.match ?? rule.begin)!.replace("\\G", ""), "y");
    if (pattern.test(text)) return rule.name;
  }
  return undefined;
}

describe("the grammar", () => {
  it("includes only rules that it has", () => {
    for (const { include } of all) {
      if (include !== undefined) expect(Object.keys(grammar.repository)).toContain(include.slice(1));
    }
  });

  it("consists of patterns that are regular expressions", () => {
    for (const { match, begin, end } of all) {
      for (const pattern of [match, begin, end])
        if (pattern !== undefined) expect(() => new RegExp(pattern)).not.toThrow();
    }
  });

  it.each([
    ["keyword.control.toolcall", Object.keys(FORMS).filter((name) => name !== "lambda")],
    ["keyword.control.convenience.toolcall", Object.keys(CONVENIENCES)],
    ["support.function.toolcall", [...PRIMITIVES.keys()]],
  ])("gives %s to every operator of its table, and to no longer word", (scope, names) => {
    for (const name of names) {
      expect(scopeAt("operator", `${name} x)`), name).toBe(scope);
      expect(scopeAt("operator", `${name}-else x)`), name).toBeUndefined();
    }
  });

  it.each([
    ["number", "42", "constant.numeric.integer.toolcall"],
    ["number", "-7.", "constant.numeric.integer.toolcall"],
    ["number", ".5", "constant.numeric.float.toolcall"],
    ["number", "1e3", "constant.numeric.float.toolcall"],
    ["number", "1.5e-7", "constant.numeric.float.toolcall"],
    ["number", "-1.0e+INF", "constant.numeric.special.toolcall"],
    ["number", "#xFF", "constant.numeric.radix.toolcall"],
    ["number", "#24r1k", "constant.numeric.radix.toolcall"],
    ["number", "1+", undefined],
    ["number", "1.5.2", undefined],
    ["character", "?a", "constant.character.toolcall"],
    ["character", "?\\n", "constant.character.toolcall"],
    ["character", "?\\C-a", "constant.character.toolcall"],
    ["character", "?\\(", "constant.character.toolcall"],
    ["character", "?\\U0001F600", "constant.character.toolcall"],
    ["keyword", ":key", "constant.other.keyword.toolcall"],
    ["constant", "nil", "constant.language.toolcall"],
    ["constant", "nilly", undefined],
    ["json", "{", "invalid.illegal.json.toolcall"],
    ["operator", "Read :file_path", "entity.name.function.tool.toolcall"],
    ["operator", "mcp/server-Probe :a", "entity.name.function.tool.toolcall"],
    ["operator", "my-function 1", undefined],
    ["comment", "; text", "comment.line.semicolon.toolcall"],
    ["string", '"text"', "string.quoted.double.toolcall"],
    ["stray", ")", "invalid.illegal.stray-bracket.toolcall"],
  ])("reads with %s the text %s as %s", (entry, text, scope) => {
    expect(scopeAt(entry, text)).toBe(scope);
  });
});
