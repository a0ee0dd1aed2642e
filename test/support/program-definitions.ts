import type { Choices } from "./choices.ts";
import { expression, statements } from "./program-expressions.ts";
import type { Builder, Callable, Kind, Position } from "./program-scope.ts";
import { named, within } from "./program-scope.ts";

/** A definition's text and how it is called. */
export interface Definition {
  readonly source: string;
  readonly callable: Callable;
}

type Maker = (b: Builder, name: string) => Definition;

const DEPTH = 3;

function bodyOf(b: Builder, ...parameters: readonly (readonly [string, Kind])[]): Position {
  return within({ scope: [], depth: b.choices.below(DEPTH + 1) }, ...parameters);
}

/** A small number to count down from. */
function count({ choices }: Builder): string {
  return choices.pick(["0", "1", "3", "5"]);
}

/** Functions. The names they refer to are only those of definitions made before, so that all of them end. */
export const FUNCTIONS: readonly Maker[] = [
  (b, name) => {
    const at = bodyOf(b, ["n", "num"]);
    return {
      source: `(defun ${name} (n) ${statements(b, at)}${expression("num", b, at)})`,
      callable: { kind: "num", unary: name, call: (c, here) => `(${name} ${expression("num", c, here)})` },
    };
  },
  (b, name) => ({
    source: `(defun ${name} (x &optional y) (if y (setq x (+ x y))) ${expression("num", b, bodyOf(b, ["x", "num"]))})`,
    callable: {
      kind: "num",
      unary: name,
      call: (c, here) =>
        `(${name} ${expression("num", c, here)}${c.choices.chance(50) ? ` ${expression("num", c, here)}` : ""})`,
    },
  }),
  (b, name) => ({
    source: `(defun ${name} (n &rest acc) (+ n (apply '+ acc) ${expression("num", b, bodyOf(b, ["n", "num"], ["acc", "nums"]))}))`,
    callable: {
      kind: "num",
      unary: name,
      call: (c, here) =>
        `(${name} ${[1, 2, 3]
          .slice(c.choices.below(3))
          .map(() => expression("num", c, here))
          .join(" ")})`,
    },
  }),
  (b, name) => {
    const at = bodyOf(b, ["n", "num"], ["acc", "num"]);
    return {
      source: `(defun ${name} (n acc) (if (<= n 0) acc (${name} (- n 1) ${expression("num", b, at)})))`,
      callable: { kind: "num", call: (c, here) => `(${name} ${count(c)} ${expression("num", c, here)})` },
    };
  },
  (b, name) => {
    const at = bodyOf(b, ["n", "num"]);
    return {
      source: `(defun ${name} (n) (cond ((<= n 0) ${expression("num", b, at)}) (t (+ n (${name} (- n 1))))))`,
      callable: { kind: "num", call: (c) => `(${name} ${count(c)})` },
    };
  },
  (b, name) => ({
    source: `(defun ${name} (n) (if (<= n 0) nil (cons (lambda () ${expression("num", b, bodyOf(b, ["n", "num"]))}) (${name} (- n 1)))))`,
    callable: { kind: "thunks", call: (c) => `(${name} ${count(c)})` },
  }),
  (b, name) => ({
    source: `(defun ${name} (n) (if (<= n 0) 0 (apply '${name}-next (list (- n 1) ${expression("num", b, bodyOf(b, ["n", "num"]))})))) (defun ${name}-next (n x) (and x (${name} n)))`,
    callable: { kind: "num", call: (c) => `(${name} ${count(c)})` },
  }),
];

/** Macros: with and without hygiene, by backquote and by hand, recursive, with definitions used while they expand. */
export const MACROS: readonly Maker[] = [
  (_b, name) => ({
    source: `(defmacro ${name} (place &optional amount) \`(setq ,place (+ ,place ,(or amount 1))))`,
    callable: {
      kind: "num",
      call: (c, here) => {
        const names = named(here, "num", true);
        if (names.length === 0) return undefined;
        return `(${name} ${c.choices.pick(names)}${c.choices.chance(50) ? ` ${expression("num", c, here)}` : ""})`;
      },
    },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (value &rest body) \`(let ((x ,value)) ,@body))`,
    callable: {
      kind: "num",
      call: (c, here) => {
        const inner = within(here, ["x", "num"]);
        return `(${name} ${expression("num", c, here)} ${statements(c, inner)}${expression("num", c, inner)})`;
      },
    },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (value &rest body) (let ((v (gensym))) \`(let ((,v ,value)) (+ ,v (progn ,@body)))))`,
    callable: {
      kind: "num",
      call: (c, here) => `(${name} ${expression("num", c, here)} ${expression("num", c, here)})`,
    },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (amount) \`(lambda (y) (+ y ,amount)))`,
    callable: { kind: "fn", call: (c, here) => `(${name} ${expression("num", c, within(here, ["y", "num"]))})` },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (start) \`(let ((n ,start)) (lambda () (setq n (+ n 1)))))`,
    callable: { kind: "thunk", call: (c, here) => `(${name} ${expression("num", c, here)})` },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (form) (list 'progn form form))`,
    callable: { kind: "num", call: (c, here) => `(${name} ${expression("num", c, here)})` },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (flag a b) (if flag a b))`,
    callable: {
      kind: "num",
      call: (c, here) =>
        `(${name} ${c.choices.pick(["nil", "t"])} ${expression("num", c, here)} ${expression("num", c, here)})`,
    },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (&rest forms) (if (null (cdr forms)) (car forms) (let ((v (gensym))) \`(let ((,v ,(car forms))) (if ,v ,v (${name} ,@(cdr forms)))))))`,
    callable: {
      kind: "num",
      call: (c, here) => `(${name} nil ${expression("num", c, here)} ${expression("num", c, here)})`,
    },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (&rest numbers) (let ((sum 0)) (dolist (n numbers) (setq sum (list '+ sum n))) sum))`,
    callable: {
      kind: "num",
      call: (c, here) => `(${name} ${expression("num", c, here)} ${expression("num", c, here)})`,
    },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (count &rest body) \`(let ((acc 0)) (dotimes (i ,count) (setq acc (+ acc i)) ,@body) acc))`,
    callable: {
      kind: "num",
      call: (c, here) => `(${name} ${c.choices.below(4)} ${statements(c, within(here, ["acc", "num"]))})`,
    },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (path) (list 'let (list (list 'r (list 'Read :file_path path))) '(if (stringp r) r "")))`,
    callable: { kind: "str", call: (c, here) => `(${name} ${expression("str", c, here)})` },
  }),
  (_b, name) => ({
    source: `(defmacro ${name} (n) (Read :file_path "while-expanding") (list '+ 'x n))`,
    callable: {
      kind: "num",
      call: (c, here) => (named(here, "num").includes("x") ? `(${name} ${expression("num", c, here)})` : undefined),
    },
  }),
  template,
];

/** A macro whose expansion is any expression at all; its parameter stands in it as a form. */
function template(b: Builder, name: string): Definition {
  const at: Position = { scope: [], depth: 1 + b.choices.below(DEPTH) };
  const inside = expression("num", b, within(at, [",form", "num"]));
  // No backquote inside a backquote, and what the macro's caller passes cannot be assigned.
  const usable = !inside.includes("`") && !/\((?:setq|push [^ ]*) ,form/u.test(inside);
  const source = usable ? `(defmacro ${name} (form) \`(progn ,form ${inside}))` : `(defmacro ${name} (form) form)`;
  return { source, callable: { kind: "num", call: (c, here) => `(${name} ${expression("num", c, here)})` } };
}

/** Definitions, one after the other, and what can be called because of them. */
export function definitions(choices: Choices, mistaken: boolean): { sources: string[]; callables: Callable[] } {
  const sources: string[] = [];
  const callables: Callable[] = [];
  const wanted = choices.below(6);
  for (let i = 0; i < wanted; i++) {
    const isMacro = choices.chance(55);
    const make = choices.pick(isMacro ? MACROS : FUNCTIONS);
    const { source, callable } = make(
      { choices, callables: [...callables], mistaken: mistaken && choices.chance(20) },
      isMacro ? `m${i}` : `f${i}`,
    );
    sources.push(source);
    callables.push(callable);
  }
  return { sources, callables };
}
