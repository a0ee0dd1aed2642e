import { describe, expect, it } from "vitest";
import type { PanelMessage, SessionSummary } from "../../../src/protocol/panel-state.ts";
import { QUESTION, sampleTape } from "../sample-session.ts";
import { createTape } from "../tape.ts";
import { axeFindings } from "./axe.ts";
import type { PageOptions, PanelPage } from "./panel-page.ts";
import { drawn } from "./panel-page.ts";
import { focused, wanted } from "./asked-of.ts";
import { CHROMIUM_PATH, usePanels } from "./panel-suite.ts";

const HOUR = 3_600_000;
const SESSIONS: readonly SessionSummary[] = [
  { id: "s-1", title: "Collect open TODOs into docs/todo.md", modified: Date.now() - 60_000, rows: 12 },
  { id: "s-2", title: "Rename runCall everywhere", modified: Date.now() - 5 * HOUR, rows: 48, elsewhere: true },
  { id: "s-3", title: "s-3", modified: Date.now() - 80 * HOUR, problem: "Nothing of it can be read." },
  { id: "s-4", title: "Count the lines", modified: Date.now() - 900 * HOUR, rows: 1 },
];
const TOLD: PanelMessage = { kind: "sessions", sessions: SESSIONS, current: "s-1" };

describe.skipIf(CHROMIUM_PATH === undefined)("what stands around the rows, in a browser", () => {
  const open = usePanels("sessions");

  async function drawer(options: PageOptions = {}): Promise<PanelPage> {
    const panel = await open(sampleTape(), {}, options);
    await panel.page.getByRole("button", { name: "Sessions" }).click();
    await panel.tell(TOLD);
    return panel;
  }

  describe("the list of sessions", () => {
    it("has each with its name, when it was changed, how long it is and how it stands", async () => {
      const { page } = await drawer();
      const said = await page
        .locator(".session-open")
        .evaluateAll((all) => all.map((each) => each.textContent.replace(/\s+/g, " ").trim()));
      expect(said.slice(0, 3)).toEqual([
        "Collect open TODOs into docs/todo.md open · 1 min ago · 12 rows",
        "Rename runCall everywhere 5 h ago · 48 rows · open in another window",
        "s-3 3 days ago Nothing of it can be read.",
      ]);
      expect(await page.locator('.session-open[aria-current="true"]').count()).toBe(1);
    });

    it("is searched by the host, once somebody has stopped typing", async () => {
      const panel = await drawer();
      const { page } = panel;
      expect(await focused(panel)).toBe("sessions-search");
      // In one go: a pause between two keys would be a search of its own.
      await page.keyboard.insertText("todo");
      const asked = async () => (await wanted(panel, "list-sessions")).map(({ query }) => query);
      await expect.poll(asked).toEqual(["", "todo"]);
      await panel.tell({ kind: "sessions", sessions: [], current: "s-1" });
      expect(await page.locator(".sessions-empty").innerText()).toContain("No session has these words.");
    });

    it("opens a session with the keyboard, and gives the focus back", async () => {
      const panel = await drawer();
      const { page } = panel;
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await wanted(panel, "open-session")).toEqual([{ kind: "open-session", id: "s-2" }]);
      await page.waitForSelector(".header-sessions:focus");
      expect(await page.locator(".sessions").count()).toBe(0);
    });

    it("is shut with Escape; what lies under it is out of reach meanwhile", async () => {
      const { page } = await drawer();
      expect(await page.evaluate("document.querySelector('.composer-input').closest('[inert]') !== null")).toBe(true);
      await page.keyboard.press("Escape");
      await page.waitForSelector(".header-sessions:focus");
      expect(await page.evaluate("document.querySelector('.composer-input').closest('[inert]')")).toBeNull();
    });

    it("renames a session in place", async () => {
      const panel = await drawer();
      const { page } = panel;
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("F2");
      await page.waitForSelector(".session-rename:focus");
      await page.keyboard.type("  TODOs  ");
      await page.keyboard.press("Enter");
      expect(await wanted(panel, "rename-session")).toEqual([{ kind: "rename-session", id: "s-1", title: "TODOs" }]);
      await page.waitForSelector(".session-open:focus");
      expect(await page.locator(".session-title").first().innerText()).toBe("TODOs");
      await page.keyboard.press("F2");
      await page.waitForSelector(".session-rename:focus");
      await page.keyboard.type("other");
      await page.keyboard.press("Escape");
      expect(await wanted(panel, "rename-session")).toHaveLength(1);
      expect(await page.locator(".sessions").count()).toBe(1);
    });

    it("deletes a session only after it was asked, in place; a damaged one, too", async () => {
      const panel = await drawer();
      const { page } = panel;
      await page.hover(".session.damaged .session-row");
      await page.getByRole("button", { name: "Delete s-3" }).click();
      expect(await page.getByRole("group", { name: "Delete this session?" }).innerText()).toContain(
        "What can still be read of it is gone for good then",
      );
      await page.waitForSelector(".session-keep:focus");
      await page.keyboard.press("Enter");
      expect(await wanted(panel, "delete-session")).toEqual([]);
      await page.keyboard.press("Delete");
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      expect(await wanted(panel, "delete-session")).toEqual([{ kind: "delete-session", id: "s-3" }]);
      await page.waitForSelector('[data-session="s-4"] .session-open:focus');
      expect(await page.locator(".session").count()).toBe(3);
    });

    it("exports a session", async () => {
      const panel = await drawer();
      await panel.page.hover('[data-session="s-4"] .session-row');
      await panel.page.getByRole("button", { name: "Export Count the lines" }).click();
      expect(await wanted(panel, "export-session")).toEqual([{ kind: "export-session", id: "s-4" }]);
    });

    it("says what to do while there is none", async () => {
      const panel = await open(createTape());
      await panel.page.getByRole("button", { name: "Sessions" }).click();
      await panel.tell({ kind: "sessions", sessions: [], current: undefined });
      expect(await panel.page.locator(".sessions-empty").innerText()).toContain("No session yet.");
    });
  });

  describe("the header", () => {
    it.each([
      ["a double click", (panel: PanelPage) => panel.page.dblclick(".title-button")],
      ["F2", (panel: PanelPage) => panel.page.press(".title-button", "F2")],
      ["Enter", (panel: PanelPage) => panel.page.press(".title-button", "Enter")],
    ])("renames the session with %s", async (_how, begin) => {
      const panel = await open(sampleTape());
      const { page } = panel;
      await begin(panel);
      await page.waitForSelector(".title-input:focus");
      await page.keyboard.type("Another name");
      await page.keyboard.press("Enter");
      expect(await wanted(panel, "rename-session")).toEqual([
        { kind: "rename-session", id: "s-1", title: "Another name" },
      ]);
      await page.waitForSelector(".title-button:focus");
    });

    it("renames nothing when it is left or given up", async () => {
      const panel = await open(sampleTape());
      const { page } = panel;
      await page.press(".title-button", "F2");
      await page.waitForSelector(".title-input:focus");
      await page.keyboard.type("x");
      await page.keyboard.press("Escape");
      await page.waitForSelector(".title-button:focus");
      await page.keyboard.press("F2");
      await page.waitForSelector(".title-input:focus");
      await page.keyboard.type("x");
      await page.click(".composer-input");
      expect(await page.locator(".title-input").count()).toBe(0);
      expect(await wanted(panel, "rename-session")).toEqual([]);
    });

    it("begins a session", async () => {
      const panel = await open(sampleTape());
      await panel.page.getByRole("button", { name: "New session" }).click();
      expect(await wanted(panel, "new-session")).toHaveLength(1);
    });

    it.each([
      ["Export this session …", { kind: "export-session", id: "s-1" }],
      ["Import a session …", { kind: "import-session" }],
      ["Open beside the files", { kind: "open-in-editor" }],
      ["Settings", { kind: "open-settings" }],
    ])("has in its menu: %s", async (name, intent) => {
      const panel = await open(sampleTape());
      await panel.page.click(".header-more");
      await panel.page.getByRole("menuitem", { name }).click();
      expect(await panel.posted()).toContainEqual(intent);
      expect(await focused(panel)).toContain("header-more");
    });

    it("opens and shuts all rows from its menu", async () => {
      const { page } = await open(sampleTape());
      await page.click(".header-more");
      await page.keyboard.press("Enter");
      await drawn(page);
      expect(await page.locator('[data-key="e-3/1"]').count()).toBe(1);
      await page.click(".header-more");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await drawn(page);
      expect(await page.locator('[data-key="e-3/1"]').count()).toBe(0);
    });

    it("says whether something runs or waits", async () => {
      const panel = await open(sampleTape());
      const standing = panel.page.locator(".header-standing");
      expect(await standing.count()).toBe(0);
      const state = { mode: "ask", trusted: true, roots: [], working: true, queue: [], tools: [] } as const;
      await panel.tell({ kind: "state", state });
      expect(await standing.innerText()).toBe("working");
      await panel.tell({ kind: "questions", questions: [QUESTION] });
      expect(await standing.innerText()).toBe("waits for you");
    });

    it("moves nothing for somebody who wants no motion", async () => {
      const state = { mode: "ask", trusted: true, roots: [], working: true, queue: [], tools: [] } as const;
      const panel = await open(createTape(), { state }, { reducedMotion: true });
      expect(await panel.page.evaluate("document.getAnimations().length")).toBe(0);
    });
  });

  it("an empty panel says what it is, and puts a script to try into the composer", async () => {
    const panel = await open(createTape());
    const { page } = panel;
    expect(await page.locator(".welcome-example").count()).toBe(3);
    await page.getByRole("button", { name: "Find all TODOs" }).click();
    await drawn(page);
    expect(await page.locator(".composer-input").inputValue()).toBe('(Grep :pattern "TODO")');
    expect(await focused(panel)).toBe("composer-input");
    const tape = createTape();
    tape.call("c-1", { tool: "Read", text: "x" });
    await panel.tell({ kind: "events", events: tape.events.slice(1) });
    expect(await page.locator(".welcome").count()).toBe(0);
    expect(await page.locator('[data-key="c-1"]').isVisible()).toBe(true);
  });

  it.each<[string, PageOptions]>([
    ["dark", { theme: "dark", width: 380 }],
    ["light", { theme: "light", width: 700 }],
    ["high-contrast", { theme: "high-contrast", width: 380 }],
    ["forced", { theme: "dark", width: 380, forcedColors: true }],
    ["narrow", { theme: "light", width: 240 }],
    ["large", { theme: "dark", width: 380, fontSize: 26 }],
  ])("everybody can use it as far as axe can tell: %s", async (name, options) => {
    const panel = await open(createTape(), { title: "" }, options);
    const { page } = panel;
    const check = async (what: string): Promise<void> => {
      await drawn(page);
      await panel.shot(`around-${what}-${name}`);
      const findings = await axeFindings(page);
      // Forced colours are not those that a page knows of.
      expect(findings.filter((found) => name !== "forced" || !found.startsWith("color-contrast"))).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    };
    await check("welcome");
    await panel.tell({ kind: "notice", level: "warning", text: "The session was not deleted.", example: "(list 1)" });
    await page.getByRole("button", { name: "Sessions" }).click();
    await panel.tell(TOLD);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Delete");
    await page.waitForSelector(".session-confirm");
    await check("sessions");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.click(".header-more");
    await check("menu");
  });
});
