import { InvariantError } from "../base/invariant.ts";
import type { Primitive } from "./primitive.ts";
import { ARITHMETIC_PRIMITIVES } from "./primitives/arithmetic.ts";
import { COMPARISON_PRIMITIVES } from "./primitives/comparison.ts";
import { FILE_NAME_PRIMITIVES } from "./primitives/file-names.ts";
import { FORMAT_PRIMITIVES } from "./primitives/format.ts";
import { LIST_PRIMITIVES } from "./primitives/lists.ts";
import { MATCH_PRIMITIVES } from "./primitives/match.ts";
import { NUMBER_PRIMITIVES } from "./primitives/number-strings.ts";
import { PAIR_PRIMITIVES } from "./primitives/pairs.ts";
import { PREDICATE_PRIMITIVES } from "./primitives/predicates.ts";
import { ROUNDING_PRIMITIVES } from "./primitives/rounding.ts";
import { searchPrimitives } from "./primitives/searching.ts";
import { SEQUENCE_PRIMITIVES } from "./primitives/sequences.ts";
import { SORT_PRIMITIVES } from "./primitives/sort.ts";
import { STRING_PRIMITIVES } from "./primitives/strings.ts";

/** The closed table's names, in the manual's order: nearest-name suggestions depend on it (R056, R060, 2.5). */
const NAMES = [
  ["car", "cdr", "caar", "cadr", "cdar", "cddr", "cons", "list", "append", "length", "nth", "nthcdr", "last", "take"],
  ["reverse", "sort", "member", "memq", "assoc", "assq", "plist-get", "plist-member"],
  ["concat", "format", "substring", "split-string", "string-join"],
  ["file-name-nondirectory", "file-name-directory", "file-name-concat", "file-name-extension"],
  ["file-name-sans-extension", "file-name-base", "string-trim", "string-prefix-p", "string-suffix-p"],
  ["string-match-p", "string-search", "regexp-quote", "upcase", "downcase", "capitalize"],
  ["number-to-string", "string-to-number", "+", "-", "*", "/", "%", "mod", "abs", "max", "min", "float"],
  ["truncate", "round", "floor", "ceiling", "=", "/=", "<", ">", "<=", ">=", "eq", "eql", "equal"],
  ["null", "not", "atom", "consp", "listp", "stringp", "numberp", "integerp", "floatp", "symbolp", "sequencep"],
  ["identity", "gensym"],
].flat();

const RECORDS: readonly Primitive[] = [
  ...PAIR_PRIMITIVES,
  ...SEQUENCE_PRIMITIVES,
  ...LIST_PRIMITIVES,
  ...SORT_PRIMITIVES,
  ...searchPrimitives((name) => PRIMITIVES.get(name)),
  ...FORMAT_PRIMITIVES,
  ...MATCH_PRIMITIVES,
  ...STRING_PRIMITIVES,
  ...FILE_NAME_PRIMITIVES,
  ...NUMBER_PRIMITIVES,
  ...ARITHMETIC_PRIMITIVES,
  ...ROUNDING_PRIMITIVES,
  ...COMPARISON_PRIMITIVES,
  ...PREDICATE_PRIMITIVES,
];

function orderedTable(): ReadonlyMap<string, Primitive> {
  const records = new Map(RECORDS.map((record) => [record.name, record]));
  const table = new Map<string, Primitive>();
  for (const name of NAMES) {
    const record = records.get(name);
    if (record === undefined) throw new InvariantError(`the primitive ${name} has no record`);
    table.set(name, record);
  }
  if (records.size !== NAMES.length || RECORDS.length !== NAMES.length) {
    throw new InvariantError("a primitive is missing from the order of names");
  }
  return table;
}

/** Every primitive by its name, in the manual's order (R056–R140). */
export const PRIMITIVES: ReadonlyMap<string, Primitive> = orderedTable();
