import { describe, expect, test } from "vitest";
import { PRIMITIVES } from "../../../src/dialect/primitives.ts";
import { casesOf } from "../../support/cases.ts";
import { answer } from "./answers.ts";

const RECORDS = [...PRIMITIVES.values()];

test("the table has the manual's 80 primitives, from car to gensym", () => {
  expect(RECORDS).toHaveLength(80);
  expect([...PRIMITIVES.keys()].at(0)).toBe("car");
  expect([...PRIMITIVES.keys()].at(-1)).toBe("gensym");
});

describe.each(RECORDS.map((record) => [record.name, record] as const))("the record of %s", (name, record) => {
  test("is complete and takes as many operands as its signature says", () => {
    expect(record.signature.startsWith(`(${name}`)).toBe(true);
    expect(record.doc).toMatch(/\.$/u);
    expect(record.examples.length).toBeGreaterThan(0);
    expect(record.max === Infinity).toBe(record.rest !== undefined);
    expect(record.max === Infinity).toBe(record.fixed === undefined);
    expect(record.max === Infinity || record.max <= 4).toBe(true);
  });

  test("has examples that give what they say", () => {
    for (const [script, value] of record.examples) expect(answer(script), script).toBe(value);
  });
});

test("every conformance case of a primitive has Emacs's answer", () => {
  const answers = casesOf("prim").map(({ id, script, expected }) => {
    const got = answer(script);
    return [id, expected.ok ? got : got.split(" ")[0]];
  });
  const wanted = casesOf("prim").map(({ id, expected }) => [id, expected.ok ? expected.value : `!${expected.kind}`]);
  expect(answers).toEqual(wanted);
});
