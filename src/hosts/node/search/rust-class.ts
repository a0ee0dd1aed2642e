import type { PatternReader } from "./pattern-reader.ts";
import { literal, nextChar, PatternMistake, readEscape } from "./pattern-reader.ts";

/** Named classes such as `[:alpha:]`; they mean ASCII. */
const NAMED: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\x09\x20`,
  cntrl: String.raw`\x00-\x1f\x7f`,
  digit: "0-9",
  graph: String.raw`\x21-\x7e`,
  lower: "a-z",
  print: String.raw`\x20-\x7e`,
  punct: String.raw`\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e`,
  space: String.raw`\x09-\x0d\x20`,
  upper: "A-Z",
  word: String.raw`0-9A-Za-z\x5f`,
  xdigit: "0-9A-Fa-f",
};

/** Classes in classes that are read. */
const MAX_NESTING = 50;

/**
 * Reads a class; its bracket has been read. What stands on the sides of `&&` and `--` becomes a class of its own, since
 * this host takes nothing else there; several of them are worked off from the left.
 */
export function readClass(reader: PatternReader, depth = 0): string {
  if (depth > MAX_NESTING) throw new PatternMistake("character classes are nested too deeply");
  const isNegative = reader.text[reader.at] === "^";
  if (isNegative) reader.at += 1;
  let left = "";
  let items = "";
  for (let isFirst = true; isFirst || reader.text[reader.at] !== "]"; isFirst = false) {
    if (reader.at >= reader.text.length) throw new PatternMistake("unclosed character class");
    const operation = reader.text.slice(reader.at, reader.at + 2);
    if (operation === "&&" || operation === "--") {
      left = `${left === "" ? `[${items}]` : `[${left}[${items}]]`}${operation}`;
      items = "";
      reader.at += 2;
    } else {
      items += readItem(reader, depth);
    }
  }
  reader.at += 1;
  return `[${isNegative ? "^" : ""}${left === "" ? items : `${left}[${items}]`}]`;
}

function readItem(reader: PatternReader, depth: number): string {
  const char = nextChar(reader);
  if (char === "[") return readNamed(reader) ?? readClass(reader, depth + 1);
  if (char === "\\") return readEscape(reader);
  // Between two characters it makes a range.
  return char === "-" && isRange(reader) ? "-" : literal(char);
}

function isRange(reader: PatternReader): boolean {
  const before = reader.text[reader.at - 2];
  const after = reader.text[reader.at];
  return before !== "[" && before !== "^" && after !== "]" && after !== undefined;
}

/** A named class, `[:^alpha:]` included; its first bracket has been read. */
function readNamed(reader: PatternReader): string | undefined {
  const found = /^:(\^?)([a-z]+):\]/.exec(reader.text.slice(reader.at));
  const set = NAMED[found?.[2] ?? ""];
  if (!found || set === undefined) return undefined;
  reader.at += found[0].length;
  return `[${found[1] ?? ""}${set}]`;
}
