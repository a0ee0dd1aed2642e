import { codeAt, isRawByte, unitsOf } from "../text/characters.ts";
import type { CharTest } from "./char-set.ts";
import { CharSet, FIRST_RAW_BYTE } from "./char-set.ts";
import { invalid } from "./faults.ts";
import { NAMED_CLASSES } from "./named-classes.ts";

/**
 * Parses the bracket class that begins at the unit `at`, as Emacs reads it (A32): a backslash is itself, `]` is itself
 * when it comes first. Throws E161 when it never ends or names an unknown class.
 */
export function parseClass(text: string, at: number): { readonly set: CharSet; readonly end: number } {
  const ranges: number[] = [];
  const tests: CharTest[] = [];
  const negated = text.charAt(at + 1) === "^";
  const first = at + (negated ? 2 : 1);
  let i = first;
  for (;;) {
    if (i >= text.length) throw invalid(text, at, "the class [ is never closed");
    const named = namedClassEnd(text, i);
    if (named >= 0) {
      tests.push(namedTest(text, i, named));
      i = named;
      continue;
    }
    if (text.charAt(i) === "]" && i !== first) break;
    i = parseRange(text, i, ranges);
  }
  return { set: new CharSet(negated, ranges, tests), end: i + 1 };
}

/** The unit after a `[:name:]` that begins at `at`, or -1 when none does. */
function namedClassEnd(text: string, at: number): number {
  if (!text.startsWith("[:", at)) return -1;
  const close = text.indexOf(":]", at + 2);
  return close < 0 ? -1 : close + 2;
}

function namedTest(text: string, at: number, end: number): CharTest {
  const name = text.slice(at + 2, end - 2);
  const test = NAMED_CLASSES.get(name);
  if (test === undefined)
    throw invalid(
      text,
      at,
      `there is no class ${text.slice(at, Math.min(end, at + 24))}; the classes are ${[...NAMED_CLASSES.keys()].join(", ")}`,
    );
  return test;
}

/** Adds the character or range at `at` to `ranges`; answers the unit after it. A range that runs backwards holds nothing. */
function parseRange(text: string, at: number, ranges: number[]): number {
  const from = codeAt(text, at);
  let next = at + unitsOf(from);
  let to = from;
  if (text.charAt(next) === "-" && next + 1 < text.length && text.charAt(next + 1) !== "]") {
    to = codeAt(text, next + 1);
    next += 1 + unitsOf(to);
  }
  if (isRawByte(to) && !isRawByte(from)) {
    // From a character to a raw byte: the ASCII characters and the raw bytes, none between.
    if (from < 128) ranges.push(from, 127, FIRST_RAW_BYTE, to);
  } else if (from <= to) ranges.push(from, to);
  return next;
}
