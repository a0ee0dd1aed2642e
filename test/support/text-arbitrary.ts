import fc from "fast-check";

/** Pieces that mean something to the reader, alone or where they meet. */
const PIECES = [
  ..."()[]'`,;\"#?\\. \n\t\r\0{}|:@^-+eE0123456789abxor".split(""),
  ...[
    "(defun f (x)\n",
    "#'",
    ",@",
    "#1=",
    "#1#",
    "#!",
    "##",
    "#_",
    "#x1F",
    "#24r",
    "#s(",
    "#|",
    "?\\C-",
    "?\\M-\\^",
    "\\N{",
    "\\u12",
    "\\x",
  ],
  ...[
    "1.5e+INF",
    "nil",
    ":key",
    '"str"',
    "\\200",
    "“",
    "’",
    "\u00a0",
    "\ufeff",
    "é",
    "😀",
    "\ud800",
    "\udc80",
    "\n(",
    "a . b",
  ],
];

/** Any text at all: pieces of scripts in any order, arbitrary characters, arbitrary UTF-16 units. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
);
