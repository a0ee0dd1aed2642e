import { describe, expect, it } from "vitest";
import { QUESTION, sampleTape } from "../sample-session.ts";
import { axeFindings } from "./axe.ts";
import type { PageOptions } from "./panel-page.ts";
import { drawn, until } from "./panel-page.ts";
import { activeKey, CHROMIUM_PATH, keysOf, longTape, PLAIN, scrollTo, usePanels } from "./panel-suite.ts";

describe.skipIf(CHROMIUM_PATH === undefined)("the panel's rows for everybody", () => {
  const opened = usePanels("access");

  describe("the keyboard", () => {
    it("goes through the rows, opens, shuts and finds its way out", async () => {
      const shown = await opened(sampleTape());
      const { page } = shown;
      await page.focus('[data-key="e-3"]');
      await page.keyboard.press("Home");
      await drawn(page);
      expect(await activeKey(shown)).toBe("summary:c-1");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      await drawn(page);
      expect(await keysOf(shown)).toContain("e-1/1");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await drawn(page);
      expect(await activeKey(shown)).toBe("e-1/2");
      expect(await page.locator('[data-key="e-1/2"] .diff').count()).toBe(1);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await drawn(page);
      expect(await activeKey(shown)).toBe("e-1");
      await page.keyboard.press("ArrowLeft");
      await drawn(page);
      expect(await keysOf(shown)).not.toContain("e-1/1");
      await page.keyboard.press("End");
      await drawn(page);
      expect(await activeKey(shown)).toBe("e-3");
    });

    it("reaches rows that were not drawn yet", async () => {
      const shown = await opened(longTape(300), { settings: PLAIN });
      await shown.page.focus('[data-key="r-299"]');
      await shown.page.keyboard.press("Home");
      await drawn(shown.page);
      expect(await activeKey(shown)).toBe("r-0");
    });

    it("opens the menu of a row, chooses from it, and has the focus back afterwards", async () => {
      const shown = await opened(sampleTape());
      const { page } = shown;
      await page.focus('[data-key="c-6"]');
      await page.keyboard.press("Shift+F10");
      await page.waitForSelector("toolcall-menu.open");
      await page.keyboard.press("Escape");
      expect(await activeKey(shown)).toBe("c-6");
      await page.keyboard.press("Shift+F10");
      await page.waitForSelector("toolcall-menu.open");
      await page.keyboard.press("Enter");
      expect(await shown.posted()).toContainEqual({ kind: "open-file", path: "/work/app/src/pipeline/run.ts" });
      expect(await activeKey(shown)).toBe("c-6");
    });

    it("keeps the focus on the row that holds what was focused, when that goes", async () => {
      const shown = await opened(sampleTape());
      const { page } = shown;
      await page.click('[data-key="e-1"] .row');
      await page.focus('[data-key="e-1/2"]');
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await drawn(page);
      expect(await activeKey(shown)).toBe("e-1");
    });
  });

  describe("what can be done with a row", () => {
    it.each([
      ["e-1/2", "diff", { kind: "open-diff", id: "e-1/2" }],
      ["e-1/2", "undo", { kind: "undo", id: "e-1/2" }],
      ["e-1/3", "copy-output", { kind: "copy-of", id: "e-1/3", what: "output" }],
      ["e-1/3", "copy-input", { kind: "copy-of", id: "e-1/3", what: "input" }],
      ["e-1/3", "output", { kind: "open-output", id: "e-1/3" }],
      ["e-1/3", "again", { kind: "run-again", id: "e-1/3" }],
      ["e-1/3", "explain", { kind: "explain-permission", id: "e-1/3" }],
      ["e-1/3", "display-preview", { kind: "set-display", tool: "Bash", display: "preview" }],
      ["e-1", "script", { kind: "open-script", id: "e-1" }],
      ["e-1", "undo", { kind: "undo", id: "e-1" }],
      ["e-1/returned", "output", { kind: "open-output", id: "e-1" }],
      ["e-3", "stop", { kind: "cancel", id: "e-3" }],
      ["e-3/6", "stop", { kind: "cancel", id: "e-3/6" }],
    ])("of %s: %s", async (key, action, intent) => {
      const shown = await opened(sampleTape(), { settings: { ...PLAIN, display: { ToolCall: "preview" } } });
      const { page } = shown;
      await page.evaluate(`document.querySelector(".rows").scrollTop = ${key.startsWith("e-1") ? 0 : 9_999}`);
      await drawn(page);
      await page.click(`[data-key="${key}"] > .cell > .row .title`, { button: "right" });
      await page.click(`toolcall-menu .menu-${action}`);
      expect(await shown.posted()).toContainEqual(intent);
    });

    it("opens and shuts all rows at once", async () => {
      const shown = await opened(sampleTape());
      await shown.page.click('[data-key="c-6"] .title b', { button: "right" });
      await shown.page.click("toolcall-menu .menu-expand-all");
      await scrollTo(shown, 0);
      expect(await shown.page.locator('.twist[aria-expanded="false"]').count()).toBe(0);
    });
  });

  describe("everybody", () => {
    it.each([
      { theme: "dark", width: 440 },
      { theme: "light", width: 440 },
      { theme: "high-contrast", width: 440 },
      { theme: "dark", width: 240 },
      { theme: "light", width: 700 },
    ] as const)("can use it as far as axe can tell: $theme, $width pixels", async ({ theme, width }) => {
      const settings = { ...PLAIN, summaryRows: 3, display: { ToolCall: "preview" as const } };
      const shown = await opened(sampleTape(), { questions: [QUESTION], settings }, { theme, width, height: 1_100 });
      await scrollTo(shown, 0);
      for (const key of ["e-1/2", "e-1/3"]) await shown.page.click(`[data-key="${key}"] > .cell > .row`);
      await until(shown.page, `document.querySelectorAll('[data-key="e-1/3"] .line').length > 10`);
      await shown.page.waitForSelector(".code-tool");
      await shown.shot(`rows-${theme}-${width}`);
      expect(await axeFindings(shown.page)).toEqual([]);
      await scrollTo(shown, 99_999);
      await shown.shot(`rows-${theme}-${width}-end`);
      expect(await axeFindings(shown.page)).toEqual([]);
    });

    it.each<PageOptions>([
      { width: 240 },
      { width: 240, direction: "rtl" },
      { width: 440, fontSize: 26 },
      { width: 440, forcedColors: true },
    ])("sees everything without scrolling sideways: %o", async (options) => {
      const settings = { ...PLAIN, display: { "*": "expanded" as const } };
      const shown = await opened(sampleTape(), { questions: [QUESTION], settings }, options);
      await scrollTo(shown, 0);
      await shown.shot(`narrow-${Object.values(options).join("-")}`);
      const wide = await shown.page.evaluate<string[]>(
        `[...document.querySelectorAll(".rows, .rows .item, .lines, .diff, .script")]
          .filter((element) => element.scrollWidth > element.clientWidth + 1).map((element) => element.className)`,
      );
      expect(wide).toEqual([]);
    });

    it("hears of questions, outcomes and new rows, briefly", async () => {
      const tape = longTape(3);
      const shown = await opened(tape, { settings: PLAIN });
      const from = tape.events.length;
      tape.call("new", { tool: "Edit", args: { file_path: "docs/a.md" }, until: "asked" });
      await shown.tell({ kind: "events", events: tape.events.slice(from) });
      await until(
        shown.page,
        `document.querySelector("[aria-live]").textContent.startsWith("Edit asks for permission: docs/a.md")`,
      );
    });
  });
});
