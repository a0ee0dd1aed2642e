import { describe, expect, it } from "vitest";
import { openedOf, QUESTION, sampleTape } from "../sample-session.ts";
import { createTape } from "../tape.ts";
import { drawn, until } from "./panel-page.ts";
import { CHROMIUM_PATH, fromEnd, keysOf, longTape, PLAIN, scrollTo, topOf, usePanels } from "./panel-suite.ts";

/** What the page keeps of the session over a reload. */
const KEPT = `JSON.parse(sessionStorage.getItem("state") ?? "{}").sessions?.["s-1"]`;
const PLACE_IS_KEPT = `${KEPT}?.scroll !== undefined`;

describe.skipIf(CHROMIUM_PATH === undefined)("the panel's rows in a browser", () => {
  const opened = usePanels("rows");

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
      await until(shown.page, `${KEPT}?.open?.["e-1"] === true`);
      await shown.reload();
      await shown.tell(openedOf(sampleTape()));
      expect(await keysOf(shown)).toContain("e-1/2");
    });

    it("has a question in the row that waits for it, also while its script is shut (report 36)", async () => {
      const shown = await opened(sampleTape(), { questions: [QUESTION] });
      const card = shown.page.locator('[data-key="e-3/6"] .cell > :not(.row)');
      expect(await card.count()).toBe(1);
      await shown.tell({ kind: "questions", questions: [] });
      expect(await card.count()).toBe(0);
    });

    it("moves the mark and runs the time of what runs at the top only (report 68)", async () => {
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

    it("of one endless line is bounded, too, and the rest of the line can be seen (report 64)", async () => {
      const tape = createTape();
      const json = `{"items":[${"1234567890,".repeat(12_000)}0]}`;
      tape.call("json", { tool: "mcp/list", args: { query: "all" }, text: json, artifact: "artifact://json" });
      const shown = await opened(tape);
      await shown.store("artifact://json", json);
      await shown.page.click('[data-key="json"] .row');
      await until(shown.page, `document.querySelector('[data-key="json"] .line-text').textContent.length > 900`);
      const height = `document.querySelector('[data-key="json"]').clientHeight`;
      expect(await shown.page.evaluate(`${height} < innerHeight / 2`)).toBe(true);
      await shown.page.click("text=more characters");
      await until(shown.page, `document.querySelector('[data-key="json"] .line-text').textContent.length > 7000`);
    });

    it("that is longer than a page is paged through", async () => {
      const tape = createTape();
      const text = Array.from({ length: 9_000 }, (_, at) => `line ${at} ${"x".repeat(40)}`).join("\n");
      tape.call("long", { tool: "Bash", args: { command: "seq" }, text, artifact: "artifact://long" });
      const shown = await opened(tape);
      await shown.store("artifact://long", text);
      await shown.page.click('[data-key="long"] .row');
      await shown.page.click("text=Show all 9,000 lines");
      await until(shown.page, `document.querySelector(".lines.whole")?.textContent.includes("line 3000 ")`);
      await shown.page.click("text=Later part");
      await until(shown.page, `document.querySelector(".lines.whole")?.textContent.includes("line 7000 ")`);
      expect(await shown.page.textContent(".body-pages")).toMatch(/Characters [\d,]+ to [\d,]+ of [\d,]+/);
      await shown.page.click("text=Earlier part");
      await until(shown.page, `document.querySelector(".lines.whole")?.textContent.includes("line 1 ")`);
    });

    it("that is gone says so", async () => {
      const tape = createTape();
      tape.call("gone", { tool: "Bash", args: { command: "x" }, text: "y".repeat(500), artifact: "artifact://gone" });
      const shown = await opened(tape);
      await shown.page.click('[data-key="gone"] .row');
      await until(shown.page, `document.querySelector(".problem")?.textContent === "The output is no longer there."`);
    });

    it("in Markdown has code that can be copied and put into the composer", async () => {
      const tape = createTape();
      const text = 'Try this:\n\n```toolcall\n(Glob :pattern "*")\n```';
      tape.call("md", { tool: "mcp/help", args: { query: "x" }, text, renderData: { format: "markdown" } });
      const shown = await opened(tape);
      await shown.page.click('[data-key="md"] .row');
      await shown.page.click('[data-key="md"] .code-head [aria-label="Copy this code"]');
      expect(await shown.posted()).toContainEqual({ kind: "copy", text: '(Glob :pattern "*")' });
      await until(shown.page, `document.querySelector('[data-key="md"] .code-tool')?.textContent === "Glob"`);
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

    it("further up is never moved, is told how much is new, and gets there (report 60)", async () => {
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

    it("who went up by a single pixel stays there (report 60)", async () => {
      const tape = longTape(80);
      const shown = await opened(tape, { settings: PLAIN });
      await shown.page.evaluate(`document.querySelector(".rows").scrollTop -= 1`);
      await drawn(shown.page);
      const before = await topOf(shown, "r-79");
      const from = tape.events.length;
      tape.call("new", { tool: "Read", args: { file_path: "x" }, text: "x" });
      await shown.tell({ kind: "events", events: tape.events.slice(from) });
      expect(await topOf(shown, "r-79")).toBe(before);
      expect(await shown.page.textContent(".pill")).toMatch(/1 new/);
    });

    it("goes to the first row with a key, also from the end that was followed", async () => {
      const tape = longTape(200);
      const shown = await opened(tape, { settings: PLAIN });
      expect(await fromEnd(shown)).toBeLessThan(2);
      await shown.page.focus('[data-key="r-199"]');
      await shown.page.keyboard.press("Home");
      await until(shown.page, `document.querySelector(".rows").scrollTop === 0`);
      await until(shown.page, `document.activeElement?.dataset.key === "r-0"`);
      const from = tape.events.length;
      tape.call("new", { tool: "Read", args: { file_path: "x" }, text: "x" });
      await shown.tell({ kind: "events", events: tape.events.slice(from) });
      expect(await shown.page.evaluate(`document.querySelector(".rows").scrollTop`)).toBe(0);
      await shown.page.keyboard.press("End");
      await until(shown.page, `document.activeElement?.dataset.key === "new"`);
    });

    it("is not moved by what comes, grows or is fetched above", async () => {
      const tape = longTape(30);
      tape.script("e", "(list)", [{ tool: "Read", text: "x" }]);
      for (let at = 30; at < 90; at++) tape.call(`r-${at}`, { tool: "Read", args: { file_path: "x" }, text: "x" });
      const settings = { ...PLAIN, display: { ToolCall: "expanded" as const } };
      const shown = await opened(tape, { settings });
      await scrollTo(shown, 1_400);
      const key = (await keysOf(shown))[9]!;
      const before = await topOf(shown, key);
      const from = tape.events.length;
      for (let at = 2; at < 30; at++) tape.call(`e/${at}`, { tool: "Read", text: "x" }, "e");
      await shown.tell({ kind: "events", events: tape.events.slice(from) });
      expect(await topOf(shown, key)).toBe(before);
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
      await until(shown.page, PLACE_IS_KEPT);
      await shown.reload();
      await shown.tell(openedOf(tape, { settings: PLAIN }));
      await drawn(shown.page);
      expect(Math.abs((await topOf(shown, key!)) - before)).toBeLessThan(2);
    });

    it("is where they were also when that has to be fetched first", async () => {
      const tape = longTape(300);
      const { entries } = tape.view();
      const view = { ...tape.view(), entries: entries.slice(100) };
      const shown = await opened(tape, { settings: PLAIN });
      await scrollTo(shown, 800);
      const key = (await keysOf(shown))[9]!;
      const before = await topOf(shown, key);
      await until(shown.page, PLACE_IS_KEPT);
      await shown.reload();
      await shown.tell(openedOf(tape, { settings: PLAIN, view, older: 100 }));
      await until(shown.page, "posted.some(({ kind }) => kind === 'more-entries')");
      await shown.tell({ kind: "older", entries: entries.slice(0, 100), older: 0 });
      expect(Math.abs((await topOf(shown, key)) - before)).toBeLessThan(2);
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
});
