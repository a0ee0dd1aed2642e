import { describe, expect, it } from "vitest";
import { BACKQUOTE } from "../../src/dialect/backquote.ts";
import { CONVENIENCES, convenienceProblem, type ConvenienceName } from "../../src/dialect/conveniences.ts";
import { print } from "../../src/dialect/print.ts";
import type { Program } from "../../src/dialect/program.ts";
import { read } from "../../src/dialect/reader/read.ts";
import { createTreeMachine } from "../../src/dialect/tree/machine.ts";
import { Pair } from "../../src/dialect/values.ts";
import { runScript } from "../support/run-machine.ts";

function firstForm(program: Program): Pair {
  if (program.forms instanceof Pair && program.forms.car instanceof Pair) return program.forms.car;
  throw new Error("the text is no list form");
}

function expand(text: string): { text: string; moved: Record<string, string> } {
  const program = read(text);
  const form = firstForm(program);
  const name = text.slice(1, text.indexOf(" ")) as ConvenienceName;
  const expansion = CONVENIENCES[name].expand(form, program.symbols);
  if ("problem" in expansion) throw new Error(expansion.problem);
  const moved = expansion.moved.map(({ to, from }): [string, string] => [
    print(to.car),
    text.slice(program.places.get(from)),
  ]);
  return { text: print(expansion.form), moved: Object.fromEntries(moved) };
}

describe("a convenience stands for", () => {
  it.each([
    ["(when c 1 2)", "(if c (progn 1 2))"],
    ["(when c)", "(if c (progn))"],
    ["(unless c 1 2)", "(if c nil (progn 1 2))"],
    ["(push 1 x)", "(setq x (cons 1 x))"],
    ["(dolist (x l) a b)", "(let ((tail l)) (while tail (let ((x (car tail))) a b) (setq tail (cdr tail))))"],
    [
      "(dotimes (i n) a)",
      "(let ((counter 0) (count n)) (while (< counter count) (let ((i counter)) a) (setq counter (+ counter 1))))",
    ],
  ])("%s: %s", (text, expected) => {
    expect(expand(text).text).toBe(expected);
  });

  it("code whose cells know which part of the source they come from", () => {
    expect(expand("(when c 1)").moved).toMatchObject({ c: "c 1)" });
    expect(expand("(push 1 x)").moved).toMatchObject({ x: "x)" });
    expect(expand("(dolist (x l) 1)").moved).toMatchObject({ tail: "l) 1)", car: "l) 1)" });
  });

  it("variables that no script can name, so that a body may use the same names", () => {
    const script =
      "(let ((tail 7) (o nil)) (dolist (x '(1 2)) (push (+ x tail) o)) (dotimes (counter 2) (push counter o)) o)";
    expect(runScript(script, { create: createTreeMachine })).toMatchObject({ ok: true, value: "(1 0 9 8)" });
  });
});

describe("a convenience without its shape", () => {
  it.each([
    ["(when)", "condition"],
    ["(unless)", "condition"],
    ["(push 1)", "1 parts"],
    ["(push 1 x y)", "3 parts"],
    ["(push 1 nil)", "nil is not"],
    ["(push 1 t)", "t is not"],
    ["(push 1 :k)", ":k is not"],
    ['(push 1 "s")', '"s" is not'],
    ["(push 1 (car x))", "(car x) is not"],
    ["(dolist)", "(VARIABLE LIST)"],
    ["(dolist x 1)", "not x"],
    ["(dolist (x) 1)", "not (x)"],
    ["(dolist (x l r) 1)", "no result form"],
    ["(dolist (nil l) 1)", "nil is not"],
    ["(dolist (:k l) 1)", ":k is not"],
    ["(dotimes (i) 1)", "(VARIABLE COUNT)"],
    ["(dotimes (i n r) 1)", "no result form"],
    ["(dotimes (5 n) 1)", "5 is not"],
  ])("%s is refused, saying %s", (text, part) => {
    const program = read(text);
    const name = text.slice(1).split(/[ )]/u)[0] as ConvenienceName;
    expect(convenienceProblem(name, firstForm(program))).toContain(part);
  });

  it("is refused when it is evaluated, not before", () => {
    const create = createTreeMachine;
    expect(runScript("(if nil (dolist x 1) 'fine)", { create })).toMatchObject({ ok: true, value: "fine" });
    expect(runScript("(dolist x 1)", { create })).toMatchObject({
      ok: false,
      kind: "script",
      diagnostic: { code: "E141" },
    });
  });

  it("does not include t as a loop variable, which is bound without effect", () => {
    expect(convenienceProblem("dotimes", firstForm(read("(dotimes (t 3) 1)")))).toBeUndefined();
  });
});

describe("the records of the conveniences and the backquote", () => {
  const records = [...Object.values(CONVENIENCES), BACKQUOTE];

  it("carry the names they are listed under", () => {
    expect(Object.entries(CONVENIENCES).map(([key, { name }]) => [key, name])).toEqual(
      ["when", "unless", "push", "dolist", "dotimes"].map((name) => [name, name]),
    );
  });

  it.each(records.flatMap(({ examples }) => examples))("give the example %s the value %s", (script, value) => {
    expect(runScript(script, { create: createTreeMachine })).toMatchObject({ ok: true, value });
  });
});
