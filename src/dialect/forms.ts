import type { Example } from "./primitive.ts";

/** One special form: what preflight, editor and reference need to know of it (R042). */
export interface Form {
  readonly name: string;
  /** The expected form shown in errors. */
  readonly shape: string;
  readonly doc: string;
  readonly examples: readonly Example[];
  /** Fewest parts after the name. */
  readonly min: number;
  /** Most parts after the name. */
  readonly max: number;
}

function defineForms<T extends Record<string, Omit<Form, "name">>>(table: T): Readonly<T> {
  return table;
}

/** The 16 special forms (R042), in the manual's order: nearest-name suggestions depend on it (2.5). */
export const FORMS = defineForms({
  quote: {
    shape: "(quote DATUM)",
    min: 1,
    max: 1,
    doc: "Answers DATUM as it stands, unevaluated. 'DATUM is short for it.",
    examples: [["'(a b)", "(a b)"]],
  },
  if: {
    shape: "(if CONDITION THEN ELSE...)",
    min: 2,
    max: Infinity,
    doc: "Evaluates THEN when CONDITION is true, otherwise the ELSE forms, and answers the last value.",
    examples: [["(if (< 1 2) 'yes 'no)", "yes"]],
  },
  progn: {
    shape: "(progn FORM...)",
    min: 0,
    max: Infinity,
    doc: "Evaluates the forms in order and answers the last value.",
    examples: [["(progn 1 2)", "2"]],
  },
  cond: {
    shape: "(cond (TEST FORM...)...)",
    min: 0,
    max: Infinity,
    doc: "Tries the clauses in order; the first whose TEST is true gives its last form's value, or the test's own value when it has no forms.",
    examples: [["(cond (nil 1) (t 2))", "2"]],
  },
  and: {
    shape: "(and FORM...)",
    min: 0,
    max: Infinity,
    doc: "Evaluates the forms until one is nil and answers the last value; t without forms.",
    examples: [["(and 1 2)", "2"]],
  },
  or: {
    shape: "(or FORM...)",
    min: 0,
    max: Infinity,
    doc: "Evaluates the forms until one is true and answers its value; nil without forms.",
    examples: [["(or nil 2)", "2"]],
  },
  let: {
    shape: "(let ((NAME VALUE)...) BODY...)",
    min: 1,
    max: Infinity,
    doc: "Evaluates all values in the surrounding environment, then binds the names for BODY. A bare NAME or (NAME) is bound to nil.",
    examples: [["(let ((a 1) (b 2)) (+ a b))", "3"]],
  },
  "let*": {
    shape: "(let* ((NAME VALUE)...) BODY...)",
    min: 1,
    max: Infinity,
    doc: "Like let, but each value can use the names before it.",
    examples: [["(let* ((a 1) (b (+ a 1))) b)", "2"]],
  },
  setq: {
    shape: "(setq NAME VALUE...)",
    min: 0,
    max: Infinity,
    doc: "Changes existing bindings, pair by pair, and answers the last value. It never makes a binding.",
    examples: [["(let ((a 1)) (setq a 5) a)", "5"]],
  },
  while: {
    shape: "(while CONDITION BODY...)",
    min: 1,
    max: Infinity,
    doc: "Evaluates BODY again and again while CONDITION is true. Answers nil.",
    examples: [["(let ((i 0)) (while (< i 3) (setq i (+ i 1))) i)", "3"]],
  },
  lambda: {
    shape: "(lambda (PARAMETER...) BODY...)",
    min: 1,
    max: Infinity,
    doc: "Makes a function that remembers the variables around it. Parameters are names, &optional and one trailing &rest NAME.",
    examples: [["(funcall (lambda (x) (* x 2)) 4)", "8"]],
  },
  funcall: {
    shape: "(funcall FUNCTION ARGUMENT...)",
    min: 1,
    max: Infinity,
    doc: "Calls a lambda, or the primitive, definition or tool whose quoted name is given.",
    examples: [["(funcall '+ 1 2)", "3"]],
  },
  apply: {
    shape: "(apply FUNCTION ARGUMENT... LIST)",
    min: 2,
    max: Infinity,
    doc: "Calls FUNCTION with the arguments and then the elements of LIST.",
    examples: [["(apply '+ 1 '(2 3))", "6"]],
  },
  mapcar: {
    shape: "(mapcar FUNCTION LIST)",
    min: 2,
    max: 2,
    doc: "Calls FUNCTION with each element and answers the list of results, in order.",
    examples: [['(mapcar \'upcase \'("a" "b"))', '("A" "B")']],
  },
  parallel: {
    shape: "(parallel (TOOL :KEY VALUE...)...)",
    min: 0,
    max: Infinity,
    doc: "Makes the tool calls at the same time, as far as the host allows, and answers their results in source order.",
    examples: [],
  },
  "parallel-map": {
    shape: "(parallel-map (lambda (NAME) (TOOL :KEY VALUE...)) LIST)",
    min: 0,
    max: Infinity,
    doc: "Makes the same tool call for each element at the same time, as far as the host allows, and answers the results in input order.",
    examples: [],
  },
});

/** The name of a special form. */
export type FormName = keyof typeof FORMS;
