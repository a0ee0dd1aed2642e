import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arityText } from "../../src/dialect/arity.ts";
import { callSignature, parameterArity, parseParameters } from "../../src/dialect/parameters.ts";
import { read } from "../../src/dialect/reader/read.ts";
import type { Value } from "../../src/dialect/values.ts";
import { Pair, pair } from "../../src/dialect/values.ts";
import { RUNS } from "../support/property.ts";

function datum(text: string): Value {
  const { forms } = read(text);
  return forms instanceof Pair ? forms.car : forms;
}

function names(text: string): unknown {
  const parsed = parseParameters(datum(text));
  if ("problem" in parsed) return parsed;
  const { required, optional, rest } = parsed;
  return [required.map(({ name }) => name), optional.map(({ name }) => name), rest?.name];
}

describe("a parameter list", () => {
  it.each([
    ["()", [[], [], undefined]],
    ["nil", [[], [], undefined]],
    ["(a b)", [["a", "b"], [], undefined]],
    ["(a &optional b c)", [["a"], ["b", "c"], undefined]],
    ["(a &rest more)", [["a"], [], "more"]],
    ["(a &optional b &rest more)", [["a"], ["b"], "more"]],
    ["(&optional &rest more)", [[], [], "more"]],
    ["(&optional)", [[], [], undefined]],
  ])("%s is taken apart into required, optional and rest names", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it.each([
    ["x", "a list"],
    ['"s"', "a list"],
    ["[a]", "a list"],
    ["(a a)", "a stands twice"],
    ["(a &optional a)", "a stands twice"],
    ["(a &rest a)", "a stands twice"],
    ["(t)", "t cannot"],
    ["(nil)", "nil cannot"],
    ["(:k)", ":k cannot"],
    ["(5)", "5 cannot"],
    ["((a))", "(a) cannot"],
    ["(&key a)", "&key is not supported"],
    ["(&body b)", "&body is not supported"],
    ["(&rest)", "followed by one name"],
    ["(&rest a b)", "b does"],
    ["(&rest &rest a)", "&rest is misplaced"],
    ["(&rest a &optional b)", "&optional is misplaced"],
    ["(&optional a &optional b)", "&optional is misplaced"],
    ["(&rest &optional a)", "&optional is misplaced"],
  ])("%s is refused because of %s", (text, part) => {
    const parsed = parseParameters(datum(text));
    expect("problem" in parsed && parsed.problem).toContain(part);
  });

  it("must not be dotted", () => {
    expect(parseParameters(pair(datum("a"), datum("b")))).toHaveProperty("problem");
  });

  it("with distinct plain names fits as many arguments as it has names", () => {
    const list = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/u).filter((name) => name !== "t" && name !== "nil"));
    fc.assert(
      fc.property(list, fc.nat(6), fc.boolean(), (words, at, withRest) => {
        const cut = Math.min(at, words.length);
        const text = [
          ...words.slice(0, cut),
          "&optional",
          ...words.slice(cut),
          ...(withRest ? ["&rest", "the-rest"] : []),
        ];
        const parsed = parseParameters(datum(`(${text.join(" ")})`));
        if ("problem" in parsed) throw new Error(parsed.problem);
        expect(parameterArity(parsed)).toEqual({ min: cut, max: withRest ? Infinity : words.length });
      }),
      { numRuns: RUNS },
    );
  });
});

describe("the words about arity", () => {
  it.each([
    [2, 2, "2"],
    [0, 0, "0"],
    [1, Infinity, "at least 1"],
    [1, 3, "1 to 3"],
  ])("for %d to %d are %s", (min, max, text) => {
    expect(arityText(min, max)).toBe(text);
  });

  it("show a call with its parameters", () => {
    const parsed = parseParameters(datum("(a &optional b &rest c)"));
    if ("problem" in parsed) throw new Error(parsed.problem);
    expect(callSignature("f", parsed)).toBe("(f a &optional b &rest c)");
  });
});
