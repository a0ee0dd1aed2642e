import type { ErrorKind } from "../../src/dialect/index.ts";

/** A script that tries to use up time or memory, and how it must end: with its budget's error, or done. */
export interface Hostile {
  readonly script: string;
  readonly ends: ErrorKind | "done";
}

/** Hostile scripts under the default budgets (R230–R236): each ends quickly, in short slices, without much memory. */
export const HOSTILE: Readonly<Record<string, Hostile>> = {
  "endless loop": { script: "(while t)", ends: "step" },
  "endless loop with a body": { script: "(let ((i 0)) (while t (setq i (+ i 1))))", ends: "step" },
  "huge count": { script: "(dotimes (i 1000000000) nil)", ends: "step" },
  "doubling a string": { script: '(let ((s "x")) (dotimes (i 60) (setq s (concat s s))) (length s))', ends: "value" },
  "doubling a list": { script: "(let ((x (list 1))) (while t (setq x (append x x))))", ends: "value" },
  "wide format": { script: '(format "%999999999d" 1)', ends: "value" },
  "repeated format argument": {
    script:
      '(let ((s "0123456789")) (dotimes (i 12) (setq s (concat s s))) (format "%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s" s))',
    ends: "value",
  },
  "huge integers": { script: "(let ((n 3)) (while t (setq n (* n n))))", ends: "value" },
  "growing integers": { script: "(let ((n 1)) (while t (setq n (* n 7))))", ends: "value" },
  "deep recursion": { script: "(defun f (n) (+ 1 (f n))) (f 0)", ends: "stack" },
  "recursion through mapcar": { script: "(defun f (n) (mapcar 'f (list n))) (f 0)", ends: "stack" },
  "macro that doubles": { script: "(defmacro m (x) `(progn (m (,x ,x)) 1)) (m a)", ends: "expansion" },
  "macro that repeats itself": { script: "(defmacro m () '(m)) (m)", ends: "step" },
  "macro that nests itself": { script: "(defmacro m () '(list (m))) (m)", ends: "stack" },
  "shared structure printed": { script: "(let ((x (list 1))) (dotimes (i 30) (setq x (list x x))) x)", ends: "value" },
  "shared structure formatted": {
    script: '(let ((x (list 1))) (dotimes (i 12) (setq x (list x x))) (while t (format "%S" x)))',
    ends: "retained-value",
  },
  "eight quantifiers": {
    script: '(let ((s "a")) (dotimes (i 14) (setq s (concat s s))) (string-match-p "a*a*a*a*a*a*a*a*b" s))',
    ends: "atomic-work",
  },
  "one quantifier, long text": {
    script: '(let ((s "a")) (dotimes (i 17) (setq s (concat s s))) (dotimes (i 20) (string-match-p "a*b" s)))',
    ends: "done",
  },
  "joins with a long separator": {
    script:
      '(let ((s "x") (l nil)) (dotimes (i 16) (setq s (concat s s))) (dotimes (i 1000) (push "" l)) (string-join l s))',
    ends: "value",
  },
  "sorting in a loop": {
    script: "(let ((l nil)) (dotimes (i 5000) (push (% (* i 7919) 10007) l)) (while t (sort l)))",
    ends: "retained-value",
  },
  "deep nesting of data": {
    script: "(let ((x nil)) (dotimes (i 20000) (setq x (list x))) (equal x (append x nil)))",
    ends: "value",
  },
  "upcase in a loop": {
    script: '(let ((s "x")) (dotimes (i 17) (setq s (concat s s))) (while t (upcase s)))',
    ends: "retained-value",
  },
  "searching for text that almost repeats": {
    script:
      '(let ((s "a")) (dotimes (i 16) (setq s (concat s s))) (let ((h (substring s 0 15000))) (string-search (concat h "b" h) s)))',
    ends: "done",
  },
  "digits of a float beyond all that it has": {
    script: '(dotimes (i 400) (format "%.200000g" 1e-300))',
    ends: "done",
  },
  "a long control string": {
    script: '(let ((s "%1$s")) (dotimes (i 12) (setq s (concat s s))) (dotimes (i 100) (format s 7)))',
    ends: "done",
  },
  "a join of many calls": {
    script: "(let ((l nil)) (dotimes (i 20000) (push i l)) (parallel-map (lambda (x) (Read :limit x)) l))",
    ends: "tool-call",
  },
  "regexps that are never the same": {
    script:
      '(let ((s "[[:alpha:]]")) (dotimes (i 5) (setq s (concat s s))) (dotimes (i 200) (string-match-p (concat s (number-to-string i)) "abc")))',
    ends: "done",
  },
  "apply with a long list": {
    script: "(let ((l nil)) (dotimes (i 16000) (push i l)) (dotimes (i 20) (apply '+ l)))",
    ends: "done",
  },
};
