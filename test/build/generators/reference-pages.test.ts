import { describe, expect, it } from "vitest";
import { generate as diagnosticsPage } from "../../../src/build/generators/diagnostics-reference.ts";
import { generate as limitsPage } from "../../../src/build/generators/limits-reference.ts";
import { DIAGNOSTICS } from "../../../src/dialect/diagnostics.ts";
import { LIMITS } from "../../../src/dialect/limits.ts";

const diagnostics = diagnosticsPage();
const limits = limitsPage();

describe("the reference pages", () => {
  it("have one section for each diagnostic, in the order of the codes", () => {
    const sections = [...diagnostics.text.matchAll(/^### (.+)$/gmu)].map(([, code]) => code);
    expect(sections.toSorted()).toEqual(Object.keys(DIAGNOSTICS).toSorted());
    const errors = sections.filter((code) => code?.startsWith("E3"));
    expect(errors).toEqual(errors.toSorted());
  });

  it("have one row for each limit, with the code that it ends with", () => {
    const rows = [...limits.text.matchAll(/^\| `(max-[a-z-]+)` .*\[(E4\d\d)\]/gmu)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(LIMITS));
    expect(new Set(rows.map(([, , code]) => code)).size).toBe(rows.length);
  });

  it("link only to sections that exist", () => {
    const targets = [...`${diagnostics.text}${limits.text}`.matchAll(/#(e\d{3}|w\d{3})\)/gu)].map(([, code]) => code);
    expect(targets.length).toBeGreaterThan(50);
    for (const target of targets) expect(diagnostics.text).toContain(`### ${String(target).toUpperCase()}\n`);
  });

  it("are Markdown without tabs, trailing blanks or a missing line end", () => {
    for (const { text } of [diagnostics, limits]) expect(text).not.toMatch(/\t|[ ]\n|[^\n]$/u);
  });
});
