import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Fault } from "../../../src/dialect/fault.ts";
import { DEFAULT_LIMITS, LIMITS } from "../../../src/dialect/limits.ts";
import { Meter } from "../../../src/dialect/meter.ts";
import { HostMatches, hostProgram, suitsHost } from "../../../src/dialect/regexp/host.ts";
import { FIRST_STRETCH, LinearMatches } from "../../../src/dialect/regexp/linear.ts";
import type { Matches } from "../../../src/dialect/regexp/matches.ts";
import type { Regexp } from "../../../src/dialect/regexp/regexp.ts";
import { atTextEnd, atTextStart, checkWork, compileRegexp, openMatches } from "../../../src/dialect/regexp/regexp.ts";
import { findAtEnd } from "../../../src/dialect/regexp/tail.ts";
import type { Str } from "../../../src/dialect/values.ts";
import { str } from "../../../src/dialect/values.ts";
import { RUNS } from "../../support/property.ts";
import { naiveFind } from "./naive.ts";

const ATOMS = [
  ...Array.from("abABk1-_éÉßẞςΣµ😀日ーあア\n"),
  " ",
  "\u212a",
  "\u0301",
  "\udc80",
  ".",
  "[ab]",
  "[^a]",
  "[^a\n]",
  "[]a]",
  "[a-é]",
  "[A-_]",
  "[z-a]",
  "[^z-a]",
  "[Σ-Ω]",
  "[a-\udcff]",
  "[[:alpha:]]",
  "[^[:upper:]]",
  "[[:lower:]-]",
  "[[:punct:]]",
  "[[:nonascii:]]",
  "[^[:ascii:]]",
  "[[:space:][:digit:]]",
  "\\w",
  "\\W",
  "\\s-",
  "\\S_",
  "\\ca",
  "\\Cg",
  "\\.",
];
const QUANTIFIERS = ["", "", "", "*", "+", "?", "\\{2\\}", "\\{1,2\\}", "\\{0,3\\}", "\\{1,\\}", "\\{0\\}"];
const EDGES = ["\\b", "\\B", "\\<", "\\>", "\\_<", "\\_>", "\\`", "\\'", "\\=", "\\(^", "$\\)"];

const atom = fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...QUANTIFIERS)).map((parts) => parts.join(""));
const piece = fc.oneof({ weight: 5, arbitrary: atom }, { weight: 1, arbitrary: fc.constantFrom(...EDGES) });
const source = fc
  .tuple(
    fc.constantFrom("", "", "", "^", "\\`"),
    fc.array(piece, { maxLength: 5 }),
    fc.constantFrom("", "", "$", "\\'"),
  )
  .map(([start, middle, end]) => balance(start + middle.join("") + end));

/** Groups only mark: open and close what the edges of a generated regexp left open. */
function balance(pattern: string): string {
  const opened = pattern.split("\\(").length - 1;
  const closed = pattern.split("\\)").length - 1;
  const groups = "\\(".repeat(closed) + pattern + "\\)".repeat(opened);
  return groups;
}

const ONE_BYTE = Array.from("abAB kK1-_\n\udc80\udcff");
const ANY = [...ONE_BYTE, ...Array.from("éÉßẞςσΣµμ😀日ーあア\u212a\u0301")];
const text = fc.oneof(
  fc.array(fc.constantFrom(...ONE_BYTE), { maxLength: 14 }),
  fc.array(fc.constantFrom(...ANY), { maxLength: 14 }),
);

function meter(): Meter {
  return new Meter(DEFAULT_LIMITS);
}

function compile(pattern: string): Regexp | undefined {
  try {
    return compileRegexp(str(pattern), meter());
  } catch (problem) {
    // More than eight quantifiers, or one that two generated parts put behind nothing.
    if (problem instanceof Fault) return undefined;
    throw problem;
  }
}

function enginesFor(regexp: Regexp, subject: Str): Matches[] {
  const engines: Matches[] = [
    openMatches(regexp, subject, meter()),
    new LinearMatches(regexp.elements, subject.text, meter()),
  ];
  if (subject.bytes === subject.text.length) {
    const program = hostProgram(regexp.elements);
    if (suitsHost(program, subject.text, regexp.quantifiers))
      engines.push(new HostMatches(program, subject.text, meter()));
  }
  return engines;
}

function found(matches: Matches, from: number): readonly [number, number] | undefined {
  const start = matches.find(from);
  return start < 0 ? undefined : [start, matches.end];
}

function expectAgreement(regexp: Regexp, subject: Str): void {
  const engines = enginesFor(regexp, subject);
  let at = 0;
  for (const char of [...Array.from(subject.text), ""]) {
    const expected = naiveFind(regexp.elements, subject.text, at);
    for (const engine of engines) expect(found(engine, at)).toEqual(expected);
    at += char.length;
  }
}

describe("engines", () => {
  test("every engine finds what the plain backtracking matcher finds, from every position", () => {
    fc.assert(
      fc.property(source, text, (pattern, chars) => {
        const regexp = compile(pattern);
        if (regexp === undefined) return;
        const subject = str(chars.join(""));
        expectAgreement(regexp, subject);
        expectAgreement(atTextStart(regexp), subject);
        expectAgreement(atTextEnd(regexp), subject);
      }),
      { numRuns: RUNS },
    );
  });

  test("looking at the last character first finds the same at the end of a text", () => {
    fc.assert(
      fc.property(source, text, (pattern, chars) => {
        const regexp = compile(pattern);
        if (regexp === undefined) return;
        const subject = str(chars.join(""));
        const atEnd = atTextEnd(regexp);
        const expected = naiveFind(atEnd.elements, subject.text, 0)?.[0] ?? -1;
        expect(findAtEnd(atEnd, subject, meter())).toBe(expected);
      }),
      { numRuns: RUNS },
    );
  });

  test("most generated regexps are in the subset, so the properties say something", () => {
    const patterns = fc.sample(source, { numRuns: 300, seed: 7 });
    expect(patterns.filter((pattern) => compile(pattern) !== undefined).length).toBeGreaterThan(200);
  });

  test("a search that begins further on finds what a search from the start finds there", () => {
    fc.assert(
      fc.property(source, text, fc.nat(13), (pattern, chars, skip) => {
        const regexp = compile(pattern);
        const subject = str(chars.join(""));
        const from = chars.slice(0, skip).join("").length;
        if (regexp === undefined) return;
        const expected = naiveFind(regexp.elements, subject.text, from);
        for (const engine of enginesFor(regexp, subject)) expect(found(engine, from)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  test("looking at the text stretch by stretch finds what looking at all of it finds", () => {
    const long = fc.array(fc.constantFrom(...ANY), { minLength: 8, maxLength: 40 });
    fc.assert(
      fc.property(source, long, fc.integer({ min: 1, max: 4 }), (pattern, chars, first) => {
        const regexp = compile(pattern);
        if (regexp === undefined) return;
        const subject = chars.join("");
        const pieces = new LinearMatches(regexp.elements, subject, meter(), first);
        let at = 0;
        for (const char of [...Array.from(subject), ""]) {
          expect(found(pieces, at)).toEqual(naiveFind(regexp.elements, subject, at));
          at += char.length;
        }
      }),
      { numRuns: RUNS },
    );
  });

  test.each([
    ["[[:digit:]]+:é?", "é12: "],
    ["^[^=]*=\\(x*\\)$", "é=x\n"],
    ["\\b日\\{1,3\\}", "日日 "],
  ])("%s is found over and over in a long text, each time for about what lies between", (pattern, unit) => {
    const count = 20_000;
    const regexp = compile(pattern)!;
    const account = meter();
    let places = 0;
    let at = 0;
    for (; at < unit.length * count; at += unit.length) {
      const matches = openMatches(regexp, str(unit.repeat(count - at / unit.length)), account);
      if (matches.find(0) >= 0) places++;
      if (places === 20) break;
    }
    expect(places).toBe(20);
    expect(account.work).toBeLessThan(20 * 2 * (regexp.elements.length + 1) * FIRST_STRETCH);
  });
});

describe("work", () => {
  const subjects = fc
    .tuple(fc.constantFrom("a", "ab", "a b", "é", "日a", "a\n"), fc.nat(2_000))
    .map(([unit, count]) => unit.repeat(count));

  test("the linear engine never costs more than four thirds of a regexp's work bound and of a pass over the text", () => {
    fc.assert(
      fc.property(source, subjects, (pattern, chars) => {
        const regexp = compile(pattern);
        if (regexp === undefined) return;
        const subject = str(chars);
        const bound = regexp.bytes * Math.max(1, subject.bytes) ** Math.max(1, regexp.quantifiers);
        const linear = meter();
        new LinearMatches(regexp.elements, subject.text, linear).find(0);
        expect(linear.work).toBeLessThanOrEqual((4 / 3) * (bound + subject.chars));
      }),
      { numRuns: RUNS },
    );
  });

  test("no accepted search costs more than the regexp budget and one pass over the text", () => {
    fc.assert(
      fc.property(source, subjects, (pattern, chars) => {
        const regexp = compile(pattern);
        if (regexp === undefined) return;
        const subject = str(chars);
        const account = meter();
        try {
          checkWork(regexp, subject, account);
        } catch (problem) {
          expect(problem).toMatchObject({ code: "E451", kind: "atomic-work" });
          return;
        }
        openMatches(regexp, subject, account).find(0);
        expect(account.work).toBeLessThanOrEqual(LIMITS["max-regexp-work"].default + subject.chars);
      }),
      { numRuns: RUNS },
    );
  });

  test.each([
    ["a*a*a*a*a*a*a*b", "a".repeat(2_000)],
    ["\\(x*\\)[ab]*[ab]+c", "ab".repeat(5_000)],
    [".*.*.*.*=", "z".repeat(10_000)],
    ["[^\n]*[^\n]*$x", "é".repeat(10_000)],
  ])("%s takes elements times characters where going back would take years", (pattern, chars) => {
    const regexp = compile(pattern);
    const account = meter();
    expect(openMatches(regexp!, str(chars), account).find(0)).toBe(-1);
    expect(account.work).toBeLessThanOrEqual((4 / 3) * (regexp!.elements.length + 1) * chars.length);
  });
});
