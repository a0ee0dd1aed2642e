import type { Meter } from "../meter.ts";
import type { CharSet } from "./char-set.ts";
import type { Matches } from "./matches.ts";
import type { Atom, Edge, Element } from "./parse.ts";

/**
 * The most steps that the host's backtracking matcher may need for one text, by a bound that holds for every text of
 * that length; what could need more goes to the linear engine (A31).
 */
export const HOST_STEPS = 1_000_000;
/** Host steps that take about as long as one unit of work. */
const STEPS_PER_WORK = 8;

/** The unit of a one-byte character: ASCII as it is, then the raw bytes as U+DC80–U+DCFF. */
function escaped(index: number): string {
  return index < 128 ? `\\x${index.toString(16).padStart(2, "0")}` : `\\udc${index.toString(16)}`;
}

/** The host class of the one-byte characters that a set holds (or, where those are fewer, of the ones it lacks). No others occur, so a range may span them. */
function classSource(set: CharSet): string {
  const table = set.bytes;
  const held = table.reduce((sum, bit) => sum + bit, 0);
  if (held === 1) return escaped(table.indexOf(1));
  const wanted = held > 128 ? 0 : 1;
  let source = "";
  for (let index = 0; index < 256; index++) {
    if (table[index] !== wanted) continue;
    const from = index;
    while (table[index + 1] === wanted) index++;
    source += from === index ? escaped(from) : `${escaped(from)}-${escaped(index)}`;
  }
  return wanted === 1 ? `[${source}]` : `[^${source}]`;
}

function quantifierSource({ min, max }: Atom): string {
  if (min === 1 && max === 1) return "";
  if (max === Infinity) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  return min === 0 && max === 1 ? "?" : `{${min},${max}}`;
}

const WORD = "[0-9A-Za-z$%]";
const SYMBOL = "[0-9A-Za-z$%_*+/&|<>=\\-]";
const WORD_EDGE = `(?:^|$|(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;

const WORD_EDGES: ReadonlySet<Edge> = new Set([
  "word-edge",
  "no-word-edge",
  "word-start",
  "word-end",
  "symbol-start",
  "symbol-end",
]);
const RAW_BYTE = /[\udc80-\udcff]/;

/** Assertions as the host writes them for ASCII text, without its multi-line mode, which knows other line ends. */
const EDGES: Readonly<Record<Edge, string>> = {
  "line-start": "(?<![^\\n])",
  "line-end": "(?![^\\n])",
  "text-start": "^",
  "text-end": "$",
  "word-edge": WORD_EDGE,
  "no-word-edge": `(?!${WORD_EDGE})`,
  "word-start": `(?<!${WORD})(?=${WORD})`,
  "word-end": `(?<=${WORD})(?!${WORD})`,
  "symbol-start": `(?<!${SYMBOL})(?=${SYMBOL})`,
  "symbol-end": `(?<=${SYMBOL})(?!${SYMBOL})`,
  never: "(?!)",
};

function elementSource(element: Element): string {
  return typeof element === "string" ? EDGES[element] : classSource(element.set) + quantifierSource(element);
}

/** How a repeated atom can make the host go back. */
type Backtracking = "none" | "once" | "again";

function overlaps(a: CharSet, b: CharSet): boolean {
  const left = a.bytes;
  const right = b.bytes;
  for (let index = 0; index < 256; index++) if (left[index] === 1 && right[index] === 1) return true;
  return false;
}

/**
 * `none` when what follows always succeeds, `once` when giving a character back can never help because the rest
 * cannot begin with one, `again` when the rest may have to be tried anew for every character given back.
 */
function backtrackingOf(elements: readonly Element[], index: number): Backtracking {
  const { set, min, max } = elements[index] as Atom;
  if (min === max) return "none";
  let result: Backtracking = "none";
  for (const follower of elements.slice(index + 1)) {
    result = "once";
    if (typeof follower === "string") continue;
    if (overlaps(set, follower.set)) return "again";
    if (follower.min > 0) return "once";
  }
  return result;
}

/** A regexp translated for texts of one-byte characters (ASCII and raw bytes), and what bounds its steps. */
export interface HostProgram {
  readonly matcher: RegExp;
  /** The assertion the regexp begins with when that leaves few places to try; the matcher then tries one place at a time. */
  readonly anchor: "line-start" | "text-start" | undefined;
  /** Whether it asks where words begin or end, which the translation only knows among ASCII characters. */
  readonly asksForWords: boolean;
  /** Steps for one place of the text that do not depend on its length. */
  readonly weight: number;
  /** To which power the length of the text enters into the steps for one place. */
  readonly power: number;
}

/** Translates a parsed regexp; nothing of its text reaches the host unparsed (A31). */
export function hostProgram(elements: readonly Element[]): HostProgram {
  const first = elements[0];
  const anchor = first === "line-start" || first === "text-start" ? first : undefined;
  const rest = anchor === undefined ? elements : elements.slice(1);
  let weight = 1;
  let once = 0;
  let again = 0;
  rest.forEach((element, index) => {
    if (typeof element === "string") weight += 4;
    else {
      weight += Math.max(1, element.min);
      const backtracking = backtrackingOf(rest, index);
      if (backtracking === "once") once = 1;
      else if (backtracking === "again") again++;
    }
  });
  const matcher = new RegExp(rest.map(elementSource).join(""), anchor === undefined ? "g" : "y");
  const asksForWords = rest.some((element) => typeof element === "string" && WORD_EDGES.has(element));
  return { matcher, anchor, asksForWords, weight, power: once + again };
}

/** Whether the host finds in a text of one-byte characters what Emacs does, and is certain to be quick about it. */
export function suitsHost(program: HostProgram, text: string, quantifiers: number): boolean {
  if (program.asksForWords && RAW_BYTE.test(text)) return false;
  return quantifiers === 0 || hostSteps(program, text) <= HOST_STEPS;
}

/** An upper bound of the host's steps. */
function hostSteps(program: HostProgram, text: string): number {
  const single = program.anchor === "text-start" || (program.anchor === "line-start" && !text.includes("\n"));
  const places = single ? 1 : text.length + 1;
  return program.weight * places * Math.max(1, text.length) ** program.power;
}

/** Matches found by the host's matcher, for texts that suit it. */
export class HostMatches implements Matches {
  end: number;
  private readonly program: HostProgram;
  private readonly text: string;
  private readonly meter: Meter;
  /** Upper bound of the steps for one place of the text. */
  private readonly steps: number;

  constructor(program: HostProgram, text: string, meter: Meter) {
    this.end = -1;
    this.program = program;
    this.text = text;
    this.meter = meter;
    this.steps = program.weight * Math.max(1, text.length) ** program.power;
  }

  find(from: number): number {
    const { anchor } = this.program;
    if (anchor === undefined) return this.match(from);
    if (from === 0 || (anchor === "line-start" && this.text.charCodeAt(from - 1) === 10)) {
      if (this.match(from) >= 0) return from;
    }
    if (anchor === "text-start") return -1;
    for (let newline = this.text.indexOf("\n", from); newline >= 0; newline = this.text.indexOf("\n", newline + 1)) {
      if (this.match(newline + 1) >= 0) return newline + 1;
    }
    return -1;
  }

  private match(from: number): number {
    const { matcher } = this.program;
    matcher.lastIndex = from;
    const found = matcher.exec(this.text);
    const last = found === null && this.program.anchor === undefined ? this.text.length : (found?.index ?? from);
    this.meter.work += Math.ceil((this.steps * (last - from + 1)) / STEPS_PER_WORK);
    if (found === null) return -1;
    this.end = found.index + found[0].length;
    return found.index;
  }
}
