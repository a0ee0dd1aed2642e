/** Scripts that try to use up time or memory; each must end with its budget's error, quickly and in short slices. */
export const HOSTILE: Readonly<Record<string, string>> = {
  "endless loop": "(while t)",
  "endless loop with a body": "(let ((i 0)) (while t (setq i (+ i 1))))",
  "huge count": "(dotimes (i 1000000000) nil)",
  "doubling a string": '(let ((s "x")) (dotimes (i 60) (setq s (concat s s))) (length s))',
  "doubling a list": "(let ((x (list 1))) (while t (setq x (append x x))))",
  "wide format": '(format "%999999999d" 1)',
  "repeated format argument":
    '(let ((s "0123456789")) (dotimes (i 12) (setq s (concat s s))) (format "%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s" s))',
  "huge integers": "(let ((n 3)) (while t (setq n (* n n))))",
  "growing integers": "(let ((n 1)) (while t (setq n (* n 7))))",
  "deep recursion": "(defun f (n) (+ 1 (f n))) (f 0)",
  "recursion through mapcar": "(defun f (n) (mapcar 'f (list n))) (f 0)",
  "macro that doubles": "(defmacro m (x) `(progn (m (,x ,x)) 1)) (m a)",
  "macro that repeats itself": "(defmacro m () '(m)) (m)",
  "macro that nests itself": "(defmacro m () '(list (m))) (m)",
  "shared structure printed": "(let ((x (list 1))) (dotimes (i 30) (setq x (list x x))) x)",
  "shared structure formatted": '(let ((x (list 1))) (dotimes (i 12) (setq x (list x x))) (while t (format "%S" x)))',
  "eight quantifiers": '(let ((s "a")) (dotimes (i 14) (setq s (concat s s))) (string-match-p "a*a*a*a*a*a*a*a*b" s))',
  "one quantifier, long text":
    '(let ((s "a")) (dotimes (i 17) (setq s (concat s s))) (dotimes (i 20) (string-match-p "a*b" s)))',
  "joins with a long separator":
    '(let ((s "x") (l nil)) (dotimes (i 16) (setq s (concat s s))) (dotimes (i 1000) (push "" l)) (string-join l s))',
  "sorting in a loop": "(let ((l nil)) (dotimes (i 5000) (push (% (* i 7919) 10007) l)) (while t (sort l)))",
  "deep nesting of data": "(let ((x nil)) (dotimes (i 20000) (setq x (list x))) (equal x (append x nil)))",
  "upcase in a loop": '(let ((s "x")) (dotimes (i 17) (setq s (concat s s))) (while t (upcase s)))',
  "apply with a long list": "(let ((l nil)) (dotimes (i 16000) (push i l)) (dotimes (i 20) (apply '+ l)))",
};
