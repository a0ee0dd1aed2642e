import { MAX_REPEATED_ATOMS } from "../limits.ts";
import { codeAt, unitsOf } from "../text/characters.ts";
import { syntaxUnit } from "../text/syntax.ts";
import { categoryTest } from "./categories.ts";
import { CharSet, literalSet } from "./char-set.ts";
import { invalid, refused } from "./faults.ts";
import type { RefusalName } from "./faults.ts";
import { parseClass } from "./parse-class.ts";

/** What an assertion asks of a place in the text. `never` is `\=`: a string has no point. */
export type Edge =
  | "line-start"
  | "line-end"
  | "text-start"
  | "text-end"
  | "word-edge"
  | "no-word-edge"
  | "word-start"
  | "word-end"
  | "symbol-start"
  | "symbol-end"
  | "never";

/** A character of `set`, `min` to `max` times, as many as possible. */
export interface Atom {
  readonly set: CharSet;
  readonly min: number;
  /** Infinity where there is no upper bound. */
  readonly max: number;
}

/** One element of a regexp: characters, or an assertion, which takes none. */
export type Element = Atom | Edge;

/** A parsed regexp. Groups only mark and leave nothing behind. */
export interface Pattern {
  readonly elements: readonly Element[];
  /** How many quantifiers were written (R178, R180). */
  readonly quantifiers: number;
}

/** What stands before the place that is parsed: `start` is nothing or an anchor, `text-start` is \` (after which `*` is itself, in Emacs). */
type Previous = "start" | "atom" | "group" | "quantifier" | "text-start";

interface Parser {
  readonly text: string;
  at: number;
  previous: Previous;
  quantifiers: number;
  /** Unit offsets of the groups that are open. */
  readonly open: number[];
  /** Where `^` is an anchor besides the start of the pattern: just after `\(`. */
  anchorAt: number;
  readonly elements: Element[];
}

const ANY = new CharSet(true, [10, 10]);
const MAX_COUNT = 65_535;

const EDGES: Readonly<Record<string, Edge>> = {
  b: "word-edge",
  B: "no-word-edge",
  "<": "word-start",
  ">": "word-end",
  "`": "text-start",
  "'": "text-end",
  "=": "never",
};

/** The syntax codes of `\sC`. Characters have only some of these classes; `-` is another spelling of the space. */
const SYNTAX_CODES = " -w_.()\"'$\\/<>@!|";

/** How many units the character at a unit offset takes. */
function widthAt(text: string, at: number): number {
  return unitsOf(codeAt(text, at));
}

/**
 * Parses a regexp in the bounded subset of Emacs's syntax (R172–R179, 2.6, A32).
 * Throws a `Fault` E160 for what the subset leaves out and E161 for what is not well formed.
 */
export function parsePattern(text: string): Pattern {
  const parser: Parser = { text, at: 0, previous: "start", quantifiers: 0, open: [], anchorAt: 0, elements: [] };
  while (parser.at < text.length) parseToken(parser);
  const unclosed = parser.open.at(-1);
  if (unclosed !== undefined) throw invalid(text, unclosed, "the group \\( is never closed");
  return { elements: parser.elements, quantifiers: parser.quantifiers };
}

function parseToken(parser: Parser): void {
  const { text, at } = parser;
  switch (text.charAt(at)) {
    case "\\": {
      parseEscape(parser);
      return;
    }
    case "[": {
      addClass(parser);
      return;
    }
    case ".": {
      addAtom(parser, ANY, 1);
      return;
    }
    case "*": {
      quantify(parser, 0, Infinity, 1);
      return;
    }
    case "+": {
      quantify(parser, 1, Infinity, 1);
      return;
    }
    case "?": {
      quantify(parser, 0, 1, 1);
      return;
    }
    case "^": {
      parseAnchor(parser, at === parser.anchorAt, "line-start");
      return;
    }
    case "$": {
      parseAnchor(parser, at + 1 === text.length || text.startsWith("\\)", at + 1), "line-end");
      return;
    }
    default: {
      addAtom(parser, literalSet(codeAt(text, at)), widthAt(text, at));
      return;
    }
  }
}

/** `^` and `$` are themselves away from the ends, but even then nothing can repeat them. */
function parseAnchor(parser: Parser, isAnchor: boolean, edge: Edge): void {
  if (isAnchor) addEdge(parser, edge, 1);
  else addAtom(parser, literalSet(codeAt(parser.text, parser.at)), 1);
  parser.previous = "start";
}

function addAtom(parser: Parser, set: CharSet, width: number): void {
  parser.elements.push({ set, min: 1, max: 1 });
  parser.previous = "atom";
  parser.at += width;
}

function addClass(parser: Parser): void {
  const { set, end } = parseClass(parser.text, parser.at);
  addAtom(parser, set, end - parser.at);
}

function addEdge(parser: Parser, edge: Edge, width: number): void {
  parser.elements.push(edge);
  parser.previous = edge === "text-start" ? "text-start" : "atom";
  parser.at += width;
}

function refuse(parser: Parser, name: RefusalName, width: number): never {
  const { text, at } = parser;
  throw refused(text, at, text.slice(at, at + width), name);
}

function quantify(parser: Parser, min: number, max: number, width: number): void {
  const { text, at, previous, elements } = parser;
  if (previous === "start") refuse(parser, "leading", width);
  if (previous === "group") refuse(parser, "group", width);
  if (previous === "quantifier") refuse(parser, text.charAt(at) === "?" ? "lazy" : "stacked", width);
  parser.quantifiers++;
  if (parser.quantifiers > MAX_REPEATED_ATOMS) refuse(parser, "many", width);
  if (previous === "text-start") {
    const literal = text.slice(at, at + width).replaceAll("\\", "");
    for (let i = 0; i < literal.length; i++) elements.push({ set: literalSet(literal.charCodeAt(i)), min: 1, max: 1 });
  } else {
    const last = elements.pop() as Element;
    if (typeof last === "string") {
      if (min > 0) elements.push(last);
    } else if (max > 0) elements.push({ set: last.set, min, max });
  }
  parser.previous = "quantifier";
  parser.at += width;
}

function parseEscape(parser: Parser): void {
  const { text, at } = parser;
  const char = text.charAt(at + 1);
  const edge = Object.hasOwn(EDGES, char) ? EDGES[char] : undefined;
  if (edge !== undefined) {
    addEdge(parser, edge, 2);
    return;
  }
  if (char >= "1" && char <= "9") refuse(parser, "backreference", 2);
  switch (char) {
    case "":
      throw invalid(text, at, "a backslash at the end escapes nothing");
    case "(":
    case ")": {
      parseGroup(parser, char);
      return;
    }
    case "|":
      return refuse(parser, "alternation", 2);
    case "{": {
      parseInterval(parser);
      return;
    }
    case "_": {
      parseSymbolEdge(parser);
      return;
    }
    default: {
      parseCharEscape(parser, char);
      return;
    }
  }
}

function parseGroup(parser: Parser, char: string): void {
  const { text, at, open } = parser;
  if (char === "(") {
    if (text.charAt(at + 2) === "?") refuse(parser, "extension", 4);
    open.push(at);
    parser.anchorAt = at + 2;
    parser.previous = "start";
  } else {
    if (open.pop() === undefined) throw invalid(text, at, "\\) closes no group");
    parser.previous = "group";
  }
  parser.at += 2;
}

function parseSymbolEdge(parser: Parser): void {
  const side = parser.text.charAt(parser.at + 2);
  if (side !== "<" && side !== ">") throw invalid(parser.text, parser.at, "\\_ must be followed by < or >");
  addEdge(parser, side === "<" ? "symbol-start" : "symbol-end", 3);
}

/** `\w`, `\W`, `\sC`, `\SC`, `\cC`, `\CC`; any other escaped character is itself. */
function parseCharEscape(parser: Parser, char: string): void {
  const { text, at } = parser;
  switch (char) {
    case "w":
    case "W": {
      addAtom(parser, syntaxSet("w", char === "W"), 2);
      return;
    }
    case "s":
    case "S":
    case "c":
    case "C": {
      parseCoded(parser, char);
      return;
    }
    default: {
      addAtom(parser, literalSet(codeAt(text, at + 1)), 1 + widthAt(text, at + 1));
      return;
    }
  }
}

function parseCoded(parser: Parser, letter: string): void {
  const { text, at } = parser;
  const code = text.charAt(at + 2);
  const negated = letter === "S" || letter === "C";
  if (letter === "s" || letter === "S") {
    if (code === "" || !SYNTAX_CODES.includes(code)) {
      throw invalid(
        text,
        at,
        `\\${letter} must be followed by a syntax code: - for whitespace, w for words, _ . ( ) " \\ and others`,
      );
    }
    addAtom(parser, syntaxSet(code === "-" ? " " : code, negated), 3);
    return;
  }
  const test = categoryTest(code);
  if (test === undefined) {
    throw invalid(
      text,
      at,
      `\\${letter} must be followed by a category: a for ASCII, l for Latin, g for Greek, y for Cyrillic and others`,
    );
  }
  addAtom(parser, new CharSet(negated, [], [test]), 3);
}

function syntaxSet(code: string, negated: boolean): CharSet {
  const unit = code.charCodeAt(0);
  return new CharSet(negated, [], [(char) => syntaxUnit(char.code) === unit]);
}

/** `\{n\}`, `\{n,\}` or `\{n,m\}`. */
function parseInterval(parser: Parser): void {
  const { text, at } = parser;
  const form = /^\\\{(\d+)(,?)(\d*)\\\}/.exec(text.slice(at, at + 64));
  if (form === null || (form[2] === "" && form[3] !== "")) {
    throw invalid(text, at, "a repetition is written \\{n\\}, \\{n,\\} or \\{n,m\\}");
  }
  const min = Number(form[1]);
  const max = form[2] === "" ? min : form[3] === "" ? Infinity : Number(form[3]);
  if (min > MAX_COUNT || (max > MAX_COUNT && max !== Infinity))
    throw invalid(text, at, `a repetition counts to ${MAX_COUNT} at most`);
  if (min > max)
    throw invalid(text, at, `a repetition of ${min} to ${max} is impossible: the smaller number comes first`);
  quantify(parser, min, max, form[0].length);
}
