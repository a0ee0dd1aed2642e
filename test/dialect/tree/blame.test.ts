import { describe, expect, it } from "vitest";
import { createTreeMachine } from "../../../src/dialect/tree/machine.ts";
import { runScript } from "../../support/run-machine.ts";

/** What a failing script's diagnostic underlines, from there to the end of the script. */
function blamed(script: string): { code: string | undefined; at: string | undefined; marked: string | undefined } {
  const { diagnostic } = runScript(script, { create: createTreeMachine });
  const { span } = diagnostic ?? {};
  return {
    code: diagnostic?.code,
    at: span === undefined ? undefined : script.slice(span.start),
    marked: span === undefined ? undefined : script.slice(span.start, span.end),
  };
}

describe("an error points", () => {
  it.each([
    ["at an unbound variable", "(list 1 (+ 2 foo))", "E300", "foo))"],
    ["at an unbound variable of the top level", "1 foo", "E300", "foo"],
    ["at an unbound variable behind definitions", "(defun f () 1) foo", "E300", "foo"],
    ["at an unbound variable in a convenience's condition", "(when foo 1)", "E300", "foo 1)"],
    ["at an unbound variable in a template", "`(a ,foo)", "E300", "foo)"],
    ["at the operand of the wrong type", '(+ 1 (* 2 "x"))', "E312", '"x"))'],
    ["at an operand that was computed", "(+ 1 (car '(a)))", "E312", "(car '(a)))"],
    ["at the list of a loop", "(dolist (x 5) x)", "E310", "5) x)"],
    ["at the count of a loop", "(dotimes (i 'a) i)", "E312", "'a) i)"],
    ["at the operator when the number of arguments is wrong", "(list (car 1 2))", "E302", "car 1 2))"],
    ["at the operator when a function gets too few", "(defun f (a) a) (list (f))", "E302", "f))"],
    ["at the operator of a computed call", "(funcall 'car 5)", "E310", "funcall 'car 5)"],
    ["at the function that cannot be called", "(list (funcall 'nope))", "E301", "'nope))"],
    ["at the function that mapcar cannot call", "(mapcar (car '(nope)) nil)", "E301", "(car '(nope)) nil)"],
    ["at a name that cannot be bound", "(let ((a 1) (:k 1)) 1)", "E304", "(:k 1)) 1)"],
    ["at a name that cannot be assigned", "(setq nil 1)", "E304", "nil 1)"],
    ["at a name that is not bound", "(progn (setq foo 1))", "E303", "foo 1))"],
    ["at a clause that is no list", "(cond (nil 1) 5)", "E123", "5)"],
    ["at a parameter list", "(list (lambda (a a) 1))", "E133", "(a a) 1))"],
    ["at an operator that is no name", "(list (1 2))", "E111", "1 2))"],
    ["at a convenience without its shape", "(list (dolist x 1))", "E141", "dolist x 1))"],
    ["at an entry of a join that is no call", "(parallel 5)", "E350", "5)"],
    [
      "at the macro call when the macro's code has no place of its own",
      "(defmacro m () (list 'car 5)) (list (m))",
      "E310",
      "m))",
    ],
    [
      "into a macro's arguments where they are to blame",
      "(defmacro m (x) (list 'car x)) (list (m (+ 1 foo)))",
      "E300",
      "foo)))",
    ],
    ["into a macro's quoted code", "(defmacro m () '(car foo)) (m)", "E300", "foo)) (m)"],
    ["at the macro call that made a dotted list", "(defmacro m () (cons 1 2)) (list (m))", "E360", "m))"],
  ])("%s: %s", (_what, script, code, at) => {
    expect(blamed(script)).toMatchObject({ code, at });
  });

  it("nowhere when the value of the whole script is refused", () => {
    expect(blamed("(list (lambda () 1))")).toMatchObject({ code: "E370", at: undefined });
  });

  it("at one token", () => {
    expect(blamed("(list 1 (+ 2 foo))").marked).toBe("foo");
    expect(blamed('(+ 1 (* 2 "x y"))').marked).toBe('"x y"');
  });

  it("at the outermost call of macros that expand to one another", () => {
    const script = "(defmacro a () (list 'b)) (defmacro b () (list 'car 5)) (list (a))";
    expect(blamed(script)).toMatchObject({ code: "E310", at: "a))" });
  });
});
