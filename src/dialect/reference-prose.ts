import type { Example } from "./primitive.ts";

/** A piece of the manual that no table holds: what it is called, what it says, scripts with their values. */
export interface ProseEntry {
  readonly name: string;
  /** How it is written, where that can be said in a line. */
  readonly signature?: string;
  readonly doc: string;
  readonly examples: readonly Example[];
}

/** How text becomes data (R023–R032, 2.1, A21). */
export const READER_ENTRIES: readonly ProseEntry[] = [
  {
    name: "scripts",
    signature: "FORM...",
    doc: "A script is one form or several, evaluated in order; the last value is the script's value. Trailing blanks and comments are fine, an empty script is an error.",
    examples: [["1 2 3", "3"]],
  },
  {
    name: "comments",
    signature: "; TEXT",
    doc: "From a semicolon to the end of the line. A semicolon inside a string or after a question mark is an ordinary character.",
    examples: [["(+ 1 ; one\n   2)", "3"]],
  },
  {
    name: "integers",
    signature: "42 -7 +5 1. #xFF #o17 #b101 #24r1k",
    doc: "Integers are exact, up to the budget max-number-bits. A trailing dot is allowed. #x, #o, #b and #RADIXr give the base.",
    examples: [
      ["(list 1. #xFF #b101 #24r1k)", "(1 255 5 44)"],
      ["(* 4294967296 4294967296)", "18446744073709551616"],
    ],
  },
  {
    name: "floats",
    signature: "1.5 .5 1e3 -0.0 1.0e+INF 0.0e+NaN",
    doc: "A decimal point with digits after it, or an exponent, makes a float. Floats print in the shortest form that reads back as the same number. 1 and 1.0 are different values, and = compares them exactly.",
    examples: [
      ["(list .5 1e3 1e21 (/ 1.0 0))", "(0.5 1000.0 1e+21 1.0e+INF)"],
      ["(list (= 1 1.0) (equal 1 1.0))", "(t nil)"],
    ],
  },
  {
    name: "strings",
    signature: '"TEXT"',
    doc: 'A string is a sequence of Unicode characters. \\n, \\t, \\r, \\e, \\s stand for control characters and the blank, \\\\ and \\" for themselves, \\xHH, \\ooo, \\uXXXX, \\U00XXXXXX and \\N{NAME} for a character; a backslash at the end of a line joins it with the next one. \\200 to \\377 and \\x80 to \\xff are raw bytes, not characters. Any other escaped character stands for itself. Strings may span lines.',
    examples: [
      ['(length "a\\nb")', "3"],
      ['(concat "\\u00e9" "\\x41")', '"éA"'],
      ['(length "😀")', "1"],
    ],
  },
  {
    name: "characters",
    signature: "?a ?\\n ?\\x41 ?\\C-a",
    doc: "A question mark and a character is that character's number. The escapes of strings work; \\C-, \\^ and \\M- add the control and meta bits of Emacs. A delimiter has to follow.",
    examples: [["(list ?a ?\\n ?\\( ?\\u00e9)", "(97 10 40 233)"]],
  },
  {
    name: "symbols",
    signature: "NAME",
    doc: "A word that is no number is a symbol; case matters. As a form it is a variable, quoted it is itself, in front of arguments it is an operator. A backslash takes the next character literally. nil is the empty list and false; t is true. true, false and null are ordinary names: write t, nil (or :json-false for tools) and :null.",
    examples: [
      ["(list 'Foo-Bar/baz* '-1x 'a\\ b)", "(Foo-Bar/baz* -1x a\\ b)"],
      ["(if '() 1 2)", "2"],
    ],
  },
  {
    name: "keywords",
    signature: ":NAME",
    doc: "A symbol that begins with a colon evaluates to itself. Tools take their arguments after keywords, and keyword plists are the dialect's objects.",
    examples: [["(plist-get '(:a 1 :b 2) :b)", "2"]],
  },
  {
    name: "lists",
    signature: "(ITEM...)",
    doc: "Evaluated, a list is a call of the operator in front; quoted, it is data. Literals are proper lists: (a . (b c)) reads as (a b c), any other dotted pair is refused. (cons a b) makes a pair at run time.",
    examples: [
      ['\'(a (b 1) "c")', '(a (b 1) "c")'],
      ["(cons 1 2)", "(1 . 2)"],
    ],
  },
  {
    name: "vectors",
    signature: "[ITEM...]",
    doc: "A vector literal is data; its items are not evaluated. length, append, concat, reverse, substring and last take vectors; mapcar, dolist, apply and sort take lists, which (append VECTOR nil) makes. A tool's array argument may be a vector or a list.",
    examples: [
      ["[a (+ 1 2)]", "[a (+ 1 2)]"],
      ["(apply '+ (append [1 2] nil))", "3"],
    ],
  },
  {
    name: "quote",
    signature: "'DATUM",
    doc: "The datum itself, unevaluated; short for (quote DATUM). #'NAME is read as 'NAME, with a warning: functions are called by their quoted names.",
    examples: [["'(+ 1 2)", "(+ 1 2)"]],
  },
  {
    name: "backquote",
    signature: "`TEMPLATE ,FORM ,@LIST",
    doc: "A template of one level: everything is constant except ,FORM, which becomes FORM's value, and ,@FORM, which puts the elements of a list in its place. Templates cannot be nested, a comma needs a template around it, and vectors inside a template are constant.",
    examples: [
      ["(let ((x 2) (l '(3 4))) `(1 ,x ,@l 5))", "(1 2 3 4 5)"],
      ["`(a b)", "(a b)"],
    ],
  },
  {
    name: "labels",
    signature: "#1=DATUM #1#",
    doc: "#N= names a datum and #N# puts the same object there again. A label inside its own datum is refused: data is never circular.",
    examples: [["'(#1=(a) #1#)", "((a) (a))"]],
  },
  {
    name: "json",
    signature: "(:key VALUE...) [ITEM...]",
    doc: "JSON is not part of the dialect. Write an object as a keyword plist, an array as a vector or list without commas, true as t, false as :json-false (or nil), null as :null. Braces read as parts of symbols and a comma as an unquote; what looks like JSON is reported.",
    examples: [['\'(:id 1 :tags ["a" "b"] :done :json-false)', '(:id 1 :tags ["a" "b"] :done :json-false)']],
  },
  {
    name: "refused",
    signature: "#s( #( #[ #& #@ #^ #<",
    doc: "Read syntax of Emacs that the dialect does not have: records, byte code, char tables, bool vectors, skipped data, unreadable objects. #:NAME reads as a symbol of its own, which no other reading gives again. #! to the end of the line is skipped.",
    examples: [],
  },
  {
    name: "printing",
    doc: "A script's final string is shown verbatim, every other value as it would be read: strings in quotes with only \\\" and \\\\ escaped, floats with a point or exponent, quoted forms with their prefix, symbols with a backslash where they need one. A lambda prints as #<lambda> and cannot be a final value or a tool's argument.",
    examples: [["(list \"a\\\"b\" 1.0 ''x 'a\\ b)", '("a\\"b" 1.0 \'x a\\ b)']],
  },
];

/** The bounded regexps (R172–R184, 2.6). */
export const REGEXP_ENTRIES: readonly ProseEntry[] = [
  {
    name: "syntax",
    doc: "string-match-p, split-string and string-trim take Emacs regexps: ( ) | { } are ordinary characters, their escaped forms are special. In a string literal each backslash is written twice. Regexps passed to tools, such as Grep's pattern, follow the tool's own syntax.",
    examples: [['(string-match-p "^(defcustom" "(defcustom x")', "0"]],
  },
  {
    name: "case",
    doc: "Matching ignores case, always; no setting changes it. string-search, string-prefix-p and equal do not ignore case.",
    examples: [['(list (string-match-p "b" "ABC") (string-search "b" "ABC"))', "(1 nil)"]],
  },
  {
    name: "atoms",
    signature: "c . [SET] [^SET] \\c",
    doc: "A literal character, a dot for any character but a newline, a bracket class, or an escaped special character.",
    examples: [
      ['(string-match-p "a.c" "xabc")', "1"],
      ['(string-match-p "\\\\." "a.b")', "1"],
    ],
  },
  {
    name: "classes",
    signature: "[a-z] [^0-9_] [[:alpha:]]",
    doc: "Inside brackets a backslash is an ordinary character, ] first is literal, a range that runs backwards is empty, and named classes are [:alpha:] [:alnum:] [:digit:] [:xdigit:] [:upper:] [:lower:] [:space:] [:blank:] [:punct:] [:word:] [:cntrl:] [:print:] [:graph:] [:ascii:] [:nonascii:] [:unibyte:] [:multibyte:].",
    examples: [
      ['(string-match-p "[[:digit:]]" "ab1")', "2"],
      ['(string-match-p "[]x]" "a]")', "1"],
    ],
  },
  {
    name: "repetition",
    signature: "* + ? \\{N\\} \\{N,\\} \\{N,M\\}",
    doc: "One repetition after one atom. Repeating a group, repeating a repetition (so also the non-greedy +?), and a repetition with nothing before it are refused. A regexp has at most eight repeated atoms.",
    examples: [
      ['(string-match-p "^[0-9]+$" "12345")', "0"],
      ['(string-match-p "a\\\\{2\\\\}" "caab")', "1"],
    ],
  },
  {
    name: "groups",
    signature: "\\(REGEXP\\)",
    doc: "Plain groups are allowed, unrepeated. Alternation \\|, back-references \\1 and shy or numbered groups \\(?: are refused: match several regexps one after the other with or.",
    examples: [['(string-match-p "x\\\\(foo\\\\)y" "axfooy")', "1"]],
  },
  {
    name: "anchors",
    signature: "^ $ \\` \\' \\b \\B \\< \\> \\_< \\_>",
    doc: "^ and $ are the ends of a line, \\` and \\' those of the text, \\b a word boundary, \\< and \\> a word's start and end, \\_< and \\_> those of a symbol. A ^ that is not at the start and a $ that is not at the end are literal.",
    examples: [
      ['(string-match-p "^b" "a\\nb")', "2"],
      ['(string-match-p "\\\\bfoo\\\\b" "a foo b")', "2"],
    ],
  },
  {
    name: "syntax classes",
    signature: "\\w \\W \\s- \\sw \\s_ \\s.",
    doc: "\\w is a word character, \\W any other; \\sC and \\SC ask for a syntax class by its code, in Emacs's standard table.",
    examples: [['(string-match-p "\\\\sw+" "-ab")', "1"]],
  },
  {
    name: "work",
    doc: "Before matching, the cost is bounded: bytes of the regexp times bytes of the text, raised to the number of repeated atoms, has to stay within max-regexp-work. A regexp that is fine on a line may be refused on a whole file: split the text first, or let Grep search.",
    examples: [],
  },
  {
    name: "literal text",
    signature: "(regexp-quote STRING)",
    doc: "regexp-quote escapes [ * . \\ ? + ^ $ so that text matches itself.",
    examples: [['(regexp-quote "a.b*")', '"a\\\\.b\\\\*"']],
  },
];

/** The two evaluators and how to compare them (A04). */
export const ROUTE_ENTRIES: readonly ProseEntry[] = [
  {
    name: "vm",
    doc: "What runs in the product: forms are compiled to compact code with resolved variables, which an explicit-stack machine executes. No host code is generated.",
    examples: [],
  },
  {
    name: "tree",
    doc: "The reference: a small continuation machine that works directly on the forms. Slower, and kept plainly right.",
    examples: [],
  },
  {
    name: "compare",
    signature: "toolcall compare FILE",
    doc: "Runs a script on both and reports agreement, or the axes on which they differ: outcome, value, error, steps, tool calls. The two share the reader, the tables, the check before running, the accounts and the printer, and nothing else; any difference is a bug.",
    examples: [],
  },
  {
    name: "steps",
    doc: "Both count the same steps: one for each form evaluated, atoms included, and one more for each expansion of a convenience or backquote. A script pauses between slices of steps, so however long it runs it can be interrupted.",
    examples: [["(+ 1 2)", "3"]],
  },
];

/** Procedures of other Lisps that are left out on purpose, and why (R021, R050, 2.3). */
export const ABSENT_PROCEDURES: Readonly<Record<string, string>> = {
  eval: "Scripts never evaluate data: call functions through funcall or apply, or write a macro.",
  read: "Text is not turned into code or data at run time.",
  "read-from-string": "Text is not turned into code or data at run time.",
  expt: "Left out because a small expression could ask for an enormous number.",
  "make-string": "Left out because a small expression could ask for an enormous string; join a list of strings.",
  "make-list": "Build lists with push in a loop.",
  setcar: "Guest data is immutable: build a new list.",
  setcdr: "Guest data is immutable: build a new list.",
  nreverse: "Guest data is immutable: use (reverse LIST).",
  nconc: "Guest data is immutable: use (append LIST...).",
  delete: "Guest data is immutable: collect what stays with dolist, unless and push.",
  puthash: "There are no hash tables: keep an alist and use assoc.",
  gethash: "There are no hash tables: keep an alist and use (cdr (assoc KEY ALIST)).",
  "make-hash-table": "There are no hash tables: keep an alist and use assoc.",
  intern: "Names are not made at run time; gensym makes a fresh one for an expansion.",
  macrolet: "Macros are defined at the top level with defmacro.",
  "current-time": "Scripts have no clock.",
  random: "Scripts have no randomness.",
  getenv: "Scripts see nothing of the host; call a tool.",
  "replace-regexp-in-string": "Split with split-string and join with string-join.",
  "string-replace": "Split with (split-string TEXT (regexp-quote FROM)) and join with (string-join PARTS TO).",
};

/** Functions and macros of a script's own (R141–R159). */
export const DEFINITION_ENTRIES: readonly ProseEntry[] = [
  {
    name: "defun",
    signature: "(defun NAME (PARAMETER...) BODY...)",
    doc: "Defines a function of this script, at its top level only. Definitions are known everywhere in the script, in any order; they are gone when it ends. At least one form has to remain beside them.",
    examples: [
      ["(defun twice (x) (* 2 x)) (twice 21)", "42"],
      ["(defun sq (x) (* x x)) (mapcar 'sq '(1 2 3))", "(1 4 9)"],
    ],
  },
  {
    name: "defmacro",
    signature: "(defmacro NAME (PARAMETER...) BODY...)",
    doc: "Defines a macro: it gets its arguments as unevaluated forms, and the form it answers is evaluated where the macro was called, anew each time. The expansion has to be code that the reader could have read. A macro cannot be passed as a function.",
    examples: [["(defmacro unless2 (c &rest body) `(if ,c nil ,@body)) (unless2 nil 1 2)", "2"]],
  },
  {
    name: "parameters",
    signature: "(NAME... &optional NAME... &rest NAME)",
    doc: "For defun, defmacro and lambda: plain names, then optional ones that are nil when left out, then one name for the list of all further arguments. &key does not exist; tools alone take keywords. Every call is checked against its parameters.",
    examples: [
      ["(defun f (a &optional b &rest more) (list a b more)) (list (f 1) (f 1 2 3 4))", "((1 nil nil) (1 2 (3 4)))"],
    ],
  },
  {
    name: "names",
    doc: "A definition's name must be free: forms, conveniences, primitives, tools and earlier definitions are never shadowed. Variables live apart from operators, so a variable may be called list; (f 1) never looks at a variable f, which takes (funcall f 1).",
    examples: [["(let ((list 3) (f (lambda (x) (+ x 1)))) (list list (funcall f 1)))", "(3 2)"]],
  },
  {
    name: "tail calls",
    doc: "A call that is the last thing a function does adds no frame, to itself or to another function, so such recursion goes on as long as the steps last. Other recursion is bounded by max-stack-depth.",
    examples: [["(defun count (n acc) (if (= n 0) acc (count (- n 1) (+ acc 1)))) (count 5000 0)", "5000"]],
  },
  {
    name: "hygiene",
    signature: "(gensym)",
    doc: "gensym makes a symbol that no other code can name, for variables that an expansion binds.",
    examples: [
      [
        "(defmacro swap (a b) (let ((tmp (gensym))) `(let ((,tmp ,a)) (setq ,a ,b) (setq ,b ,tmp)))) (let ((x 1) (y 2)) (swap x y) (list x y))",
        "(2 1)",
      ],
    ],
  },
];

/** Calls of tools (R185–R229). Examples would need tools, so there are none. */
export const TOOL_ENTRIES: readonly ProseEntry[] = [
  {
    name: "calls",
    signature: "(TOOL :KEY VALUE...)",
    doc: "A tool is called like a function, with keyword arguments named as in its contract. The value is exactly the text the tool returns, its formatting included. Objects are keyword plists, arrays vectors or lists, false :json-false or nil for a boolean, null :null. A wrapped tool is called by its qualified name, CATEGORY/NAME.",
    examples: [],
  },
  {
    name: "errors",
    signature: '(:error "MESSAGE")',
    doc: "A failed call is a value, which the script can test with (and (listp r) (plist-get r :error)) and go on. Wrong arguments fail in the same way. A call that is denied ends the whole script, and nothing that was already done is undone.",
    examples: [],
  },
  {
    name: "direct",
    doc: "A script that is one call, its arguments literals, quoted data or primitives applied to them, is direct: it answers and is shown as the tool itself. Everything else is composed and answers the script's last value.",
    examples: [],
  },
  {
    name: "standalone-only",
    doc: "Some tools have to be the entire script, such as those that ask the user. Inside a composed script they are refused before anything runs.",
    examples: [],
  },
  {
    name: "parallel",
    signature: "(parallel (TOOL :KEY VALUE...)...)",
    doc: "Makes independent calls at the same time, as far as the host allows, and answers their results in source order. Each entry is one call; its arguments are evaluated first and may not call tools. A failed call is an error value at its place. All calls of a join count against max-tool-calls before the first one is made.",
    examples: [],
  },
  {
    name: "parallel-map",
    signature: "(parallel-map (lambda (NAME) (TOOL :KEY VALUE...)) LIST)",
    doc: "The same for each element of a list, with results in the list's order.",
    examples: [],
  },
];
