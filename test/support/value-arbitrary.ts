import fc from "fast-check";
import type { Value } from "../../src/dialect/values.ts";
import {
  Flo,
  integer,
  list,
  NIL,
  READER_BACKQUOTE,
  READER_COMMA,
  READER_COMMA_AT,
  READER_QUOTE,
  str,
  Sym,
  T,
  vec,
} from "../../src/dialect/values.ts";

/** Text of every kind of character: plain, odd, beyond the first plane, raw bytes where a string may have them. */
function text(rawBytes: boolean): fc.Arbitrary<string> {
  const units = [
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.constantFrom(
      "\\",
      '"',
      ";",
      "#",
      "?",
      ".",
      " ",
      "\n",
      "\t",
      "\u00a0",
      "1",
      "-",
      "e",
      "’",
      "“",
      "日",
      "😀",
      "\0",
    ),
    ...(rawBytes ? [fc.integer({ min: 0xdc80, max: 0xdcff }).map((unit) => String.fromCharCode(unit))] : []),
  ];
  // Halves that happen to meet would be a character, and other lone halves are no text at all.
  return fc
    .array(fc.oneof(...units), { maxLength: 6 })
    .map((parts) => parts.join(""))
    .filter(
      (whole) =>
        !/[\ud800-\udbff](?=[\udc80-\udcff])/u.test(whole) && !/[\ud800-\udbff\udc00-\udc7f\udd00-\udfff]/u.test(whole),
    );
}

const integers = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }).map(integer),
);

const floats = fc.oneof(
  fc.double().map((value) => new Flo(value)),
  fc
    .constantFrom(0, -0, 1e15, 1e16, 123456789012345, 1e-4, 1e-5, 1e21, 5e-324, Infinity, -Infinity)
    .map((n) => new Flo(n)),
  fc.boolean().map((negative) => new Flo(NaN, negative)),
);

const symbols = fc.oneof(
  fc
    .constantFrom(
      "a",
      "foo-bar",
      ":key",
      ":",
      "+",
      "-",
      "1+",
      "1e",
      "1e5",
      "-.5",
      "+1.",
      ".",
      "..",
      "?a",
      "",
      "a b",
      "quote",
    )
    .map((name) => new Sym(name)),
  text(false)
    .filter((name) => name !== "nil" && name !== "t")
    .map((name) => new Sym(name)),
);

const atoms: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(NIL, T),
  integers,
  floats,
  text(true).map(str),
  symbols,
);

/** Data as the reader can make it: atoms, proper lists, vectors, quoted data and templates. */
export const data: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    atoms,
    fc.array(tie("value"), { maxLength: 4 }).map((items) => list(items)),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => vec(items)),
    tie("value").map((value) => list([READER_QUOTE, value])),
    template(),
  ),
})).value;

/** A backquote whose commas stand inside it: elsewhere a comma is printed as a list and read as one. */
function template(): fc.Arbitrary<Value> {
  const unquoted = fc.tuple(fc.constantFrom(READER_COMMA, READER_COMMA_AT), atoms).map((items) => list(items));
  return fc
    .array(fc.oneof(atoms, unquoted), { maxLength: 4 })
    .chain((items) => fc.constantFrom<Value>(list(items), vec(items)))
    .map((body) => list([READER_BACKQUOTE, body]));
}
