import { describe, expect, it } from "vitest";
import type { Suggestion } from "../../../src/protocol/panel-state.ts";
import type { Picker } from "../../../webview/composer/picker.ts";
import { insertionOf, moveIn, openPicker, pickerCommand, toolItems } from "../../../webview/composer/picker.ts";
import type { Trigger } from "../../../webview/composer/triggers.ts";

const at = (sign: Trigger["sign"], change: Partial<Trigger> = {}): Trigger => ({
  sign,
  start: 4,
  query: "a",
  inString: false,
  ...change,
});
const FILE: Suggestion = { kind: "file", insert: '"src/a.ts"', label: "a.ts" };
const ITEMS = [FILE, { ...FILE, label: "b.ts" }, { ...FILE, label: "c.ts" }];
const picker = (sign: Trigger["sign"]): Picker => openPicker(at(sign), ITEMS)!;
const TOOLS = ["Glob", "Grep", "Read"].map((name) => ({ name, summary: `${name}s` }));

describe("a picker", () => {
  it("is there only when something was found, and has its first item active unless it was only offered", () => {
    expect(openPicker(at("@"), [])).toBeUndefined();
    expect([picker("@").active, picker("/").active, picker("(").active]).toEqual([0, 0, -1]);
  });

  it("goes round with the arrows", () => {
    const last = moveIn(picker("@"), -1);
    expect(last.active).toBe(2);
    expect(moveIn(last, 1).active).toBe(0);
    expect(moveIn(picker("("), 1).active).toBe(0);
    expect(moveIn(picker("("), -1).active).toBe(2);
  });

  it.each<[Trigger["sign"], string, boolean, string]>([
    ["@", "ArrowDown", false, "next"],
    ["@", "ArrowUp", false, "previous"],
    ["@", "Enter", false, "accept"],
    ["@", "Tab", false, "accept"],
    ["@", "Escape", false, "close"],
    ["@", "a", false, "none"],
    ["@", "Enter", true, "none"],
    ["@", "Tab", true, "none"],
    ["@", "toString", false, "none"],
    // Of what was only offered, Enter takes nothing: it sends.
    ["(", "Enter", false, "none"],
    ["(", "ArrowUp", false, "none"],
    ["(", "ArrowDown", false, "next"],
    ["(", "Tab", false, "accept"],
    ["(", "Escape", false, "close"],
  ])("for %s has the key %s (held: %s) for: %s", (sign, key, held, command) => {
    expect(pickerCommand(picker(sign), key, held)).toBe(command);
  });
});

describe("what is put into the text", () => {
  it.each<[string, Trigger, Suggestion, object]>([
    ["a mention is a string", at("@"), FILE, { start: 4, text: '"src/a.ts" ', back: 0 }],
    ["within a string it has no quotes", at("@", { inString: true }), FILE, { start: 4, text: "src/a.ts", back: 0 }],
    [
      "a command is the message",
      at("/", { start: 0 }),
      { kind: "command", insert: "/new", label: "/new" },
      { start: 0, text: "/new", back: 0 },
    ],
    [
      "a tool is a call with the caret in it",
      at("/", { start: 0 }),
      { kind: "tool", insert: "(Grep )", label: "Grep" },
      { text: "(Grep )", back: 1 },
    ],
    [
      "a name goes behind its bracket",
      at("("),
      { kind: "tool", insert: "Grep", label: "Grep" },
      { start: 5, text: "Grep ", back: 0 },
    ],
  ])("%s", (_title, trigger, item, expected) => {
    expect(insertionOf(openPicker(trigger, [item])!, item)).toMatchObject(expected);
  });

  it.each([
    ["g", ["Glob", "Grep"]],
    ["Gr", ["Grep"]],
    ["ea", []],
    ["x", []],
    // There is nothing to complete.
    ["Grep", []],
  ])("of the tools for %s: %j", (query, names) => {
    expect(toolItems(TOOLS, query).map(({ label }) => label)).toEqual(names);
  });
});
