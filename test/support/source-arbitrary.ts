import fc from "fast-check";

/** Leaves of every kind that the reader knows, some of several lines. */
const LEAVES = [
  ...["a", "nil", "t", "foo-bar", "let*", ":key", ":", "1.5.2", "\\,odd\\ name", "a\\;b", "+1", "{", "é", "日本"],
  ...["1", "-7", "2.5", "1e3", "#x1F", "#24r1k", "123456789012345678901234567890"],
  ...["?a", "?\\(", "?\\s", "?;", "?\\C-a"],
  ...[
    '""',
    '"text"',
    '"a ; b"',
    '"two\nlines"',
    '"say \\"hi\\""',
    '"\\\n"',
    '"a long string that takes up most of a line, really"',
  ],
];

/** Operators whose lists the formatter breaks in ways of their own, and some that it does not. */
const HEADS = [
  ...[
    "let",
    "let*",
    "if",
    "when",
    "unless",
    "while",
    "cond",
    "progn",
    "lambda",
    "defun",
    "defmacro",
    "dolist",
    "dotimes",
  ],
  ...["setq", "quote", "list", "concat", "Read", "with-x", "a-function-with-quite-a-long-name"],
];

const PREFIXES = ["'", "`", ",", ",@", "#'", ", ", "' "];

/** White space and comments between two elements; never empty. */
const gap: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(" ") },
  { weight: 3, arbitrary: fc.constantFrom("\n", "  ", "\n   ", "\t", "\n\n", "\n\n\n", " \r\n") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      " ; why\n",
      "; close\n",
      "\n;; own line\n",
      "\n\n;; after a gap\n ",
      " ;\n;; two\n",
      " #! skipped\n",
    ),
  },
);

/** A gap, or nothing. */
const edge: fc.Arbitrary<string> = fc.oneof({ weight: 5, arbitrary: fc.constant("") }, { weight: 1, arbitrary: gap });

function between(elements: readonly string[], gaps: readonly string[]): string {
  return elements.map((element, i) => (i === 0 ? element : `${gaps[i % gaps.length] ?? " "}${element}`)).join("");
}

const elements = (datum: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(datum, { maxLength: 6 }), fc.array(gap, { minLength: 1, maxLength: 6 }), edge, edge)
    .map(([data, gaps, before, after]) => `${before}${between(data, gaps)}${after}`);

const { datum } = fc.letrec<{
  datum: string;
  list: string;
  form: string;
  vector: string;
  prefixed: string;
  leaf: string;
}>((tie) => ({
  datum: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    { weight: 4, arbitrary: tie("leaf") },
    { weight: 2, arbitrary: tie("list") },
    { weight: 5, arbitrary: tie("form") },
    { weight: 1, arbitrary: tie("vector") },
    { weight: 1, arbitrary: tie("prefixed") },
  ),
  leaf: fc.constantFrom(...LEAVES),
  list: elements(tie("datum")).map((inside) => `(${inside})`),
  form: fc
    .tuple(fc.constantFrom(...HEADS), gap, elements(tie("datum")))
    .map(([head, first, rest]) => `(${head}${first}${rest})`),
  vector: elements(tie("datum")).map((inside) => `[${inside}]`),
  prefixed: fc
    .tuple(fc.constantFrom(...PREFIXES), edge, tie("datum"))
    .map(([prefix, before, inside]) => `${prefix}${before}${inside}`),
}));

/**
 * Text of scripts as somebody might type them: well-formed lists, vectors, prefixes and atoms with any white space and
 * comments between them. They read without structural errors; they need not make sense.
 */
export const sourceArbitrary: fc.Arbitrary<string> = fc
  .tuple(elements(datum), edge)
  .map(([inside, after]) => `${inside}${after}`);
