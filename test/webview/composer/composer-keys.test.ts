import { describe, expect, it } from "vitest";
import type { ComposerKey } from "../../../webview/composer/composer-keys.ts";
import { composerCommand } from "../../../webview/composer/composer-keys.ts";

const EVERYWHERE = { first: true, last: true };

describe("keys in the composer", () => {
  it.each<[ComposerKey, string, string]>([
    [{ key: "Enter" }, "send", "break"],
    [{ key: "Enter", shift: true }, "break", "break"],
    [{ key: "Enter", command: true }, "send", "send"],
    [{ key: "Enter", alt: true }, "none", "none"],
    [{ key: "Enter", composing: true }, "none", "none"],
    [{ key: "Enter", composing: true, command: true }, "none", "none"],
    [{ key: "ArrowUp" }, "recall-earlier", "recall-earlier"],
    [{ key: "ArrowDown" }, "recall-later", "recall-later"],
    [{ key: "ArrowUp", shift: true }, "none", "none"],
    [{ key: "ArrowUp", command: true }, "none", "none"],
    [{ key: "ArrowUp", alt: true }, "none", "none"],
    [{ key: "ArrowUp", composing: true }, "none", "none"],
    [{ key: "Tab" }, "none", "none"],
    [{ key: "Escape" }, "none", "none"],
  ])("%o does: %s; where Enter does not send: %s", (key, sends, breaks) => {
    expect(composerCommand(key, { enterSends: true, ...EVERYWHERE })).toBe(sends);
    expect(composerCommand(key, { enterSends: false, ...EVERYWHERE })).toBe(breaks);
  });

  it("leave the arrows to the text between its first and its last line", () => {
    const between = { enterSends: true, first: false, last: false };
    expect(composerCommand({ key: "ArrowUp" }, between)).toBe("none");
    expect(composerCommand({ key: "ArrowDown" }, between)).toBe("none");
  });
});
