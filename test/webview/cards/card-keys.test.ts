import { describe, expect, it } from "vitest";
import type { CardPlace } from "../../../webview/cards/card-keys.ts";
import { cardCommand } from "../../../webview/cards/card-keys.ts";

describe("keys at a card", () => {
  it.each<[CardPlace, string, string]>([
    ["card", "Enter", "allow"],
    ["card", "s", "keep"],
    ["card", "S", "keep"],
    ["card", "d", "diff"],
    ["card", "Backspace", "deny"],
    ["card", "Delete", "deny"],
    ["card", "x", "none"],
    ["card", " ", "none"],
    ["card", "ArrowDown", "none"],
    ["card", "constructor", "none"],
    ["control", "Enter", "none"],
    ["control", " ", "none"],
    ["control", "s", "keep"],
    ["control", "Backspace", "deny"],
    ["text", "Enter", "none"],
    ["text", "s", "none"],
    ["text", "Backspace", "none"],
    ["text", "Escape", "leave-field"],
    ["rule", "Enter", "none"],
    ["rule", "d", "none"],
    ["rule", "Escape", "leave-field"],
    ["feedback", "Enter", "send-feedback"],
    ["feedback", "Escape", "back"],
    ["feedback", "s", "none"],
    ["feedback", "Backspace", "none"],
  ])("where %s has the focus, %s does: %s", (place, key, command) => {
    expect(cardCommand({ key }, place)).toBe(command);
  });

  it.each<[CardPlace, string, string]>([
    ["text", "Enter", "allow"],
    ["rule", "Enter", "keep"],
    ["card", "Enter", "allow"],
    ["card", "s", "none"],
    ["card", "Backspace", "none"],
    ["feedback", "Enter", "none"],
  ])("with Ctrl or Command, where %s has the focus, %s does: %s", (place, key, command) => {
    expect(cardCommand({ key, command: true }, place)).toBe(command);
  });

  it.each([{ alt: true }, { repeats: true }, { composing: true }, { shift: true }])(
    "Enter does nothing with %o",
    (held) => {
      expect(cardCommand({ key: "Enter", ...held }, "card")).toBe("none");
      expect(cardCommand({ key: "Enter", ...held }, "feedback")).toBe("none");
    },
  );

  it("are found on the keyboards of other scripts by where they are", () => {
    expect(cardCommand({ key: "ы", code: "KeyS" }, "card")).toBe("keep");
    expect(cardCommand({ key: "в", code: "KeyD" }, "card")).toBe("diff");
    // A Latin keyboard that has another letter there means that letter.
    expect(cardCommand({ key: "o", code: "KeyS" }, "card")).toBe("none");
    expect(cardCommand({ key: ";", code: "KeyS" }, "card")).toBe("none");
  });
});
