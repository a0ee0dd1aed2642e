import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandTemplate } from "../../src/dialect/backquote.ts";
import { print } from "../../src/dialect/print.ts";
import { read } from "../../src/dialect/reader/read.ts";
import { createTreeMachine } from "../../src/dialect/tree/machine.ts";
import { list, Pair } from "../../src/dialect/values.ts";
import { RUNS } from "../support/property.ts";
import { runScript } from "../support/run-machine.ts";

/** The expansion of the template that the text after the backquote is. */
function expand(text: string): ReturnType<typeof expandTemplate> & { printed?: string } {
  const program = read(`\`${text}`);
  const form = (program.forms as Pair).car as Pair;
  const expansion = expandTemplate((form.cdr as Pair).car, program.symbols);
  return "problem" in expansion ? expansion : { ...expansion, printed: print(expansion.form) };
}

describe("a template expands to quote, list and append", () => {
  it.each([
    ["x", "'x"],
    ["5", "'5"],
    ["(a b c)", "'(a b c)"],
    ["(a (b [1 2]))", "'(a (b [1 2]))"],
    [",x", "x"],
    ["(a ,x)", "(list 'a x)"],
    ["(,x ,y)", "(list x y)"],
    ["(a (b ,x) (c d))", "(list 'a (list 'b x) '(c d))"],
    ["(,@x)", "x"],
    ["(a ,@x)", "(append (list 'a) x)"],
    ["(,@x a b)", "(append x (list 'a 'b))"],
    ["(a ,@x b ,@y)", "(append (list 'a) x (list 'b) y)"],
    ["(:k ,x nil t)", "(list ':k x 'nil 't)"],
    ["'(a ,x)", "(list 'quote (list 'a x))"],
    ["((,@x))", "(list x)"],
    ["nil", "'nil"],
  ])("`%s is %s", (text, expected) => {
    expect(expand(text)).toMatchObject({ printed: expected });
  });
});

describe("a template is refused", () => {
  it.each([
    [",@x", "element of a list"],
    ["`a", "inside a backquote"],
    ["(a `(b))", "inside a backquote"],
    ["(a . ,b)", "after a dot"],
    ["(a . ,@b)", "after a dot"],
    ["(a \\, b)", "after a dot"],
    ["\\,", "exactly one form"],
    ["(\\, x y)", "exactly one form"],
    ["(a (\\,@ x y))", "exactly one form"],
    ["[a ,b]", "vector"],
    ["(a [1 (b ,c)])", "vector"],
  ])("`%s: %s", (text, part) => {
    const expansion = expand(text);
    expect("problem" in expansion && expansion.problem).toContain(part);
  });

  it("with the cell of the part to blame", () => {
    const text = "`(a (b . ,c))";
    const program = read(text);
    const form = (program.forms as Pair).car as Pair;
    const expansion = expandTemplate((form.cdr as Pair).car, program.symbols);
    const cell = "problem" in expansion ? expansion.cell : undefined;
    expect(cell !== undefined && text.slice(program.places.get(cell))).toMatch(/^(\. )?,c/u);
  });

  it("when a list that no text could be is its template", () => {
    const { symbols } = read("x");
    expect(expandTemplate(new Pair(1, 2, 3, 3), symbols)).toHaveProperty("problem");
  });
});

describe("the value of a template", () => {
  it("keeps everything that is not behind a comma", () => {
    const constant = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("a", "nil", "t", ":k", "1", "2.5", '"s"', "[1 a]"),
        fc.array(tie("node"), { maxLength: 4 }).map((items) => `(${items.join(" ")})`),
      ),
    })).node;
    const part = fc.oneof(
      constant,
      constant.map((text) => `,'${text}`),
      fc.array(constant, { maxLength: 3 }).map((items) => `,@'(${items.join(" ")})`),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const plain = parts.map((text) => (text.startsWith(",@") ? text.slice(4, -1) : text.replace(/^,'/u, "")));
        const run = runScript(`\`(${parts.join(" ")})`, { create: createTreeMachine });
        expect(run).toMatchObject({ ok: true, value: print((read(`(${plain.join(" ")})`).forms as Pair).car) });
      }),
      { numRuns: RUNS },
    );
  });

  it("has places for the forms behind commas", () => {
    const text = "`(a ,x ,@y)";
    const program = read(text);
    const form = (program.forms as Pair).car as Pair;
    const expansion = expandTemplate((form.cdr as Pair).car, program.symbols);
    if ("problem" in expansion) throw new Error(expansion.problem);
    const moved = expansion.moved.map(({ to, from }) => [print(to.car), program.places.get(from)]);
    expect(moved).toEqual(
      expect.arrayContaining([
        ["x", text.indexOf("x")],
        ["y", text.indexOf("y")],
      ]),
    );
  });

  it("of many elements does not need the host's stack", () => {
    const { symbols } = read("x");
    expect(expandTemplate(list(Array.from({ length: 100_000 }, (_, index) => index)), symbols)).toHaveProperty("form");
  });
});
