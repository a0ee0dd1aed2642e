import type { TemplateProblem } from "./backquote.ts";
import type { Expansion, Move } from "./expansion.ts";
import type { Example } from "./primitive.ts";
import { printShort } from "./print-short.ts";
import type { SymbolTable, Value } from "./values.ts";
import { list, listItems, NIL, Pair, pair, Sym, T } from "./values.ts";

/** One closed transformer (R051, R055): everything about it in one record. */
export interface Convenience {
  readonly name: string;
  /** The expected form shown in errors. */
  readonly shape: string;
  readonly doc: string;
  readonly examples: readonly Example[];
  /** Why a form of this name does not have its shape, or undefined; found when the form is evaluated (E141). */
  readonly problem: (form: Pair) => string | undefined;
  /** The form it stands for. Call it only when `problem` finds none; only a template can still be refused. */
  readonly expand: (form: Pair, symbols: SymbolTable) => Expansion | TemplateProblem;
}

function defineConvenience(record: Convenience): Convenience {
  return record;
}

// Variables that no script can name. One symbol serves all expansions: each is bound where it is used, and
// an inner expansion's binding can only hide an outer one where the outer one is not used.
const TAIL = new Sym("tail");
const COUNTER = new Sym("counter");
const COUNT = new Sym("count");

/** The parts of a form after its name that the shapes below have checked. */
function part(form: Pair, index: number): Pair {
  let cell: Value = form;
  for (let i = 0; i < index; i++) cell = (cell as Pair).cdr;
  return cell as Pair;
}

function partCount(form: Pair): number | undefined {
  const items = listItems(form.cdr);
  return items?.length;
}

/** `(if CONDITION (progn BODY...))`, or `(if CONDITION nil (progn BODY...))`. */
function expandConditional(form: Pair, symbols: SymbolTable, negated: boolean): Expansion {
  const condition = part(form, 1);
  const branch = pair(pair(symbols.intern("progn"), condition.cdr), NIL);
  const test = pair(condition.car, negated ? pair(NIL, branch) : branch);
  const result = pair(symbols.intern("if"), test);
  return {
    form: result,
    moved: [
      { to: test, from: condition },
      { to: result, from: form },
    ],
  };
}

function conditionalProblem(form: Pair): string | undefined {
  return (partCount(form) ?? 0) >= 1 ? undefined : "the condition is missing";
}

function pushProblem(form: Pair): string | undefined {
  const count = partCount(form);
  if (count !== 2) return `it has ${count ?? 0} parts and takes a value and a variable`;
  const place = part(form, 2).car;
  return isVariable(place) && place !== T ? undefined : `${printShort(place)} is not a plain variable name`;
}

function isVariable(value: Value): value is Sym {
  return value instanceof Sym && value !== NIL && !value.keyword;
}

/** Why `(NAME (VARIABLE X) BODY...)` does not have that shape (R053), or undefined. */
function loopProblem(form: Pair, second: string): string | undefined {
  if ((partCount(form) ?? 0) < 1) return `the (VARIABLE ${second}) part is missing`;
  const spec = part(form, 1).car;
  const items = listItems(spec);
  if (items?.length !== 2) {
    const hint = items !== undefined && items.length > 2 ? "; there is no result form" : "";
    return `its first part must be (VARIABLE ${second}), not ${printShort(spec)}${hint}`;
  }
  const [variable] = items as [Value, Value];
  return isVariable(variable) ? undefined : `${printShort(variable)} is not a plain variable name`;
}

/** The conveniences in the manual's order (R051): nearest-name suggestions depend on it. */
export const CONVENIENCES = {
  when: defineConvenience({
    name: "when",
    shape: "(when CONDITION BODY...)",
    doc: "Evaluates BODY and answers its last value when CONDITION is true, otherwise nil.",
    examples: [
      ["(when (< 1 2) 'a 'b)", "b"],
      ["(when nil 'a)", "nil"],
    ],
    problem: conditionalProblem,
    expand: (form, symbols) => expandConditional(form, symbols, false),
  }),
  unless: defineConvenience({
    name: "unless",
    shape: "(unless CONDITION BODY...)",
    doc: "Evaluates BODY and answers its last value when CONDITION is nil, otherwise nil.",
    examples: [
      ["(unless (< 1 2) 'a)", "nil"],
      ["(unless nil 'a 'b)", "b"],
    ],
    problem: conditionalProblem,
    expand: (form, symbols) => expandConditional(form, symbols, true),
  }),
  push: defineConvenience({
    name: "push",
    shape: "(push VALUE VARIABLE)",
    doc: "Puts VALUE in front of the list in VARIABLE, a plain bound variable, and answers the new list.",
    examples: [["(let ((x '(b))) (push 'a x) x)", "(a b)"]],
    problem: pushProblem,
    expand(form, symbols) {
      const place = part(form, 2);
      const grown = pair(symbols.intern("cons"), part(form, 1));
      const target = pair(place.car, pair(grown, NIL));
      const result = pair(symbols.intern("setq"), target);
      return {
        form: result,
        moved: [
          { to: grown, from: form },
          { to: target, from: place },
          { to: result, from: form },
        ],
      };
    },
  }),
  dolist: defineConvenience({
    name: "dolist",
    shape: "(dolist (VARIABLE LIST) BODY...)",
    doc: "Evaluates BODY once for each element of LIST with VARIABLE bound to it, freshly each time. Answers nil.",
    examples: [["(let ((o nil)) (dolist (x '(1 2)) (push x o)) o)", "(2 1)"]],
    problem: (form) => loopProblem(form, "LIST"),
    expand(form, symbols) {
      const spec = part(form, 1).car as Pair;
      const source = spec.cdr as Pair;
      const shop = createShop(symbols);
      const first = shop.call("car", [TAIL], source);
      const rest = shop.call("cdr", [TAIL], source);
      const inner = pair(symbols.intern("let"), pair(list([list([spec.car, first])]), part(form, 2)));
      const loop = list([symbols.intern("while"), TAIL, inner, list([symbols.intern("setq"), TAIL, rest])]);
      return shop.result(list([symbols.intern("let"), list([pair(TAIL, source)]), loop]) as Pair, form);
    },
  }),
  dotimes: defineConvenience({
    name: "dotimes",
    shape: "(dotimes (VARIABLE COUNT) BODY...)",
    doc: "Evaluates BODY COUNT times with VARIABLE bound to 0, 1, and so on, freshly each time. COUNT is evaluated once. Answers nil.",
    examples: [["(let ((o nil)) (dotimes (i 3) (push i o)) o)", "(2 1 0)"]],
    problem: (form) => loopProblem(form, "COUNT"),
    expand(form, symbols) {
      const spec = part(form, 1).car as Pair;
      const source = spec.cdr as Pair;
      const shop = createShop(symbols);
      const test = shop.call("<", [COUNTER, COUNT], source);
      const next = shop.call("+", [COUNTER, 1], source);
      const inner = pair(symbols.intern("let"), pair(list([list([spec.car, COUNTER])]), part(form, 2)));
      const loop = list([symbols.intern("while"), test, inner, list([symbols.intern("setq"), COUNTER, next])]);
      return shop.result(
        list([symbols.intern("let"), list([list([COUNTER, 0]), pair(COUNT, source)]), loop]) as Pair,
        form,
      );
    },
  }),
} as const;

/** The name of a convenience. */
export type ConvenienceName = keyof typeof CONVENIENCES;

/** Why a form of this convenience does not have its shape, in words that follow "malformed NAME:", or undefined. */
export function convenienceProblem(name: ConvenienceName, form: Pair): string | undefined {
  return CONVENIENCES[name].problem(form);
}

/** Builds calls whose cells stand for a cell of the source. */
function createShop(symbols: SymbolTable): {
  call: (name: string, args: readonly Value[], from: Pair) => Value;
  result: (form: Pair, from: Pair) => Expansion;
} {
  const moved: Move[] = [];
  return {
    call(name, args, from) {
      const form = list([symbols.intern(name), ...args]);
      for (let cell = form; cell instanceof Pair; cell = cell.cdr) moved.push({ to: cell, from });
      return form;
    },
    result(form, from) {
      moved.push({ to: form, from });
      return { form, moved };
    },
  };
}
