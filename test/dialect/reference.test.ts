import { describe, expect, it } from "vitest";
import { DIAGNOSTICS } from "../../src/dialect/diagnostics.ts";
import { createMachine } from "../../src/dialect/create-machine.ts";
import { FORMS } from "../../src/dialect/forms.ts";
import { DEFAULT_LIMITS, LIMITS } from "../../src/dialect/limits.ts";
import { preflight } from "../../src/dialect/preflight.ts";
import { PRIMITIVES } from "../../src/dialect/primitives.ts";
import { print } from "../../src/dialect/print.ts";
import { read } from "../../src/dialect/reader/read.ts";
import { reference, referenceEntry, referenceEverywhere, referenceTopic } from "../../src/dialect/reference.ts";
import { ABSENT_PROCEDURES } from "../../src/dialect/reference-prose.ts";

const entries = reference().flatMap((topic) => topic.entries.map((entry) => ({ topic: topic.name, ...entry })));
const examples = entries.flatMap(({ topic, name, examples: list }) =>
  list.map(([script, value]) => [topic, name, script, value] as const),
);

/** The value of a script that calls no tools, printed readably, or why there is none. */
function valueOf(script: string): string {
  const verdict = preflight(read(script));
  if (!verdict.ok) return verdict.diagnostics.map(({ code }) => code).join(" ");
  const outcome = createMachine(verdict.checked, { limits: DEFAULT_LIMITS }).advance(100_000);
  return outcome.state === "done" ? print(outcome.value) : outcome.state;
}

describe("the reference", () => {
  it("has the topics of the manual, each with entries of unique names", () => {
    const topics = reference();
    expect(topics.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "forms",
        "conveniences",
        "procedures",
        "reader",
        "resources",
        "routes",
        "regexps",
        "diagnostics",
      ]),
    );
    for (const topic of topics) {
      const names = topic.entries.map(({ name }) => name);
      expect(names.length).toBeGreaterThan(0);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("follows the tables", () => {
    const names = (topic: string): readonly string[] => referenceTopic(topic)?.entries.map(({ name }) => name) ?? [];
    expect(names("forms")).toEqual(Object.keys(FORMS));
    expect(names("procedures")).toEqual([...PRIMITIVES.keys()]);
    expect(names("resources")).toEqual(Object.keys(LIMITS));
    expect(names("diagnostics")).toEqual(Object.keys(DIAGNOSTICS));
  });

  it("says something about every name, as sentences", () => {
    for (const { name, doc } of entries) expect(doc, name).toMatch(/^\S[^]*\.$/);
  });

  it.each(examples)("%s %s: the example %s has the value it shows, %s", (_, __, script, value) => {
    expect(valueOf(script)).toBe(value);
  });
});

describe("looking a name up", () => {
  const procedures = referenceTopic("procedures")!;

  it("finds what is there", () => {
    expect(referenceEntry(procedures, "nth")).toMatchObject({
      known: true,
      entry: { disposition: "present", signature: "(nth n list)" },
    });
  });

  it("says that a procedure of other Lisps is absent and what to do instead", () => {
    expect(referenceEntry(procedures, "eval")).toMatchObject({ known: true, entry: { disposition: "absent" } });
    expect(referenceEntry(procedures, "mapconcat")).toMatchObject({ known: true, entry: { disposition: "absent" } });
    for (const name of Object.keys(ABSENT_PROCEDURES)) expect(PRIMITIVES.has(name), name).toBe(false);
  });

  it("offers the nearest name for an unknown one", () => {
    expect(referenceEntry(procedures, "strin-join")).toEqual({ known: false, nearest: "string-join" });
    expect(referenceEntry(procedures, "qqqqqqqq")).toEqual({ known: false, nearest: undefined });
  });

  it("knows no topic by a wrong name", () => {
    expect(referenceTopic("nothing")).toBeUndefined();
  });

  it("in all topics gives every entry of that name", () => {
    expect(referenceEverywhere("parallel").map(([topic]) => topic.name)).toEqual(["forms", "tools"]);
  });
});
