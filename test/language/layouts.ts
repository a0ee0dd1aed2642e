/** A text, how it comes out, and the rule that this shows. Formatting `after` again changes nothing. */
export interface Layout {
  readonly rule: string;
  readonly before: string;
  readonly after: string;
}

/** Joins lines and ends the last one. */
function lines(...text: string[]): string {
  return `${text.join("\n")}\n`;
}

const LONG = [
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
  "cccccccccccccccccccccccccccccc",
] as const;

/** The formatter's rules by example. */
export const LAYOUTS: readonly Layout[] = [
  { rule: "a form that fits on one line", before: "( list  1\n 2 )", after: "(list 1 2)\n" },
  { rule: "each top-level form on a line of its own", before: "1 (a) (b)", after: lines("1", "(a)", "(b)") },
  {
    rule: "one empty line between forms where there were some",
    before: "\n\n1\n2\n\n\n\n3\n\n",
    after: lines("1", "2", "", "3"),
  },
  {
    rule: "let with its bindings under one another and its body two further in",
    before: "(let ((a 1)\n(b 2))\na\n(list a b))",
    after: lines("(let ((a 1)", "      (b 2))", "  a", "  (list a b))"),
  },
  {
    rule: "a let that its author wrote on one line, on one line",
    before: "(let ((a 1))  a)",
    after: "(let ((a 1)) a)\n",
  },
  {
    rule: "a body that its author broke, broken",
    before: "(when (null a) (foo)\n  (bar))",
    after: lines("(when (null a)", "  (foo)", "  (bar))"),
  },
  {
    rule: "a form around a broken body, broken too",
    before: "(mapcar (lambda (x)\n(+ x 1)) xs)",
    after: lines("(mapcar (lambda (x)", "          (+ x 1))", "        xs)"),
  },
  {
    rule: "if with THEN four and ELSE two further in",
    before: "(if a\n b\n c\n d)",
    after: lines("(if a", "    b", "  c", "  d)"),
  },
  {
    rule: "cond with its clauses under the first and their bodies under the test",
    before: "(cond ((null a) 1)\n(t (foo)\n   2))",
    after: lines("(cond ((null a) 1)", "      (t", "       (foo)", "       2))"),
  },
  {
    rule: "clauses under cond where its author began a line after it",
    before: "(cond\n  (a 1)\n  (t 2))",
    after: lines("(cond", " (a 1)", " (t 2))"),
  },
  {
    rule: "definitions with name and parameters on the first line",
    before: '(defun add (a &optional b)\n"Adds."\n(+ a (or b 1)))',
    after: lines("(defun add (a &optional b)", '  "Adds."', "  (+ a (or b 1)))"),
  },
  {
    rule: "loops with the variable beside and the body below",
    before: "(dolist (x '(1 2))\n      (foo x))\n(dotimes (i 3)\n(bar i))\n(while t\n   (baz))",
    after: lines("(dolist (x '(1 2))", "  (foo x))", "(dotimes (i 3)", "  (bar i))", "(while t", "  (baz))"),
  },
  {
    rule: "calls of a macro with a &rest body like forms with a body",
    before: "(defmacro with-x (x &rest body) `(let ((x ,x)) ,@body))\n(with-x 1\n(foo)\n(bar))",
    after: lines("(defmacro with-x (x &rest body) `(let ((x ,x)) ,@body))", "(with-x 1", "  (foo)", "  (bar))"),
  },
  {
    rule: "arguments that do not fit on the line, under the first",
    before: `(concat ${LONG.join(" ")})`,
    after: lines(`(concat ${LONG[0]}`, `        ${LONG[1]}`, `        ${LONG[2]})`),
  },
  {
    rule: "arguments under the operator where they only fit there",
    before: `(a-long-operator-name-that-leaves-little-room (concat ${LONG[0]} ${LONG[1]}) 1)`,
    after: lines("(a-long-operator-name-that-leaves-little-room", ` (concat ${LONG[0]} ${LONG[1]})`, " 1)"),
  },
  {
    rule: "keywords with their values",
    before: `(Grep :pattern "${LONG[0]}" :path "${LONG[1]}" :glob "*.el" :limit 5)`,
    after: lines(`(Grep :pattern "${LONG[0]}"`, `      :path "${LONG[1]}"`, '      :glob "*.el"', "      :limit 5)"),
  },
  {
    rule: "setq in pairs where its author broke it",
    before: "(setq a 1\nb 2)\n(setq c 3\n d 4\n e 5)",
    after: lines("(setq a 1", "      b 2)", "(setq c 3", "      d 4", "      e 5)"),
  },
  { rule: "quoted lists as data, not as code", before: "'(let ((a 1))\n  a)", after: "'(let ((a 1)) a)\n" },
  {
    rule: "templates as code",
    before: "`(let ((,a 1))\n,@body)",
    after: lines("`(let ((,a 1))", "   ,@body)"),
  },
  {
    rule: "an unquote of a symbol that begins with @, apart from a splice",
    before: "`(, @a ,@b)",
    after: "`(, @a ,@b)\n",
  },
  {
    rule: "a trailing comment at the end of its line",
    before: "(foo)    ; why\n(bar)",
    after: lines("(foo) ; why", "(bar)"),
  },
  {
    rule: "a list with a comment in it, broken at the comment",
    before: "(list 1 ; one\n 2\n;; three\n3)",
    after: lines("(list 1 ; one", "      2", "      ;; three", "      3)"),
  },
  {
    rule: "a closing parenthesis below a comment",
    before: "(progn\n  (foo) ; last\n)",
    after: lines("(progn", "  (foo) ; last", "  )"),
  },
  {
    rule: "comments in bindings and bodies where they are",
    before: "(let ((a 1) ; one\n;; two\n(b 2)) ; both\n\n\n;; body\na)",
    after: lines("(let ((a 1) ; one", "      ;; two", "      (b 2)) ; both", "", "  ;; body", "  a)"),
  },
  { rule: "a text of comments alone", before: "  ; a\n\n\n;; b", after: lines("; a", "", ";; b") },
  {
    rule: "strings of several lines byte for byte",
    before: '(Edit :old "a\n   b" :new "c")\n(Bash :command "x  \n\ty")',
    after: lines('(Edit :old "a', '   b"', '      :new "c")', '(Bash :command "x  ', '\ty")'),
  },
  {
    rule: "CRLF where the last line ends with it",
    before: "(when a\n b)\n; c\r\n(d)",
    after: "(when a\r\n  b)\r\n; c\r\n(d)\r\n",
  },
  {
    rule: "many numbers side by side",
    before: `(list '(${"1234567 ".repeat(14).trim()}) 2)`,
    after: lines(`(list '(${"1234567 ".repeat(11).trim()}`, `        ${"1234567 ".repeat(3).trim()})`, "      2)"),
  },
  { rule: "empty lists and vectors without blanks", before: "(list ( ) [ \n ])", after: "(list () [])\n" },
];
