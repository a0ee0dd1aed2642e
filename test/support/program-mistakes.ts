import { expression } from "./program-expressions.ts";
import type { Builder, Position } from "./program-scope.ts";
import { deeper, KINDS } from "./program-scope.ts";

/** Forms that fail when they are evaluated, each in its own way. */
const FAILING: readonly string[] = [
  "(car 5)",
  "ghost",
  "(setq ghost 1)",
  "(/ 1 0)",
  "(funcall 'ghost 1)",
  "(let ((f 'ghost)) (funcall f))",
  '(funcall "f" 1)',
  "(funcall (lambda (x) x))",
  "(funcall (lambda () 1) 2)",
  "(apply '+ 1)",
  "(apply '+ 1 (cons 2 3))",
  "(mapcar (lambda (x) x) 5)",
  "(lambda (x x) x)",
  "(lambda (&rest) 1)",
  "((lambda (x) x) 1)",
  "(dolist (nil (list 1)) 1)",
  "(let ((:k 1)) 1)",
  "(setq nil 1)",
  "(cond 5)",
  "(push 1 (car x))",
  '(nth "a" nil)',
  '(string-match-p (concat "[" "a") "a")',
  '(parallel (Read :file_path (Read :file_path "a")))',
  "(parallel (car nil))",
  '(parallel-map (lambda (p q) (Read :file_path p)) (list "a"))',
  '(parallel-map (lambda (p) (Read :file_path p)) "ab")',
  "(Read :file_path (lambda () 1))",
  "(dive 1)",
  "(while t nil)",
  '(let ((s "ab")) (while t (setq s (concat s s))))',
  "(let ((l nil)) (while t (setq l (cons l l))))",
  "(let ((n 3)) (while t (setq n (* n n))))",
  "(bad-expansion)",
  "(endless-expansion)",
  "(funcall 'bad-expansion)",
  '(dotimes (i 50) (Read :file_path "a"))',
];

/** Definitions that some of the failing forms call. */
export const FAILING_DEFINITIONS: readonly string[] = [
  "(defun dive (n) (+ n (dive n)))",
  "(defmacro bad-expansion () (list 'car (lambda () 1)))",
  "(defmacro endless-expansion () '(progn (endless-expansion)))",
];

/** An expression that is likely to fail: one that always does, or a value of any kind where one kind is wanted. */
export function mistake(b: Builder, at: Position): string {
  if (b.choices.chance(40)) return expression(b.choices.pick(KINDS), b, deeper(at));
  return b.choices.pick(FAILING);
}
