import type { Builder, Kind, Position } from "./program-scope.ts";
import { counting, deeper, KINDS, named, NAMES, within } from "./program-scope.ts";
import { FAILING } from "./program-mistakes.ts";

/** Makes the text of an expression, or undefined where it would need something that is not there. */
type Production = (b: Builder, at: Position) => string | undefined;

/** The text of an expression of a kind. */
export function expression(kind: Kind, b: Builder, at: Position): string {
  if (b.mistaken && b.choices.chance(6)) return mistake(b, at);
  if (at.depth <= 0 || b.choices.spent()) return leaf(kind, b, at);
  return b.choices.pick(PRODUCTIONS[kind])(b, deeper(at)) ?? leaf(kind, b, at);
}

/** An expression that is likely to fail: one that always does, or a value of any kind where one kind is wanted. */
function mistake(b: Builder, at: Position): string {
  if (b.choices.chance(40)) return expression(b.choices.pick(KINDS), b, deeper(at));
  return b.choices.pick(FAILING);
}

/** The text of a condition. */
export function condition(b: Builder, at: Position): string {
  const { choices } = b;
  if (at.depth <= 0 || choices.spent()) return choices.pick(["nil", "t"]);
  const inner = deeper(at);
  const number = () => expression("num", b, inner);
  const made = [
    () => `(< ${number()} ${number()})`,
    () => `(= ${number()} ${number()})`,
    () => `(equal ${number()} ${number()})`,
    () => `(null ${expression("nums", b, inner)})`,
    () => `(not ${condition(b, inner)})`,
    () => `(and ${condition(b, inner)} ${condition(b, inner)})`,
    () => `(or ${condition(b, inner)} ${condition(b, inner)})`,
    () => `(string-prefix-p ${expression("str", b, inner)} ${expression("str", b, inner)})`,
    () => `(member ${number()} ${expression("nums", b, inner)})`,
  ];
  return choices.pick(made)();
}

/** The text of a form that is evaluated for what it does. */
export function statement(b: Builder, at: Position): string {
  if (at.depth <= 0 || b.choices.spent()) return assignment(b, at) ?? "nil";
  return b.choices.pick(STATEMENTS)(b, deeper(at)) ?? assignment(b, deeper(at)) ?? "nil";
}

/** Up to two statements, each with a blank behind it. */
export function statements(b: Builder, at: Position): string {
  return Array.from({ length: b.choices.below(3) }, () => `${statement(b, at)} `).join("");
}

function leaf(kind: Kind, b: Builder, at: Position): string {
  const variables = named(at, kind);
  return b.choices.pick([literal(kind, b), ...variables, ...variables]);
}

function literal(kind: Kind, { choices }: Builder): string {
  switch (kind) {
    case "num":
      return choices.pick(["1", "0", "2", "-3", "10", "1.5", "7", "100"]);
    case "str":
      return choices.pick(['"a"', '""', '"b c"', '"é😀"', '"x\\ny"']);
    case "nums":
      return choices.pick(["nil", "'(1 2)", "'(3 1 2)", "(list 5)"]);
    case "strs":
      return choices.pick(["nil", `'("a" "b")`, '(list "c")']);
    case "thunk":
      return "(lambda () 1)";
    case "fn":
      return choices.pick(["(lambda (x) x)", "'abs", "'identity", "'+", "'-"]);
    case "thunks":
      return "nil";
  }
}

function assignment(b: Builder, at: Position): string | undefined {
  const kinds = KINDS.filter((kind) => named(at, kind, true).length > 0);
  if (kinds.length === 0) return undefined;
  const kind = b.choices.pick(kinds);
  const name = b.choices.pick(named(at, kind, true));
  if (kind === "nums" && b.choices.chance(60)) return `(push ${expression("num", b, at)} ${name})`;
  return `(setq ${name} ${expression(kind, b, at)})`;
}

/** A let or let* of one or two names around what `body` makes. */
function binding(b: Builder, at: Position, body: (at: Position) => string): string {
  const { choices } = b;
  const [one, two] = [choices.pick(KINDS), choices.pick(KINDS)];
  const [first, second] = [choices.pick(NAMES), choices.pick(NAMES)];
  const sequential = choices.chance(50);
  const value = expression(one, b, at);
  const inner = within(at, [first, one]);
  if (choices.chance(40) || first === second) return `(let ((${first} ${value})) ${body(inner)})`;
  const other = expression(two, b, sequential ? inner : at);
  return `(${sequential ? "let*" : "let"} ((${first} ${value}) (${second} ${other})) ${body(within(inner, [second, two]))})`;
}

/** Forms that any kind of value can come out of. */
function shared(kind: Kind): readonly Production[] {
  return [
    (b, at) => `(if ${condition(b, at)} ${expression(kind, b, at)} ${expression(kind, b, at)})`,
    (b, at) => binding(b, at, (inner) => `${statements(b, inner)}${expression(kind, b, inner)}`),
    (b, at) => `(progn ${statements(b, at)}${expression(kind, b, at)})`,
    (b, at) => `(cond (${condition(b, at)} ${expression(kind, b, at)}) (t ${expression(kind, b, at)}))`,
    (b, at) => `(or nil ${expression(kind, b, at)})`,
    (b, at) => `(funcall (lambda (${b.choices.pick(NAMES)}) ${expression(kind, b, at)}) nil)`,
    (b, at) => called(kind, b, at),
  ];
}

function called(kind: Kind, b: Builder, at: Position): string | undefined {
  const fitting = b.callables.filter((callable) => callable.kind === kind);
  return fitting.length === 0 ? undefined : b.choices.pick(fitting).call(b, at);
}

/** A loop of up to four rounds that answers what it gathered in `acc`. */
function loop(b: Builder, at: Position): string {
  const rounds = b.choices.below(5);
  const start = expression("num", b, at);
  const inner = counting(within(at, ["acc", "num"]), "i");
  const body = `${statements(b, inner)}(setq acc ${expression("num", b, inner)}) (setq i (+ i 1))`;
  return `(let ((i 0) (acc ${start})) (while (< i ${rounds}) ${body}) acc)`;
}

/** A list of closures made in a loop over `i`, which share a variable or each have their own. */
function closures(b: Builder, at: Position): string {
  const inner = counting(within(at, ["acc", "thunks"]), "i");
  const push = `(push (lambda () ${expression("num", b, within(inner, ["i", "num"]))}) acc)`;
  const rounds = b.choices.below(4);
  const loops = [
    `(dotimes (i ${rounds}) ${push})`,
    `(dolist (i ${expression("nums", b, at)}) ${push})`,
    `(let ((i 0)) (while (< i ${rounds}) ${push} (setq i (+ i 1))))`,
  ];
  return `(let ((acc nil)) ${b.choices.pick(loops)} acc)`;
}

/** What a tool answers when it is text, else something to go on with. */
function toolText(b: Builder, at: Position): string {
  const { choices } = b;
  const call = choices.pick([
    (path: string) => `(Read :file_path ${path})`,
    (path: string) => `(Glob :pattern ${path})`,
    (path: string) => `(funcall 'Read :file_path ${path})`,
    (path: string) => `(apply 'Glob (list :pattern ${path}))`,
  ])(expression("str", b, at));
  return choices.chance(15) ? call : `(let ((r ${call})) (if (stringp r) r "failed"))`;
}

const join = (b: Builder, at: Position): string => {
  const path = () => purely(b, at);
  const joins = [
    () => `(parallel (Read :file_path ${path()}) (Glob :pattern ${path()}))`,
    () => `(parallel-map (lambda (p) (Read :file_path (concat p ${path()}))) ${expression("strs", b, at)})`,
    () => `(parallel)`,
  ];
  const strings = `(mapcar (lambda (r) (if (stringp r) r "bad")) ${b.choices.pick(joins)()})`;
  return strings;
};

/** A string made of primitives and variables alone, as arguments of a joined call must be. */
function purely(b: Builder, at: Position): string {
  const part = leaf("str", b, at);
  return b.choices.chance(50) ? `(concat ${part} "/" (upcase ${leaf("str", b, at)}))` : part;
}

const PRODUCTIONS: Readonly<Record<Kind, readonly Production[]>> = {
  num: [
    (b, at) => `(+ ${expression("num", b, at)} ${expression("num", b, at)})`,
    (b, at) => `(- ${expression("num", b, at)} ${expression("num", b, at)} 1)`,
    (b, at) => `(* 2 ${expression("num", b, at)})`,
    (b, at) => `(max ${expression("num", b, at)} ${expression("num", b, at)})`,
    (b, at) => `(length ${expression(b.choices.pick(["nums", "strs", "str", "thunks"]), b, at)})`,
    (b, at) => `(funcall ${expression("thunk", b, at)})`,
    (b, at) => `(funcall ${expression("thunk", b, at)})`,
    (b, at) => `(funcall ${expression("fn", b, at)} ${expression("num", b, at)})`,
    (b, at) => `(apply ${expression("fn", b, at)} (list ${expression("num", b, at)}))`,
    (b, at) => `(apply '+ ${expression("nums", b, at)})`,
    (b, at) => `(apply '+ (mapcar (lambda (f) (funcall f)) ${expression("thunks", b, at)}))`,
    (b, at) => `(or (car ${expression("nums", b, at)}) 0)`,
    (b, at) => `(string-to-number ${expression("str", b, at)})`,
    (b, at) => {
      const names = named(at, "num", true);
      return names.length === 0 ? undefined : `(setq ${b.choices.pick(names)} ${expression("num", b, at)})`;
    },
    loop,
    loop,
    ...shared("num"),
    (b, at) => called("num", b, at),
    (b, at) => called("num", b, at),
  ],
  str: [
    (b, at) => `(concat ${expression("str", b, at)} ${expression("str", b, at)})`,
    (b, at) => `(number-to-string ${expression("num", b, at)})`,
    (b, at) => `(format "%s-%s" ${expression("num", b, at)} ${expression("str", b, at)})`,
    (b, at) => `(upcase ${expression("str", b, at)})`,
    (b, at) => `(string-join ${expression("strs", b, at)} ",")`,
    toolText,
    toolText,
    ...shared("str"),
  ],
  nums: [
    (b, at) => `(list ${expression("num", b, at)} ${expression("num", b, at)})`,
    (b, at) => `(cons ${expression("num", b, at)} ${expression("nums", b, at)})`,
    (b, at) => `(mapcar ${expression("fn", b, at)} ${expression("nums", b, at)})`,
    (b, at) => `(reverse ${expression("nums", b, at)})`,
    (b, at) => `(append ${expression("nums", b, at)} ${expression("nums", b, at)})`,
    (b, at) => `\`(,${expression("num", b, at)} ,@${expression("nums", b, at)} 3)`,
    (b, at) => {
      const inner = within(at, ["acc", "nums"], ["x", "num"]);
      const over = expression("nums", b, at);
      return `(let ((acc nil)) (dolist (x ${over}) ${statements(b, inner)}(push ${expression("num", b, inner)} acc)) acc)`;
    },
    (b, at) => `(mapcar (lambda (f) (funcall f)) ${expression("thunks", b, at)})`,
    ...shared("nums"),
  ],
  strs: [
    (b, at) => `(list ${expression("str", b, at)} ${expression("str", b, at)})`,
    (b, at) => `(split-string ${expression("str", b, at)} " ")`,
    (b, at) => `(mapcar 'number-to-string ${expression("nums", b, at)})`,
    join,
    join,
    ...shared("strs"),
  ],
  thunk: [
    (b, at) => `(lambda () ${statements(b, at)}${expression("num", b, at)})`,
    (b, at) => `(lambda () ${statements(b, at)}${expression("num", b, at)})`,
    (b, at) => {
      const inner = within(at, ["n", "num"]);
      return `(let ((n ${expression("num", b, at)})) (lambda () (setq n ${expression("num", b, inner)})))`;
    },
    (b, at) => `(or (car ${expression("thunks", b, at)}) (lambda () 0))`,
    ...shared("thunk"),
  ],
  fn: [
    (b, at) =>
      `(lambda (x) ${statements(b, within(at, ["x", "num"]))}${expression("num", b, within(at, ["x", "num"]))})`,
    (b, at) => `(lambda (y &optional n) (if n n ${expression("num", b, within(at, ["y", "num"]))}))`,
    (b, at) => `(lambda (n &rest more) (+ (length more) ${expression("num", b, within(at, ["n", "num"]))}))`,
    (b, at) => {
      const inner = within(at, ["acc", "num"]);
      return `(let ((acc ${expression("num", b, at)})) (lambda (x) (setq acc (+ acc x)) ${expression("num", b, inner)}))`;
    },
    ({ callables, choices }) => {
      const names = callables.flatMap(({ unary }) => (unary === undefined ? [] : [`'${unary}`]));
      return names.length === 0 ? undefined : choices.pick(names);
    },
    ...shared("fn"),
  ],
  thunks: [
    closures,
    closures,
    (b, at) =>
      `(mapcar (lambda (x) (lambda () ${expression("num", b, within(at, ["x", "num"]))})) ${expression("nums", b, at)})`,
    (b, at) => `(list ${expression("thunk", b, at)} ${expression("thunk", b, at)})`,
    ...shared("thunks"),
  ],
};

const STATEMENTS: readonly Production[] = [
  assignment,
  assignment,
  (b, at) => `(${b.choices.pick(["when", "unless"])} ${condition(b, at)} ${statements(b, at)}${statement(b, at)})`,
  (b, at) => `(dotimes (i ${b.choices.below(4)}) ${statement(b, counting(at, "i"))})`,
  (b, at) => `(dolist (x ${expression("nums", b, at)}) ${statement(b, within(at, ["x", "num"]))})`,
  (b, at) => binding(b, at, (inner) => `${statements(b, inner)}${statement(b, inner)}`),
  (b, at) => `(if ${condition(b, at)} ${statement(b, at)} ${statement(b, at)})`,
  (b, at) => `(funcall ${expression("thunk", b, at)})`,
  (b, at) => `(Read :file_path ${expression("str", b, at)})`,
  (b, at) => called("num", b, at),
];
