import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PanelMessage } from "../../../src/protocol/panel-state.ts";
import { CHROMIUM_ARGS, findChromium } from "../../support/chromium.ts";
import { openedOf, QUESTION, sampleTape, testOutput } from "../sample-session.ts";
import type { Tape } from "../tape.ts";
import { createTape } from "../tape.ts";
import { axeFindings } from "./axe.ts";
import type { PageOptions, PanelPage } from "./panel-page.ts";
import { buildPanel, drawn, openPanel, until } from "./panel-page.ts";

const executablePath = findChromium();
if (executablePath === undefined) {
  // eslint-disable-next-line no-console -- a skipped test says why
  console.warn(
    "skipped: no Chromium in PATH or CHROMIUM_PATH, so the panel is not tried in a browser (.ci/run installs it)",
  );
}

type Opened = Extract<PanelMessage, { kind: "opened" }>;

/** A session of so many plain calls, each of them apart. */
function longTape(count: number): Tape {
  const tape = createTape();
  for (let at = 0; at < count; at++) {
    tape.call(`r-${at}`, { tool: "Read", args: { file_path: `/work/app/src/file-${at}.ts` }, text: `line ${at}` });
  }
  return tape;
}

const PLAIN = { display: {}, returnedLines: 10, summaryRows: 0, enterSends: true };

describe.skipIf(executablePath === undefined)("the panel's rows in a browser", () => {
  let browser: Browser;
  let folder: string;
  let panel: PanelPage | undefined;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: CHROMIUM_ARGS });
    folder = await buildPanel();
  });

  afterEach(async () => {
    const problems = await panel?.problems();
    await panel?.close();
    panel = undefined;
    // Whatever a test does: no error in the page, and nothing that its content security policy forbids.
    expect(problems ?? []).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
  });

  async function opened(tape: Tape, change: Partial<Opened> = {}, options: PageOptions = {}): Promise<PanelPage> {
    const page = await openPanel(browser, folder, options);
    panel = page;
    await page.store("artifact://tests", testOutput());
    await page.tell(openedOf(tape, change));
    return page;
  }

  const keysOf = ({ page }: PanelPage) =>
    page.evaluate<string[]>(`[...document.querySelectorAll(".item")].map((item) => item.dataset.key)`);
  const topOf = ({ page }: PanelPage, key: string) =>
    page.evaluate<number>(`document.querySelector('[data-key="${key}"]').getBoundingClientRect().top`);
  const scrollTo = async ({ page }: PanelPage, top: number): Promise<void> => {
    await page.evaluate(`document.querySelector(".rows").scrollTop = ${top}`);
    await drawn(page);
  };
  const fromEnd = ({ page }: PanelPage) =>
    page.evaluate<number>(
      `(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop)(document.querySelector(".rows"))`,
    );
  const activeKey = ({ page }: PanelPage) =>
    page.evaluate<string | undefined>("document.activeElement.closest('.item')?.dataset.key");

  describe("a session", () => {
    it("is a line for each call, script and run of plain calls, with mark, words and figures", async () => {
      const shown = await opened(sampleTape());
      expect(await keysOf(shown)).toEqual(["summary:c-1", "e-1", "e-2", "c-6", "e-3"]);
      const row = shown.page.locator('[data-key="c-6"]');
      expect(await row.getAttribute("aria-label")).toBe("Read src/pipeline/run.ts, completed, 84 lines, 4 ms");
      expect(await row.locator(".mark").textContent()).toBe("✓");
      expect(await row.locator(".figures").textContent()).toBe("84 lines · 4 ms");
      expect(await shown.page.locator('[data-key="summary:c-1"] .said').textContent()).toBe(
        "Searched 3 patterns, read 2 files",
      );
    });

    it("opens a script into its parts, and finds it open after a reload", async () => {
      const shown = await opened(sampleTape());
      await shown.page.click('[data-key="e-1"] .row');
      await drawn(shown.page);
      expect(await keysOf(shown)).toContain("e-1/2");
      expect(await shown.page.getAttribute('[data-key="e-1"] .twist', "aria-expanded")).toBe("true");
      expect(await shown.page.textContent('[data-key="e-1/foot"]')).toMatch(
        /96 KB kept out of context\s+8 round trips saved\s+Open as \.tcl/,
      );
      await shown.page.waitForTimeout(300);
      await shown.reload();
      await shown.tell(openedOf(sampleTape()));
      expect(await keysOf(shown)).toContain("e-1/2");
    });

    it("has a question in the row that waits for it, also while its script is shut", async () => {
      const shown = await opened(sampleTape(), { questions: [QUESTION] });
      expect(await shown.page.locator('[data-key="e-3/6"] .question-card').count()).toBe(1);
      await shown.tell({ kind: "questions", questions: [] });
      expect(await shown.page.locator(".question-card").count()).toBe(0);
    });

    it("moves the mark and runs the time of what runs at the top only", async () => {
      const tape = createTape(Date.now() - 2_000);
      tape.script("e", "(list)", [{ tool: "Bash", args: { command: "make" }, until: "running" }]);
      const shown = await opened(tape, { settings: { ...PLAIN, display: { "*": "preview" } } });
      expect(await shown.page.locator(".mark.live").count()).toBe(1);
      const before = await shown.page.textContent('[data-key="e"] .timer');
      await until(shown.page, `document.querySelector('[data-key="e"] .timer').textContent !== "${before}"`);
      expect(await shown.page.locator(".timer").count()).toBe(1);
    });

    it("moves nothing for somebody who wants no motion", async () => {
      const tape = createTape(Date.now());
      tape.call("c", { tool: "Bash", args: { command: "make" }, until: "running" });
      const shown = await opened(tape, {}, { reducedMotion: true });
      expect(await shown.page.evaluate("document.getAnimations().length")).toBe(0);
    });
  });

  describe("an output", () => {
    it("is had when its row is opened, bounded, and in its colours", async () => {
      const shown = await opened(sampleTape());
      await shown.page.click('[data-key="e-1"] .row');
      await shown.page.click('[data-key="e-1/3"] .row');
      await until(shown.page, `document.querySelectorAll('[data-key="e-1/3"] .line').length === 24`);
      expect(await shown.page.locator('[data-key="e-1/3"] .ansi-green').count()).toBeGreaterThan(20);
      expect(await shown.posted()).toContainEqual(
        expect.objectContaining({ kind: "show-artifact", start: 0, end: 8_000 }),
      );
    });

    it("grows into a box of its own, and back", async () => {
      const shown = await opened(sampleTape());
      await shown.page.click('[data-key="e-1"] .row');
      await shown.page.click('[data-key="e-1/3"] .row');
      await shown.page.click("text=Show all 387 lines");
      await until(shown.page, `document.querySelectorAll('[data-key="e-1/3"] .line').length === 387`);
      expect(await shown.page.evaluate(`document.querySelector(".lines.whole").clientHeight < innerHeight * 0.7`)).toBe(
        true,
      );
      await shown.page.click("text=Show less");
      await until(shown.page, `document.querySelectorAll('[data-key="e-1/3"] .line').length === 24`);
    });

    it("shows what would hide, and runs nothing", async () => {
      const tape = createTape();
      const evil = "<img src=x onerror=\"document.title='evil'\"> \u202egpj.exe \u200b[x](javascript:alert(1))";
      tape.call("text", { tool: "Bash", args: { command: evil }, text: evil });
      tape.call("markdown", {
        tool: "Read",
        text: `${evil}\n\n<b>x</b> [y](src/a.ts:3)`,
        renderData: { format: "markdown" },
      });
      const shown = await opened(tape, { settings: { ...PLAIN, display: { "*": "expanded" } } });
      await shown.page.waitForSelector('[data-key="markdown"] .markdown:not(.plain)');
      expect(await shown.page.title()).toBe("ToolCall");
      expect(await shown.page.locator(".rows img, .rows b:not(.name), .rows a, .rows script").count()).toBe(0);
      expect(await shown.page.locator('[data-key="text"] .body .odd-character').allTextContents()).toEqual([
        "U+202E",
        "U+200B",
      ]);
      await shown.page.click('[data-key="markdown"] .markdown [role=link]');
      expect(await shown.posted()).toContainEqual({ kind: "open-file", path: "src/a.ts", line: 3 });
    });
  });

  describe("a reader", () => {
    it("at the end stays at the end, whatever comes", async () => {
      const tape = longTape(60);
      const shown = await opened(tape, { settings: PLAIN });
      expect(await fromEnd(shown)).toBeLessThan(2);
      const from = tape.events.length;
      for (let at = 60; at < 90; at++) tape.call(`r-${at}`, { tool: "Read", args: { file_path: "x" }, text: "x" });
      await shown.tell({ kind: "events", events: tape.events.slice(from) });
      expect(await fromEnd(shown)).toBeLessThan(2);
      expect(await keysOf(shown)).toContain("r-89");
      expect(await shown.page.locator(".pill").count()).toBe(0);
    });

    it("further up is never moved, is told how much is new, and gets there", async () => {
      const tape = longTape(80);
      const shown = await opened(tape, { settings: PLAIN });
      await scrollTo(shown, 700);
      const [key] = (await keysOf(shown)).slice(8);
      const before = await topOf(shown, key!);
      const from = tape.events.length;
      for (let at = 80; at < 100; at++) tape.call(`r-${at}`, { tool: "Read", args: { file_path: "x" }, text: "x" });
      tape.script("e", "(list)", [{ tool: "Read" }, { tool: "Read" }], {});
      await shown.tell({ kind: "events", events: tape.events.slice(from) });
      expect(await topOf(shown, key!)).toBe(before);
      expect(await shown.page.textContent(".pill")).toMatch(/23 new ↓/);
      await shown.page.click(".pill");
      await drawn(shown.page);
      expect(await fromEnd(shown)).toBeLessThan(2);
      expect(await shown.page.locator(".pill").count()).toBe(0);
    });

    it("gets older entries when they are near, and stays where they are", async () => {
      const tape = longTape(240);
      const { entries } = tape.view();
      const view = { ...tape.view(), entries: entries.slice(40) };
      const shown = await opened(tape, { settings: PLAIN, view, older: 40 });
      await scrollTo(shown, 0);
      expect((await shown.posted()).filter(({ kind }) => kind === "more-entries")).toHaveLength(1);
      const before = await topOf(shown, "r-44");
      await shown.tell({ kind: "older", entries: entries.slice(0, 40), older: 0 });
      expect(Math.abs((await topOf(shown, "r-44")) - before)).toBeLessThan(30);
      expect(await keysOf(shown)).toContain("r-39");
    });

    it("is where they were after a reload", async () => {
      const tape = longTape(200);
      const shown = await opened(tape, { settings: PLAIN });
      await scrollTo(shown, 1_500);
      const [key] = (await keysOf(shown)).slice(8);
      const before = await topOf(shown, key!);
      await shown.page.waitForTimeout(400);
      await shown.reload();
      await shown.tell(openedOf(tape, { settings: PLAIN }));
      await drawn(shown.page);
      expect(Math.abs((await topOf(shown, key!)) - before)).toBeLessThan(2);
    });

    it("keeps in place what they open", async () => {
      const tape = longTape(60);
      tape.script(
        "e",
        "(list)",
        Array.from({ length: 30 }, () => ({ tool: "Read", text: "x" })),
        {},
      );
      const shown = await opened(tape, { settings: PLAIN });
      const before = await topOf(shown, "e");
      await shown.page.click('[data-key="e"] .row');
      await drawn(shown.page);
      expect(await topOf(shown, "e")).toBe(before);
      expect(await keysOf(shown)).toContain("e/1");
    });
  });

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
