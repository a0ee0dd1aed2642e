import type { DiagnosticRecord } from "./diagnostic-record.ts";

const check = { severity: "error", phase: "check" } as const;
const warning = { severity: "warning", phase: "check" } as const;

/** What preflight refuses (E110–E140) and what it warns of (W3xx). */
export const CHECKING = {
  E110: {
    ...check,
    family: "reserved-word",
    condition: "A name that the dialect reserves is used as the name of something else.",
    message: "{name} is reserved and cannot be {use}",
    remedy: "Choose another name.",
  },
  E120: {
    ...check,
    family: "unknown-name",
    condition: "An operator is no form, convenience, primitive, definition or tool of this request.",
    message: "Unknown {functions}: {names}",
    remedy:
      "Call special forms, conveniences, primitives, definitions of this script or tools of this request (ToolSearch lists them); a function in a variable is called with funcall.",
    example: { wrong: '(str-join "," \'("a" "b"))', right: '(string-join \'("a" "b") ",")' },
  },
  E121: {
    ...check,
    family: "standalone-only",
    condition: "A standalone-only tool is part of a composed script.",
    message: "{name} is standalone-only",
    expected: "({name} ...) as the entire expression, its arguments literals, quoted data or primitive calls",
    remedy: "Send this call by itself as the entire expression and compose the rest in another one.",
    example: { wrong: '(list (Ask :question "Ready?"))', right: '(Ask :question "Ready?")' },
  },
  E122: {
    ...check,
    family: "malformed-form",
    condition: "A special form lacks a required part or has one it cannot take.",
    message: "malformed {name}: {problem}",
    expected: "{shape}",
    remedy: "Write the form in the shape shown.",
    example: { wrong: "(if t)", right: "(if t 1 2)" },
  },
  E130: {
    ...check,
    family: "bad-definition",
    condition: "A definition is malformed.",
    message: "malformed {name}: {problem}",
    expected: "{shape}",
    remedy: "Write the definition in the shape shown.",
    example: { wrong: "(defun (twice x) (* 2 x)) (twice 4)", right: "(defun twice (x) (* 2 x)) (twice 4)" },
  },
  E131: {
    ...check,
    family: "bad-definition",
    condition: "A definition's name is already taken.",
    message: "{name} collides with an existing callable name ({what})",
    remedy: "Nothing is ever shadowed: choose another name.",
    example: { wrong: "(defun last (x) x) (last 1)", right: "(defun final (x) x) (final 1)" },
  },
  E132: {
    ...check,
    family: "bad-definition",
    condition: "Nothing is left to run beside the definitions.",
    message: "Script has no body form after its definitions",
    expected: "a form to evaluate after the definitions",
    remedy: "Add the form that uses the definitions.",
    example: { wrong: "(defun twice (x) (* 2 x))", right: "(defun twice (x) (* 2 x)) (twice 4)" },
  },
  E134: {
    ...check,
    family: "bad-definition",
    condition: "A definition stands inside another form.",
    message: "{name} is only possible at the top level of a script",
    remedy: "Move the definition out to the top level; the whole script knows it there.",
    example: {
      wrong: "(progn (defun twice (x) (* 2 x)) (twice 4))",
      right: "(defun twice (x) (* 2 x)) (progn (twice 4))",
    },
  },
  E140: {
    ...check,
    family: "bad-template",
    condition: "A backquote template is malformed.",
    message: "{problem}",
    expected: "`(a ,value ,@list)",
    remedy: "Keep to one level of backquote, with , and ,@ before elements of its lists.",
    example: { wrong: "(let ((b 1)) `(a . ,b))", right: "(let ((b 1)) (cons 'a b))" },
  },
  W300: {
    ...warning,
    family: "likely-mistake",
    condition: "A form is certain to fail when it runs.",
    message: "{problem}",
    remedy: "Correct the form before running it.",
    example: { wrong: "(if nil (car) 1)", right: "(if nil (car '(2)) 1)" },
  },
  W310: {
    ...warning,
    family: "foreign-idiom",
    condition: "Code uses a spelling of another Lisp.",
    message: "{what}",
    remedy: "{instead}",
    example: { wrong: "(mapcar #'car '((1) (2)))", right: "(mapcar 'car '((1) (2)))" },
  },
  W320: {
    ...warning,
    family: "likely-mistake",
    condition: "Data looks like JSON.",
    message: "this data looks like JSON: {what}",
    remedy:
      "Write [1 2] without commas, (:key value) for an object, t for true, :json-false or nil for false, :null for null.",
    example: { wrong: "[1, 2]", right: "[1 2]" },
  },
  W330: {
    ...warning,
    family: "shadowed-constant",
    condition: "A binding names t, which always means true.",
    message: "binding {name} has no effect: {name} always evaluates to itself",
    remedy: "Choose another name.",
    example: { wrong: "(let ((t 5)) t)", right: "(let ((five 5)) five)" },
  },
} as const satisfies Record<string, DiagnosticRecord>;
