import { describe, expect, it } from "vitest";
import type { PanelQuestion } from "../../../src/protocol/panel-state.ts";
import { callOf, cardsOf, hasDiff, placeOf, spreadDetails, titleOf } from "../../../webview/cards/card-facts.ts";
import { QUESTION, sampleTape } from "../sample-session.ts";
import { createTape } from "../tape.ts";

const ROOTS = [
  { name: "app", path: "/work/app" },
  { name: "api", path: "C:\\work\\api" },
];
const of = (change: Partial<PanelQuestion>): PanelQuestion => ({ ...QUESTION, ...change });

describe("what a card says", () => {
  it.each<[readonly Partial<PanelQuestion>[], string]>([
    [[{ access: "write" }], "Allow this edit?"],
    [[{ access: "run" }], "Allow this command?"],
    [[{ access: "read" }], "Allow this read?"],
    [[{ access: "other" }], "Allow this call?"],
    [[{ id: "a" }, { id: "b" }], "Allow these 2 calls?"],
  ])("%o asks: %s", (questions, title) => {
    expect(titleOf(questions.map(of))).toBe(title);
  });

  it("tells which call of a script it is, and what has not run", () => {
    const entry = sampleTape().view().entries.at(-1)!;
    expect(callOf(QUESTION, entry)).toBe("Edit, 6 of this script; nothing after it has run");
    expect(callOf(of({ id: "e-3/3", tool: "Grep" }), entry)).toBe(
      "Grep, 3 of this script, one of 4 side by side; nothing after them has run",
    );
    const tape = createTape();
    tape.call("c", { tool: "Edit", until: "asked" });
    expect(callOf(of({ id: "c" }), tape.view().entries[0]!)).toBe("Edit");
  });

  it.each([
    ["/work/app/docs/todo.md", "app / docs/todo.md"],
    ["/work/app", "app"],
    ["C:\\work\\api\\src\\a.ts", "api / src/a.ts"],
    ["/work/apple/a.ts", "/work/apple/a.ts"],
    ["/etc/passwd", "/etc/passwd"],
  ])("of the path %s: %s", (path, place) => {
    expect(placeOf(path, ROOTS)).toBe(place);
  });

  it("keeps the order of questions, those of one join together", () => {
    const questions = [of({ id: "a" }), of({ id: "b", group: "g" }), of({ id: "c" }), of({ id: "d", group: "g" })];
    expect(cardsOf(questions).map((card) => card.map(({ id }) => id))).toEqual([["a"], ["b", "d"], ["c"]]);
  });

  it.each([
    ['{"a":[1,"x"]}', '{\n  "a": [\n    1,\n    "x"\n  ]\n}'],
    ['{"a":"broken o…', '{"a":"broken o…'],
    // Not rounded.
    ['{"n":12345678901234567890}', '{"n":12345678901234567890}'],
  ])("of the arguments %s: %s", (details, shown) => {
    expect(spreadDetails(details)).toBe(shown);
  });

  it("has a diff to open for whatever would write", () => {
    expect(hasDiff(of({ access: "write" }))).toBe(true);
    const { diff: _diff, ...bare } = of({ access: "run" });
    expect(hasDiff(bare)).toBe(false);
  });
});
