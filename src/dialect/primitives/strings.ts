import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { CaseAction } from "../text/case.ts";
import { caseCharacter, caseText } from "../text/case.ts";
import { charIndex, insideCharacter, unitIndex } from "../text/characters.ts";
import { findLiteral } from "../text/literal-search.ts";
import type { Value } from "../values.ts";
import { Big, NIL, Str, truth } from "../values.ts";
import { isFixnum } from "../equality.ts";
import { outOfRange, wrongType } from "./faults.ts";
import { startsWith, endsWith } from "./affixes.ts";
import { stringJoin } from "./string-join.ts";

function stringSearch(meter: Meter, needle: Value, haystack: Value, startPos: Value): Value {
  if (!(needle instanceof Str)) throw wrongType("string-search", "stringp", needle, 0);
  if (!(haystack instanceof Str)) throw wrongType("string-search", "stringp", haystack, 1);
  const start = startPos === NIL ? 0 : startPos;
  if (typeof start !== "number") throw wrongType("string-search", "fixnump", start, 2);
  if (start < 0 || start > haystack.chars) {
    throw outOfRange("string-search", start, 2, ` for a length of ${haystack.chars}`);
  }
  const { text } = haystack;
  let at = findLiteral(text, needle.text, unitIndex(haystack, start), meter);
  while (at > 0 && insideCharacter(text, at)) at = findLiteral(text, needle.text, at + 1, meter);
  return at < 0 ? NIL : charIndex(haystack, at);
}

/** Character codes may carry modifier bits (`?\M-a`) above the code proper. */
const MODIFIER_BITS = 0xfc00000;

function changeCase(meter: Meter, name: string, value: Value, action: CaseAction): Value {
  if (value instanceof Str) return value.chars === 0 ? value : meter.str(caseText(meter, value, action));
  // Larger integers are no characters and come back as they are.
  if (value instanceof Big && value.value > 0n && isFixnum(value.value)) return value;
  if (typeof value !== "number" || value < 0) throw wrongType(name, "char-or-string-p", value, 0);
  if (value > MODIFIER_BITS) return value;
  return caseCharacter(value & ~MODIFIER_BITS, action) | (value & MODIFIER_BITS);
}

/** Strings: joining, beginnings and ends, literal search, upper and lower case (R087, R095, R096, R098, R100–R102). */
export const STRING_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(string-join strings &optional separator)",
    doc: "All STRINGS of a list as one string, with SEPARATOR between them.",
    examples: [
      ['(string-join \'("a" "b" "c") ", ")', '"a, b, c"'],
      ['(string-join nil "-")', '""'],
    ],
    fixed: stringJoin,
  }),
  definePrimitive({
    signature: "(string-prefix-p prefix string &optional ignore-case)",
    doc: "Whether STRING begins with PREFIX.",
    examples: [
      ['(string-prefix-p "ab" "abc")', "t"],
      ['(string-prefix-p "AB" "abc" t)', "t"],
    ],
    fixed: (meter, prefix, string, ignoreCase) => truth(startsWith(meter, prefix, string, ignoreCase !== NIL)),
  }),
  definePrimitive({
    signature: "(string-suffix-p suffix string &optional ignore-case)",
    doc: "Whether STRING ends with SUFFIX.",
    examples: [
      ['(string-suffix-p ".el" "a.el")', "t"],
      ['(string-suffix-p ".EL" "a.el")', "nil"],
    ],
    fixed: (meter, suffix, string, ignoreCase) => truth(endsWith(meter, suffix, string, ignoreCase !== NIL)),
  }),
  definePrimitive({
    signature: "(string-search needle haystack &optional start-pos)",
    doc: "The index at which NEEDLE first occurs in HAYSTACK from START-POS on, or nil. Takes the text as it is, case included.",
    examples: [
      ['(string-search "b" "abcb")', "1"],
      ['(string-search "b" "abcb" 2)', "3"],
      ['(string-search "A" "abc")', "nil"],
    ],
    fixed: stringSearch,
  }),
  definePrimitive({
    signature: "(upcase obj)",
    doc: "A string or character in upper case.",
    examples: [
      ['(upcase "straße")', '"STRASSE"'],
      ["(upcase ?a)", "65"],
    ],
    fixed: (meter, obj) => changeCase(meter, "upcase", obj, "up"),
  }),
  definePrimitive({
    signature: "(downcase obj)",
    doc: "A string or character in lower case.",
    examples: [
      ['(downcase "ABC")', '"abc"'],
      ["(downcase ?A)", "97"],
    ],
    fixed: (meter, obj) => changeCase(meter, "downcase", obj, "down"),
  }),
  definePrimitive({
    signature: "(capitalize obj)",
    doc: "A string with each word's first letter in upper case and the rest in lower case; a character in title case.",
    examples: [
      ['(capitalize "hello WORLD")', '"Hello World"'],
      ['(capitalize "foo_bar")', '"Foo_Bar"'],
    ],
    fixed: (meter, obj) => changeCase(meter, "capitalize", obj, "capitalize"),
  }),
];
