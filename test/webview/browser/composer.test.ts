import { describe, expect, it } from "vitest";
import type { PanelState, Suggestion } from "../../../src/protocol/panel-state.ts";
import { sampleTape } from "../sample-session.ts";
import { createTape } from "../tape.ts";
import { axeFindings } from "./axe.ts";
import type { PageOptions, PanelPage } from "./panel-page.ts";
import { drawn } from "./panel-page.ts";
import { focused, wanted } from "./asked-of.ts";
import { CHROMIUM_PATH, usePanels } from "./panel-suite.ts";

const TOOLS = ["Bash", "Edit", "Glob", "Grep", "Read"].map((name) => ({ name, summary: `What ${name} does` }));
const FOUND: readonly Suggestion[] = [
  { kind: "file", insert: '"src/agent/turn.ts"', label: "turn.ts", detail: "src/agent" },
  { kind: "symbol", insert: '"createTurn"', label: "createTurn", detail: "src/agent/turn.ts:12" },
  { kind: "problem", insert: '"src/a.ts:3: unused"', label: "'turn' is declared but its value is never read" },
];
const SCRIPT = '(let* ((hits (Grep :pattern "TODO"))\n       (n 1))\n  (list hits n';

function state(change: Partial<PanelState> = {}): PanelState {
  return {
    mode: "ask",
    trusted: true,
    roots: [{ name: "app", path: "/work/app" }],
    working: false,
    queue: [],
    tools: TOOLS,
    ...change,
  };
}

const QUEUE = [
  { id: "message-1", text: '(Bash :command "npm test")' },
  { id: "message-2", text: "(list 1\n  2)" },
];

describe.skipIf(CHROMIUM_PATH === undefined)("the composer in a browser", () => {
  const open = usePanels("composer");

  async function composer(change: Partial<PanelState> = {}, options: PageOptions = {}): Promise<PanelPage> {
    const panel = await open(createTape(), { state: state(change) }, options);
    await panel.page.focus(".composer-input");
    return panel;
  }
  const textOf = ({ page }: PanelPage) => page.getByRole("textbox", { name: "Message or script" }).inputValue();
  const sent = async (panel: PanelPage) => (await wanted(panel, "send")).map(({ text }) => text);

  describe("a message", () => {
    it("is sent with Enter, breaks with Shift and Enter, and leaves an empty field", async () => {
      const panel = await composer();
      const { keyboard } = panel.page;
      await keyboard.type("(list 1");
      await keyboard.press("Shift+Enter");
      await keyboard.type("2)");
      await keyboard.press("Enter");
      await keyboard.press("Enter");
      expect(await sent(panel)).toEqual(["(list 1\n2)"]);
      expect(await textOf(panel)).toBe("");
      expect(await focused(panel)).toBe("composer-input");
    });

    it("is sent with Ctrl and Enter only, where the person wants it so", async () => {
      const settings = { display: {}, returnedLines: 10, summaryRows: 3, enterSends: false };
      const panel = await open(createTape(), { settings });
      await panel.page.focus(".composer-input");
      await panel.page.keyboard.type("one");
      await panel.page.keyboard.press("Enter");
      await panel.page.keyboard.type("two");
      expect(await sent(panel)).toEqual([]);
      await panel.page.keyboard.press("Control+Enter");
      expect(await sent(panel)).toEqual(["one\ntwo"]);
    });

    it("is not sent by the Enter that ends the composition of a character", async () => {
      const panel = await composer();
      const { page } = panel;
      const client = await page.context().newCDPSession(page);
      await client.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
      const enter = { key: "Enter", code: "Enter", bubbles: true, cancelable: true };
      for (const init of [
        { ...enter, isComposing: true },
        { ...enter, keyCode: 229 },
      ]) {
        await page.evaluate(
          `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify(init)}))`,
        );
      }
      expect(await sent(panel)).toEqual([]);
      await client.send("Input.insertText", { text: "日本" });
      expect(await textOf(panel)).toBe("日本");
      await page.keyboard.press("Enter");
      expect(await sent(panel)).toEqual(["日本"]);
    });

    it("comes back with the arrow up, and what was being written with the arrow down", async () => {
      const panel = await composer();
      const { keyboard } = panel.page;
      for (const text of ["first", "second line one\nline two"]) {
        await panel.page.fill(".composer-input", text);
        await keyboard.press("Enter");
      }
      await keyboard.type("draft");
      const up = async (): Promise<string> => {
        await keyboard.press("ArrowUp");
        await drawn(panel.page);
        return textOf(panel);
      };
      expect(await up()).toBe("second line one\nline two");
      // Through its two lines first.
      expect(await up()).toBe("second line one\nline two");
      expect(await up()).toBe("first");
      expect(await up()).toBe("first");
      for (let presses = 0; presses < 6; presses++) {
        await keyboard.press("ArrowDown");
        await drawn(panel.page);
      }
      expect(await textOf(panel)).toBe("draft");
    });

    it("that was not sent is there after a reload", async () => {
      const panel = await composer();
      await panel.page.keyboard.type("not yet");
      await panel.reload();
      expect(await textOf(panel)).toBe("not yet");
    });

    it("of the host takes the place of what is there, which is not lost", async () => {
      const panel = await composer();
      await panel.page.keyboard.type("mine");
      await panel.tell({ kind: "compose", text: "(list 1)", how: "replace" });
      expect(await textOf(panel)).toBe("(list 1)");
      await panel.tell({ kind: "compose", text: " (list 2)", how: "insert" });
      expect(await textOf(panel)).toBe("(list 1) (list 2)");
      await panel.page.keyboard.press("Home");
      await panel.page.keyboard.press("ArrowUp");
      await drawn(panel.page);
      expect(await textOf(panel)).toBe("mine");
    });

    it("may be very long, and the field grows only so far", async () => {
      const panel = await composer();
      const text = Array.from({ length: 5_000 }, (_, at) => `(list ${at})`).join("\n");
      await panel.tell({ kind: "compose", text, how: "replace" });
      expect(await textOf(panel)).toBe(text);
      const height = await panel.page.evaluate<number>("document.querySelector('.composer-input').clientHeight");
      expect(height).toBeLessThan(400);
      expect(await panel.page.locator(".composer-overlay").count()).toBe(0);
      await panel.page.keyboard.press("Enter");
      expect(await sent(panel)).toEqual([text]);
    });
  });

  describe("a script", () => {
    it("has colours in the very places of its letters, and says what is missing", async () => {
      const panel = await composer();
      const { page } = panel;
      await page.fill(".composer-input", SCRIPT);
      await page.waitForSelector(".composer-overlay .code-tool");
      expect(await page.locator(".composer-overlay").textContent()).toBe(SCRIPT);
      expect(await page.locator(".balance").innerText()).toBe("missing 2 )");
      const [under, over] = await page.evaluate<[number[], number[]]>(
        `[".composer-overlay", ".composer-input"].map((each) => {
          const { clientWidth, clientHeight, scrollHeight } = document.querySelector(each);
          return [clientWidth, clientHeight, scrollHeight];
        })`,
      );
      expect(under).toEqual(over);
      await page.keyboard.press("End");
      await page.keyboard.type("))");
      expect(await page.locator(".balance").innerText()).toContain("complete");
      await page.keyboard.type(")");
      expect(await page.locator(".balance").innerText()).toBe("1 ) too many");
      expect(await page.locator(".bracket-extra").textContent()).toBe(")");
    });

    it("shows the partner of the bracket at the caret", async () => {
      const panel = await composer();
      await panel.page.keyboard.type("(list (car x))");
      await drawn(panel.page);
      expect(await panel.page.locator(".bracket-pair").allTextContents()).toEqual(["(", ")"]);
      await panel.page.keyboard.press("ArrowLeft");
      await panel.page.keyboard.press("ArrowLeft");
      await panel.page.keyboard.press("ArrowLeft");
      await drawn(panel.page);
      expect(await panel.page.locator(".bracket-pair").count()).toBe(0);
    });

    it("is offered the names of tools, which Enter does not take by itself", async () => {
      const panel = await composer();
      const { page } = panel;
      await page.keyboard.type("(progn (G");
      await page.waitForSelector(".picker-item");
      expect(await page.locator(".picker-label").allTextContents()).toEqual(["Glob", "Grep"]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Tab");
      expect(await textOf(panel)).toBe("(progn (Grep ");
      await page.keyboard.type(":pattern (R");
      await page.waitForSelector(".picker-item");
      await page.keyboard.press("Enter");
      expect(await sent(panel)).toEqual(["(progn (Grep :pattern (R"]);
    });
  });

  describe("a picker", () => {
    it("finds what @ can stand for, moves with the arrows and puts it in; all of it can be undone", async () => {
      const panel = await composer();
      const { page } = panel;
      await panel.suggest(FOUND);
      // In one go: a pause between two keys would be a search of its own.
      await page.keyboard.insertText("look at @tu");
      await page.waitForSelector(".picker-item");
      expect(await wanted(panel, "find")).toEqual([{ kind: "find", request: 0, sign: "@", query: "tu" }]);
      const field = page.locator(".composer-input");
      expect(await field.getAttribute("aria-activedescendant")).toBe("composer-picker-0");
      expect(await page.getByRole("listbox").getByRole("option", { selected: true }).innerText()).toContain("turn.ts");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await textOf(panel)).toBe('look at "createTurn" ');
      expect(await page.locator(".picker").count()).toBe(0);
      expect(await field.getAttribute("aria-activedescendant")).toBeNull();
      await page.keyboard.press("Control+z");
      expect(await textOf(panel)).toBe("look at @tu");
    });

    it("is shut with Escape, and by leaving; Tab goes on when there is none", async () => {
      const panel = await composer();
      const { page } = panel;
      await panel.suggest(FOUND);
      await page.keyboard.type("@t");
      await page.waitForSelector(".picker-item");
      await page.keyboard.press("Escape");
      expect(await page.locator(".picker").count()).toBe(0);
      expect(await focused(panel)).toBe("composer-input");
      await page.keyboard.type("u");
      await page.waitForSelector(".picker-item");
      await page.focus(".header-more");
      await drawn(page);
      expect(await page.locator(".picker").count()).toBe(0);
      await page.focus(".composer-input");
      await page.keyboard.press("Tab");
      expect(await focused(panel)).toContain("chip-button");
    });

    it("of commands puts one in; a whole one is sent", async () => {
      const panel = await composer();
      const { page } = panel;
      await panel.suggest([{ kind: "command", insert: "/new", label: "/new", detail: "Begin a new session" }]);
      await page.keyboard.type("/n");
      await page.waitForSelector(".picker-item");
      await page.keyboard.press("Enter");
      expect(await textOf(panel)).toBe("/new");
      await page.keyboard.press("Enter");
      await page.keyboard.type("/new");
      await page.waitForSelector(".picker-item");
      await page.keyboard.press("Enter");
      expect(await sent(panel)).toEqual(["/new", "/new"]);
    });

    it("takes what is clicked, and opens with the button beside the folders", async () => {
      const panel = await composer();
      const { page } = panel;
      await panel.suggest(FOUND);
      await page.keyboard.type("see");
      await page.getByRole("button", { name: "Mention a file" }).click();
      await page.click(".picker-item >> nth=0");
      expect(await textOf(panel)).toBe('see "src/agent/turn.ts" ');
      expect(await focused(panel)).toBe("composer-input");
    });
  });

  it("mentions files that are dropped", async () => {
    const panel = await composer();
    await panel.page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData("text/uri-list", "file:///work/app/src/a.ts\\r\\nfile:///etc/hosts");
      document.querySelector(".composer-input").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
    expect(await textOf(panel)).toBe('"src/a.ts" "/etc/hosts" ');
  });

  describe("while something runs", () => {
    it("stops with the button and with a key, from wherever somebody is", async () => {
      const panel = await composer({ working: true });
      await panel.page.getByRole("button", { name: "Stop" }).click();
      await panel.page.focus(".header-more");
      await panel.page.keyboard.press("Alt+x");
      expect(await wanted(panel, "cancel")).toEqual([{ kind: "cancel" }, { kind: "cancel" }]);
      await panel.tell({ kind: "state", state: state() });
      expect(await panel.page.getByRole("button", { name: "Stop" }).count()).toBe(0);
    });

    it("messages wait in a list: they can be changed, taken back, and sent at once", async () => {
      const panel = await composer({ working: true, queue: QUEUE });
      const { page } = panel;
      expect(await page.locator(".queued-text").allTextContents()).toEqual([
        '(Bash :command "npm test")',
        "(list 1 2)",
      ]);
      await page.getByRole("button", { name: "Change this message" }).last().click();
      const field = page.getByRole("textbox", { name: "Waiting message" });
      expect(await field.inputValue()).toBe("(list 1\n  2)");
      await field.fill("(list 3)");
      await page.keyboard.press("Control+Enter");
      expect(await wanted(panel, "change-queued")).toEqual([
        { kind: "change-queued", id: "message-2", text: "(list 3)" },
      ]);
      expect(await focused(panel)).toBe("composer-input");
      await page.getByRole("button", { name: "Take this message back" }).first().click();
      expect(await wanted(panel, "drop-queued")).toEqual([{ kind: "drop-queued", id: "message-1" }]);
      await page.getByRole("button", { name: "Stop what runs and send this now" }).last().click();
      expect((await panel.posted()).slice(-5).map(({ kind }) => kind)).toEqual([
        "cancel",
        "drop-queued",
        "drop-queued",
        "send",
        "send",
      ]);
    });
  });

  describe("the mode", () => {
    it("is set at once, and shown once the host has it", async () => {
      const panel = await composer();
      await panel.page.getByLabel("Permission mode").selectOption("edits");
      expect(await wanted(panel, "set-mode")).toEqual([{ kind: "set-mode", mode: "edits" }]);
      expect(await panel.page.getByLabel("Permission mode").inputValue()).toBe("ask");
      await panel.tell({ kind: "state", state: state({ mode: "edits" }) });
      expect(await panel.page.getByLabel("Permission mode").inputValue()).toBe("edits");
    });

    it("in which everything is allowed is asked about first, in place", async () => {
      const panel = await composer();
      const { page } = panel;
      await page.getByLabel("Permission mode").selectOption("full-auto");
      expect(await wanted(panel, "set-mode")).toEqual([]);
      await page.waitForSelector(".full-auto-no:focus");
      await page.keyboard.press("Escape");
      expect(await page.locator(".full-auto").count()).toBe(0);
      expect(await focused(panel)).toContain("composer-mode");
      await page.getByLabel("Permission mode").selectOption("full-auto");
      await page.getByRole("button", { name: "Use full auto" }).click();
      expect(await wanted(panel, "set-mode")).toEqual([{ kind: "set-mode", mode: "full-auto" }]);
    });

    it("is reading only where the workspace is not trusted, and that is said", async () => {
      const panel = await composer({ trusted: false, mode: "plan" });
      expect(await panel.page.locator(".chip-restricted").innerText()).toContain("Restricted: reading only");
      expect(await panel.page.locator(".composer-mode option:not(:disabled)").count()).toBe(1);
      expect(await panel.page.getByLabel("Permission mode").inputValue()).toBe("plan");
    });
  });

  describe("everybody", () => {
    it.each<[string, PageOptions]>([
      ["dark", { theme: "dark", width: 380 }],
      ["light", { theme: "light", width: 240 }],
      ["high-contrast", { theme: "high-contrast", width: 700 }],
      ["forced", { theme: "dark", width: 380, forcedColors: true }],
      ["large", { theme: "dark", width: 380, fontSize: 26 }],
      ["right-to-left", { theme: "light", width: 380, direction: "rtl" }],
    ])("can use it as far as axe can tell, and sees all of it: %s", async (name, options) => {
      const roots = ["app", "documentation-of-the-app", "tools", "more"].map((each) => ({
        name: each,
        path: `/${each}`,
      }));
      const busy = state({ working: true, queue: QUEUE, roots });
      const panel = await open(sampleTape(), { state: busy }, options);
      const { page } = panel;
      const check = async (what: string): Promise<void> => {
        await drawn(page);
        await panel.shot(`composer-${what}-${name}`);
        const findings = await axeFindings(page);
        // Forced colours are not those that a page knows of.
        expect(findings.filter((found) => name !== "forced" || !found.startsWith("color-contrast"))).toEqual([]);
        expect(
          await page.evaluate(
            "document.querySelector('.composer').scrollWidth - document.querySelector('.composer').clientWidth",
          ),
        ).toBe(0);
      };
      await page.fill(".composer-input", SCRIPT);
      await page.waitForSelector(".composer-overlay .code-tool", { state: "attached" });
      await check("script");
      await panel.suggest(FOUND);
      await page.fill(".composer-input", "");
      await page.focus(".composer-input");
      await page.keyboard.type("see @t");
      await page.waitForSelector(".picker-item");
      await check("picker");
      await page.keyboard.press("Escape");
      await page.getByLabel("Permission mode").selectOption("full-auto");
      await page.getByRole("button", { name: "Change this message" }).first().click();
      await check("asking");
    });
  });
});
