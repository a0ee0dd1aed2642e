import { describe, expect, it } from "vitest";
import { sessionCommand } from "../../../webview/sessions/session-keys.ts";
import { aboutSession, sinceText } from "../../../webview/sessions/session-text.ts";
import { TITLE_CHARS } from "../../../src/protocol/session-events.ts";
import { TITLE_CHARS as PANEL_TITLE_CHARS } from "../../../webview/title-chars.ts";

const NOW = Date.UTC(2030, 5, 15, 12);
const MINUTE = 60_000;

describe("a session of the list", () => {
  it.each([
    [0, "just now"],
    // A clock that was put back.
    [-5 * MINUTE, "just now"],
    [MINUTE, "1 min ago"],
    [59 * MINUTE, "59 min ago"],
    [60 * MINUTE, "1 h ago"],
    [24 * 60 * MINUTE, "yesterday"],
    [3 * 24 * 60 * MINUTE, "3 days ago"],
    [40 * 24 * 60 * MINUTE, "May 6, 2030"],
  ])("that was changed %d ms ago says: %s", (ago, text) => {
    expect(sinceText(NOW - ago, NOW)).toBe(text);
  });

  it.each([
    [{ rows: 12 }, "just now · 12 rows"],
    [{ rows: 1, elsewhere: true }, "just now · 1 row · open in another window"],
    [{ rows: 0 }, "just now · 0 rows"],
    [{}, "just now"],
  ])("with %o says: %s", (change, text) => {
    expect(aboutSession({ id: "s", title: "t", modified: NOW, ...change }, NOW)).toBe(text);
  });

  it.each([
    ["ArrowDown", "next"],
    ["ArrowUp", "previous"],
    ["Escape", "close"],
    ["F2", "rename"],
    ["Delete", "delete"],
    ["Backspace", undefined],
    ["toString", undefined],
  ])("has the key %s for: %s", (key, command) => {
    expect(sessionCommand(key)).toBe(command);
  });

  it("has a name as long as the protocol allows", () => {
    expect(PANEL_TITLE_CHARS).toBe(TITLE_CHARS);
  });
});
