import { describe, expect, it } from "vitest";
import { NOTHING_OPEN } from "../../../webview/memory.ts";
import { withOpen } from "../../../webview/rows/expansion.ts";
import { createFlatten } from "../../../webview/rows/flatten.ts";
import { keyCommand } from "../../../webview/rows/keys.ts";
import { applyMessage, EMPTY_PANEL } from "../../../webview/store.ts";
import { openedOf, sampleTape } from "../sample-session.ts";

// summary, e-1, 1, 2, 3, returned, foot, e-2, c-6, e-3
const ITEMS = createFlatten()(applyMessage(EMPTY_PANEL, openedOf(sampleTape())), withOpen(NOTHING_OPEN, "e-1", true));
const press = (at: number, key: string, rtl = false) => keyCommand(ITEMS, at, { key }, rtl);

describe("keys in the list", () => {
  it.each([
    ["ArrowDown", 1, { kind: "move", to: 2 }],
    ["ArrowDown", 9, { kind: "move", to: 9 }],
    ["ArrowUp", 0, { kind: "move", to: 0 }],
    ["Home", 5, { kind: "move", to: 0 }],
    ["End", 0, { kind: "move", to: 9 }],
    ["PageDown", 0, { kind: "move", to: 9 }],
    ["PageUp", 5, { kind: "move", to: 0 }],
    ["Enter", 0, { kind: "toggle" }],
    [" ", 1, { kind: "toggle" }],
    ["Enter", 6, { kind: "none" }],
    ["ArrowRight", 0, { kind: "toggle" }],
    ["ArrowRight", 1, { kind: "move", to: 2 }],
    ["ArrowRight", 6, { kind: "none" }],
    ["ArrowLeft", 1, { kind: "toggle" }],
    ["ArrowLeft", 4, { kind: "move", to: 1 }],
    ["ArrowLeft", 0, { kind: "none" }],
    ["ContextMenu", 3, { kind: "menu" }],
    ["*", 3, { kind: "expand-all" }],
    ["x", 3, { kind: "none" }],
    ["constructor", 3, { kind: "none" }],
  ])("%s at %d does %o", (key, at, expected) => {
    expect(press(at, key)).toEqual(expected);
  });

  it("open and shut the other way round where one reads from right to left", () => {
    expect(press(0, "ArrowLeft", true)).toEqual({ kind: "toggle" });
    expect(press(4, "ArrowRight", true)).toEqual({ kind: "move", to: 1 });
  });

  it("belong to others with a modifier, except Shift+F10", () => {
    expect(keyCommand(ITEMS, 1, { key: "ArrowDown", modified: true })).toEqual({ kind: "none" });
    expect(keyCommand(ITEMS, 1, { key: "F10", shift: true })).toEqual({ kind: "menu" });
    expect(keyCommand(ITEMS, 1, { key: "F10" })).toEqual({ kind: "none" });
  });

  it("find the end when there is no active item, and nothing in an empty list", () => {
    expect(press(-1, "ArrowUp")).toEqual({ kind: "move", to: 9 });
    expect(keyCommand([], 0, { key: "End" })).toEqual({ kind: "none" });
  });
});
