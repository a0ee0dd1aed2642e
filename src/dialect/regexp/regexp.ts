import { Fault } from "../fault.ts";
import type { Limits } from "../limits.ts";
import type { Meter } from "../meter.ts";
import { overBudget } from "../meter.ts";
import type { Str } from "../values.ts";
import { utf8Length } from "../values.ts";
import { findLiteral } from "../text/literal-search.ts";
import { isCased } from "./fold.ts";
import type { HostProgram } from "./host.ts";
import { HostMatches, hostProgram, suitsHost } from "./host.ts";
import { LinearMatches } from "./linear.ts";
import type { Matches } from "./matches.ts";
import type { Element } from "./parse.ts";
import { parsePattern } from "./parse.ts";
import type { Tail } from "./tail.ts";

/** A checked regexp, ready to be matched. */
export interface Regexp {
  /** UTF-8 bytes of its text. */
  readonly bytes: number;
  readonly elements: readonly Element[];
  /** Quantifiers that were written, at most `MAX_REPEATED_ATOMS`. */
  readonly quantifiers: number;
  /** The text it matches, when that is one fixed text without upper and lower case. */
  readonly fixed: string | undefined;
  /** The host's matcher for texts of one-byte characters, made when first needed. */
  host: HostProgram | undefined;
  /** What follows from it, made when first needed. */
  derived: { start?: Regexp; end?: Regexp; textEnd?: Regexp; tail?: Tail };
}

/** Regexps kept parsed; when there are more, the oldest goes. */
const KEPT_REGEXPS = 64;
/** Longest regexp kept, in UTF-16 units. */
const KEPT_LENGTH = 2_048;
/** Units of work to make one unit of a regexp ready to be matched. */
const WORK_PER_UNIT = 96;

const kept = new Map<string, Regexp>();

/** The fixed text of a regexp of caseless literals, or undefined. A raw byte could be taken for half of a character. */
function fixedText(elements: readonly Element[]): string | undefined {
  let text = "";
  for (const element of elements) {
    if (typeof element === "string" || element.min !== 1 || element.max !== 1) return undefined;
    const { only, negated } = element.set;
    if (only < 0 || negated || only > 0x10ffff || isCased(only)) return undefined;
    text += String.fromCodePoint(only);
  }
  return text;
}

function regexpOf(bytes: number, elements: readonly Element[], quantifiers: number): Regexp {
  return { bytes, elements, quantifiers, fixed: fixedText(elements), host: undefined, derived: {} };
}

function parse(text: string): Regexp {
  const { elements, quantifiers } = parsePattern(text);
  return regexpOf(utf8Length(text), elements, quantifiers);
}

function parseOnce(text: string, meter: Meter): Regexp {
  let regexp = kept.get(text);
  if (regexp === undefined) {
    meter.work += WORK_PER_UNIT * text.length;
    regexp = parse(text);
    if (text.length > KEPT_LENGTH) return regexp;
    if (kept.size >= KEPT_REGEXPS) kept.delete(kept.keys().next().value as string);
    kept.set(text, regexp);
  }
  return regexp;
}

function checkBytes(bytes: number, limits: Limits): void {
  const allowed = limits["max-regexp-bytes"];
  if (bytes > allowed) throw overBudget("max-regexp-bytes", allowed, bytes);
}

/** What is wrong with the text of a regexp, before any text to match is known (R168): E450, E160 or E161. */
export function regexpProblem(pattern: string, limits: Limits): Fault | undefined {
  try {
    checkBytes(utf8Length(pattern), limits);
    parsePattern(pattern);
    return undefined;
  } catch (problem) {
    if (problem instanceof Fault) return problem;
    throw problem;
  }
}

/** Checks and parses a regexp (R172–R179). Throws E450, E160 or E161, kind `atomic-work`. */
export function compileRegexp(pattern: Str, meter: Meter): Regexp {
  checkBytes(pattern.bytes, meter.limits);
  return parseOnce(pattern.text, meter);
}

/** The regexp that the text of `regexp`, `pattern`, makes with `\\'` behind it: in `a$\\'` the `$` is no anchor any more. */
export function withTextEnd(regexp: Regexp, pattern: Str): Regexp {
  return (regexp.derived.textEnd ??= parse(`${pattern.text}\\'`));
}

/** `regexp` as one group at the start of a text. */
export function atTextStart(regexp: Regexp): Regexp {
  const { bytes, elements, quantifiers } = regexp;
  return (regexp.derived.start ??= regexpOf(bytes, ["text-start", ...elements], quantifiers));
}

/** `regexp` as one group at the end of a text. */
export function atTextEnd(regexp: Regexp): Regexp {
  const { bytes, elements, quantifiers } = regexp;
  return (regexp.derived.end ??= regexpOf(bytes, [...elements, "text-end"], quantifiers));
}

/**
 * Fails with E451 when the regexp could take too much work on a text (R180): its bytes times the text's bytes, at
 * least 1, to the power of the quantifiers, at least 1.
 */
export function checkWork(regexp: Regexp, text: Str, meter: Meter): void {
  const work = regexp.bytes * Math.max(1, text.bytes) ** Math.max(1, regexp.quantifiers);
  meter.check("max-regexp-work", work);
}

class FixedMatches implements Matches {
  end: number;
  private readonly text: string;
  private readonly fixed: string;
  private readonly meter: Meter;

  constructor(text: string, fixed: string, meter: Meter) {
    this.end = -1;
    this.text = text;
    this.fixed = fixed;
    this.meter = meter;
  }

  find(from: number): number {
    const start = findLiteral(this.text, this.fixed, from, this.meter);
    this.end = start + this.fixed.length;
    return start;
  }
}

/**
 * The matches of a regexp in a text, found by the cheapest engine that is certain to be cheap; all of them find the
 * same. Searches charge `meter.work` for the text they pass over.
 */
export function openMatches(regexp: Regexp, text: Str, meter: Meter): Matches {
  if (regexp.fixed !== undefined) return new FixedMatches(text.text, regexp.fixed, meter);
  if (text.bytes === text.text.length) {
    const host = (regexp.host ??= hostProgram(regexp.elements));
    if (suitsHost(host, text.text, regexp.quantifiers)) return new HostMatches(host, text.text, meter);
  }
  return new LinearMatches(regexp.elements, text.text, meter);
}
