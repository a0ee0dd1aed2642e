import { Fault } from "../fault.ts";
import { charLength } from "../values.ts";

/** A part of Emacs's regexp language that the bounded subset leaves out (R177, R178). */
interface Refusal {
  /** Its name; `%` stands for its text. */
  readonly part: string;
  readonly why: string;
  readonly allowed: string;
}

const ONE_ATOM = "only one character, one escape, . or one [class] can be repeated";

/** What the scanner refuses, with what to write instead. */
const REFUSALS = {
  alternation: {
    part: "the alternation %",
    why: "a match may not branch",
    allowed:
      'Match once for each alternative: (or (string-match-p "A" s) (string-match-p "B" s)); alternatives of one character are a class: [ab].',
  },
  backreference: {
    part: "the backreference %",
    why: "a match may not depend on what a group matched",
    allowed: "Match without it and compare the parts with equal.",
  },
  extension: {
    part: "the group extension %",
    why: "groups are plain",
    allowed: "Write a plain group \\( … \\), or leave the group out: groups only mark.",
  },
  group: {
    part: "the quantifier % after a group",
    why: ONE_ATOM,
    allowed: "Repeat a single atom, such as [ab]* or x\\{2,5\\}, and write the longer text out.",
  },
  stacked: {
    part: "the quantifier % after another one",
    why: ONE_ATOM,
    allowed: "Keep one of the two quantifiers.",
  },
  lazy: {
    part: "the non-greedy quantifier %",
    why: "quantifiers are greedy",
    allowed: 'Repeat a class that leaves out the end instead: "[^,]*," for the shortest text up to a comma.',
  },
  leading: {
    part: "the quantifier % with nothing to repeat",
    why: ONE_ATOM,
    allowed: "Put an atom before it, or escape it to match the character itself: \\*, \\+, \\?.",
  },
  many: {
    part: "the quantifier % after eight others",
    why: "at most 8 atoms of one regexp can be repeated",
    allowed: "Split the test into two regexps, or write fixed text without quantifiers.",
  },
} as const satisfies Record<string, Refusal>;

/** The name of something that the subset leaves out. */
export type RefusalName = keyof typeof REFUSALS;

/** Longest stretch of a regexp shown on each side of the part that is at fault, in UTF-16 units. */
const CONTEXT = 40;

const ESCAPES: Readonly<Record<string, string>> = {
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\f": "\\f",
  "\\": "\\\\",
  '"': '\\"',
};

/** Whether a cut at a unit offset would go through the middle of a character. */
function splitsCharacter(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** A regexp as the string literal that a script would hold, cut around the unit `at` when it is long. */
function quoteRegexp(pattern: string, at: number): string {
  let from = Math.max(0, at - CONTEXT);
  let to = Math.min(pattern.length, at + CONTEXT);
  if (splitsCharacter(pattern, from)) from++;
  if (splitsCharacter(pattern, to)) to--;
  const inner = pattern.slice(from, to).replace(/[\n\t\r\f\\"]/g, (char) => ESCAPES[char] as string);
  return `"${from > 0 ? "…" : ""}${inner}${to < pattern.length ? "…" : ""}"`;
}

/** Position in characters, counted from 1 as people do. */
function characterAt(pattern: string, unit: number): number {
  return charLength(pattern.slice(0, unit)) + 1;
}

/** The E160 fault of something outside the subset: `text` stands at the UTF-16 unit `at` of `pattern`. */
export function refused(pattern: string, at: number, text: string, name: RefusalName): Fault {
  const { part, why, allowed } = REFUSALS[name];
  return new Fault("E160", "atomic-work", {
    regexp: quoteRegexp(pattern, at),
    part: part.replace("%", () => text),
    at: characterAt(pattern, at),
    why,
    allowed,
  });
}

/** The E161 fault of a regexp that is not well formed at the UTF-16 unit `at`. */
export function invalid(pattern: string, at: number, why: string): Fault {
  return new Fault("E161", "atomic-work", { regexp: quoteRegexp(pattern, at), at: characterAt(pattern, at), why });
}
