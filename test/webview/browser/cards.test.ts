import { describe, expect, it } from "vitest";
import type { PanelQuestion } from "../../../src/protocol/panel-state.ts";
import { CARD_QUIET_MS } from "../../../webview/cards/card-keys.ts";
import { openedOf, QUESTION, sampleTape } from "../sample-session.ts";
import type { Tape } from "../tape.ts";
import { createTape } from "../tape.ts";
import { axeFindings } from "./axe.ts";
import type { PageOptions, PanelPage } from "./panel-page.ts";
import { drawn } from "./panel-page.ts";
import { focused, wanted } from "./asked-of.ts";
import { CHROMIUM_PATH, usePanels } from "./panel-suite.ts";

const COMMANDS = ["npm test", "npm run lint", "npm run build -- --all"] as const;

function commandQuestion(id: string, command: string): PanelQuestion {
  return {
    id,
    tool: "Bash",
    subject: command,
    access: "run",
    reason: "mode “ask” asks for every command",
    suggestedRule: `Bash(${command})`,
    scopes: ["once", "script", "session", "workspace", "user"],
    details: JSON.stringify({ command, timeout: 120_000 }),
    editable: { name: "command", text: command },
  };
}

/** Calls of commands that wait, one after the other. */
function commandTape(count = 1): Tape {
  const tape = createTape(Date.now() - 2_000);
  for (const [at, command] of COMMANDS.slice(0, count).entries()) {
    tape.call(`b-${at + 1}`, { tool: "Bash", args: { command }, until: "asked", access: "run" });
  }
  return tape;
}

/** Each call is a row of its own. */
const APART = { display: {}, returnedLines: 10, summaryRows: 0, enterSends: true };
const BASH = commandQuestion("b-1", COMMANDS[0]);
const SECOND = commandQuestion("b-2", COMMANDS[1]);

/** A join whose three calls all wait. */
function joinTape(): Tape {
  const tape = createTape(Date.now() - 2_000);
  const calls = COMMANDS.map((command) => ({
    tool: "Bash",
    args: { command },
    until: "asked" as const,
    batch: 1,
    access: "run" as const,
    group: "g/1",
  }));
  tape.script("g", "(parallel-map (lambda (command) (Bash :command command)) commands)", calls);
  return tape;
}

const JOIN = COMMANDS.map((command, at) => ({ ...commandQuestion(`g/${at + 1}`, command), group: "g/1" }));

/** Longer than a card takes no keys after it has come. */
const AFTERWARDS = CARD_QUIET_MS + 100;

describe.skipIf(CHROMIUM_PATH === undefined)("a permission card in a browser", () => {
  const open = usePanels("cards");
  const answers = (panel: PanelPage) => wanted(panel, "answer-permission");

  async function command(questions: readonly PanelQuestion[] = [BASH], options: PageOptions = {}): Promise<PanelPage> {
    const panel = await open(commandTape(questions.length), { questions }, options);
    await panel.page.waitForTimeout(AFTERWARDS);
    return panel;
  }

  it("says what would be done, why, which call of the script it is, and which rule would be kept where", async () => {
    const panel = await open(sampleTape(), { questions: [QUESTION] });
    const card = panel.page.locator('[data-key="e-3/6"] .question-card');
    expect(await card.getAttribute("role")).toBe("alertdialog");
    expect((await card.locator(".card-title").innerText()).startsWith("Allow this edit?")).toBe(true);
    expect(await card.locator("dd").allInnerTexts()).toEqual([
      "app / docs/todo.md",
      "mode “ask” asks for every edit",
      "Edit, 6 of this script; nothing after it has run",
    ]);
    expect(await card.locator("dd").first().getAttribute("title")).toBe("/work/app/docs/todo.md");
    expect(await card.locator(".diff-line.added").count()).toBe(2);
    expect(await card.getByLabel("Rule", { exact: true }).inputValue()).toBe("Edit(docs/**)");
    const scope = card.getByLabel("Where the rule is kept");
    expect(await scope.inputValue()).toBe("session");
    expect(await scope.locator("option").count()).toBe(5);
  });

  it.each([
    ["Allow once", { answer: "allow", scope: "once" }],
    ["Allow & keep rule", { answer: "allow", scope: "session", rule: "Bash(npm test)" }],
  ])("answers with the button %s", async (name, expected) => {
    const panel = await command();
    await panel.page.getByRole("button", { name }).click();
    expect(await answers(panel)).toEqual([{ kind: "answer-permission", id: "b-1", ...expected }]);
  });

  it.each([
    ["Enter", ".question-card", { answer: "allow", scope: "once" }],
    ["Enter", '[data-key="b-1"]', { answer: "allow", scope: "once" }],
    ["s", ".question-card", { answer: "allow", scope: "session", rule: "Bash(npm test)" }],
    ["s", '[data-key="b-1"]', { answer: "allow", scope: "session", rule: "Bash(npm test)" }],
  ])("answers with the key %s at %s", async (key, place, expected) => {
    const panel = await command();
    await panel.page.focus(place);
    await panel.page.keyboard.press(key);
    await panel.page.keyboard.press(key);
    // Twice in the same moment is once.
    expect(await answers(panel)).toEqual([{ kind: "answer-permission", id: "b-1", ...expected }]);
  });

  it("opens the diff with its key", async () => {
    const panel = await open(sampleTape(), { questions: [QUESTION] });
    await panel.page.waitForTimeout(AFTERWARDS);
    await panel.page.focus(".question-card");
    await panel.page.keyboard.press("d");
    expect(await wanted(panel, "open-diff")).toEqual([{ kind: "open-diff", id: "e-3/6" }]);
  });

  it("asks for a reason before it denies, and finds back", async () => {
    const panel = await command();
    const { page } = panel;
    await page.focus(".question-card");
    await page.keyboard.press("Backspace");
    expect(await focused(panel)).toContain("card-feedback");
    await page.keyboard.type("keep out/, only dist");
    await page.keyboard.press("Escape");
    expect(await focused(panel)).toContain("question-card");
    expect(await answers(panel)).toEqual([]);
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    expect(await answers(panel)).toEqual([
      { kind: "answer-permission", id: "b-1", answer: "deny", scope: "once", feedback: "keep out/, only dist" },
    ]);
  });

  it("denies without a reason, too", async () => {
    const panel = await command();
    await panel.page.getByRole("button", { name: "Deny…" }).click();
    await panel.page.getByRole("button", { name: "Deny", exact: true }).click();
    expect(await answers(panel)).toEqual([{ kind: "answer-permission", id: "b-1", answer: "deny", scope: "once" }]);
  });

  it("sends the command and the rule as they were changed, and can take the change back (report 38)", async () => {
    const panel = await command();
    const { page } = panel;
    await page.getByRole("textbox", { name: "Command" }).fill("npm test -- --bail");
    expect(await page.locator(".card-changed").innerText()).toBe("Changed by you");
    await page.getByRole("button", { name: "Take back the change", exact: true }).click();
    expect(await page.getByRole("textbox", { name: "Command" }).inputValue()).toBe("npm test");
    expect(await page.locator(".card-changed").count()).toBe(0);
    await page.getByRole("textbox", { name: "Command" }).fill("npm test -- --bail");
    await page.getByLabel("Rule", { exact: true }).fill("Bash(npm test *)");
    await page.getByLabel("Where the rule is kept").selectOption("workspace");
    await page.getByRole("button", { name: "Allow & keep rule" }).click();
    expect(await answers(panel)).toEqual([
      {
        kind: "answer-permission",
        id: "b-1",
        answer: "allow",
        scope: "workspace",
        rule: "Bash(npm test *)",
        edited: { name: "command", text: "npm test -- --bail" },
      },
    ]);
  });

  it("leaves the letters to its fields", async () => {
    const panel = await command();
    const { page } = panel;
    await page.getByRole("textbox", { name: "Command" }).focus();
    await page.keyboard.press("End");
    await page.keyboard.type(" sd");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("textbox", { name: "Command" }).inputValue()).toBe("npm test s\n");
    expect(await answers(panel)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    expect((await answers(panel))[0]?.edited).toEqual({ name: "command", text: "npm test s\n" });
  });

  it("keeps what was written while its row is scrolled away and while other things happen", async () => {
    const tape = createTape(Date.now() - 2_000);
    tape.call("b-1", { tool: "Bash", args: { command: COMMANDS[0] }, until: "asked", access: "run" });
    for (let at = 0; at < 120; at++) tape.call(`r-${at}`, { tool: "Edit", args: { file_path: `f-${at}` }, text: "x" });
    const panel = await open(tape, { questions: [BASH], settings: APART });
    const { page } = panel;
    const scroll = async (top: number): Promise<void> => {
      await page.evaluate(`document.querySelector(".rows").scrollTop = ${top}`);
      await drawn(page);
    };
    await scroll(0);
    await page.getByRole("textbox", { name: "Command" }).fill("npm test -- --bail");
    await page.getByLabel("Where the rule is kept").selectOption("user");
    await page.locator(".card-details summary").click();
    await page.focus(".composer-input");
    await scroll(99_999);
    expect(await page.locator(".question-card").count()).toBe(0);
    await panel.tell({ kind: "questions", questions: [{ ...BASH }] });
    await scroll(0);
    expect(await page.getByRole("textbox", { name: "Command" }).inputValue()).toBe("npm test -- --bail");
    expect(await page.getByLabel("Where the rule is kept").inputValue()).toBe("user");
    expect(await page.locator(".card-details").getAttribute("open")).toBe("");
  });

  it("says why an answer was not taken, with what was written still there", async () => {
    const panel = await command();
    const { page } = panel;
    await page.getByLabel("Rule", { exact: true }).fill("Bash(npm");
    await panel.tell({
      kind: "questions",
      questions: [{ ...BASH, problem: "The rule cannot be read: ) is missing." }],
    });
    expect(await page.locator(".card-problem").innerText()).toBe("The rule cannot be read: ) is missing.");
    expect(await page.getByLabel("Rule", { exact: true }).inputValue()).toBe("Bash(npm");
  });

  it("can only be allowed once where no rule fits", async () => {
    const { suggestedRule: _rule, ...bare } = BASH;
    const panel = await command([{ ...bare, scopes: ["once"] }]);
    expect(await panel.page.getByRole("button", { name: "Allow & keep rule" }).count()).toBe(0);
    await panel.page.focus(".question-card");
    await panel.page.keyboard.press("s");
    expect(await answers(panel)).toEqual([]);
  });

  it("never takes the focus from somebody who types, and takes no key in the moment it comes", async () => {
    const panel = await open(createTape(), {});
    const { page } = panel;
    await page.focus(".composer-input");
    const tape = commandTape();
    await panel.tell(openedOf(tape, { questions: [BASH] }));
    await page.keyboard.type("s d");
    expect(await page.locator(".composer-input").inputValue()).toBe("s d");
    expect(await answers(panel)).toEqual([]);

    // Whoever is in the rows when a card comes did not mean it either.
    await panel.tell({ kind: "questions", questions: [] });
    await page.focus('[data-key="b-1"]');
    await page.evaluate(`(() => {
      const message = new MessageEvent("message", { data: ${JSON.stringify({ kind: "questions", questions: [{ ...BASH, id: "b-1", group: "new" }] })} });
      window.dispatchEvent(message);
      const press = () => {
        if (document.querySelector(".question-card") === null) return requestAnimationFrame(press);
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
        window.pressed = true;
      };
      press();
    })()`);
    await expect.poll(() => page.evaluate("window.pressed")).toBe(true);
    expect(await answers(panel)).toEqual([]);
    await page.waitForTimeout(AFTERWARDS);
    await page.keyboard.press("Enter");
    expect(await answers(panel)).toHaveLength(1);
  });

  it("is reached with a key from wherever somebody is, however far away", async () => {
    const tape = createTape(Date.now() - 2_000);
    tape.call("b-1", { tool: "Bash", args: { command: COMMANDS[0] }, until: "asked", access: "run" });
    for (let at = 0; at < 200; at++) tape.call(`r-${at}`, { tool: "Edit", args: { file_path: `f-${at}` }, text: "x" });
    const panel = await open(tape, { questions: [BASH], settings: APART });
    const { page } = panel;
    expect(await page.locator(".question-bar").innerText()).toContain("waits for you: npm test");
    await page.focus(".composer-input");
    await page.keyboard.press("Alt+p");
    await page.waitForSelector(".question-card:focus");
    await page.waitForTimeout(AFTERWARDS);
    await page.keyboard.press("Enter");
    expect(await answers(panel)).toHaveLength(1);
  });

  it("is one of several, in order; who answers from a card goes on at the next", async () => {
    const panel = await command([BASH, SECOND]);
    const { page } = panel;
    expect(await page.locator(".card-count").allInnerTexts()).toEqual(["1 of 2", "2 of 2"]);
    await page.focus('[data-key="b-1"] .question-card');
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.dataset.key")).toBe("b-1");
    await panel.tell({ kind: "questions", questions: [SECOND] });
    // The other card was there already: it is not brought under somebody's keys.
    expect(await page.locator(".card-count").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.dataset.key")).toBe("b-1");
  });

  it("that comes after one was answered has the focus that was on that one", async () => {
    const panel = await open(commandTape(2), { questions: [BASH] });
    const { page } = panel;
    await page.waitForTimeout(AFTERWARDS);
    await page.focus(".question-card");
    await page.keyboard.press("Enter");
    await panel.tell({ kind: "questions", questions: [] }, { kind: "questions", questions: [SECOND] });
    await page.waitForSelector('[data-key="b-2"] .question-card:focus');
  });

  describe("of a parallel join", () => {
    it("has a line for each call and shows one whole; the answer is for this one or for all", async () => {
      const panel = await open(joinTape(), { questions: JOIN });
      const { page } = panel;
      expect(await page.locator(".question-card").count()).toBe(1);
      expect(await page.locator(".card-title").innerText()).toBe("Allow these 3 calls?");
      expect(
        await page
          .locator(".card-line")
          .evaluateAll((all) => all.map((each) => each.textContent.replace(/\s+/g, " ").trim())),
      ).toEqual(COMMANDS.map((each) => `Bash ${each}`));
      await page.click(".card-line >> nth=1");
      expect(await page.getByRole("textbox", { name: "Command" }).inputValue()).toBe("npm run lint");
      await page.getByRole("button", { name: "Allow once" }).click();
      await page.getByLabel("Also for the other 2 calls").check();
      await page.click(".card-line >> nth=0");
      await page.getByRole("button", { name: "Allow once" }).click();
      expect(await answers(panel)).toEqual([
        { kind: "answer-permission", id: "g/2", answer: "allow", scope: "once" },
        { kind: "answer-permission", id: "g/1", answer: "allow", scope: "once", rest: true },
      ]);
    });

    it("denies all of it with one reason", async () => {
      const panel = await open(joinTape(), { questions: JOIN });
      const { page } = panel;
      await page.getByLabel("Also for the other 2 calls").check();
      await page.getByRole("button", { name: "Deny…" }).click();
      await page.keyboard.type("not now");
      await page.keyboard.press("Enter");
      expect(await answers(panel)).toEqual([
        { kind: "answer-permission", id: "g/1", answer: "deny", scope: "once", feedback: "not now", rest: true },
      ]);
    });

    it("goes on with the calls that are left (report 28)", async () => {
      const panel = await open(joinTape(), { questions: JOIN });
      await panel.tell({ kind: "questions", questions: JOIN.slice(1) });
      expect(await panel.page.locator('[data-key="g/2"] .question-card .card-title').innerText()).toBe(
        "Allow these 2 calls?",
      );
      await panel.tell({ kind: "questions", questions: JOIN.slice(2) });
      expect(await panel.page.locator('[data-key="g/3"] .card-title').innerText()).toContain("Allow this command?");
    });
  });

  describe("everybody", () => {
    const states: readonly (readonly [string, PageOptions])[] = [
      ["dark", { theme: "dark", width: 380 }],
      ["light", { theme: "light", width: 380 }],
      ["high-contrast", { theme: "high-contrast", width: 380 }],
      ["forced", { theme: "high-contrast", forcedColors: true, width: 380 }],
      ["narrow", { theme: "dark", width: 240 }],
      ["wide", { theme: "light", width: 700 }],
      ["right-to-left", { theme: "dark", width: 380, direction: "rtl" }],
      ["large", { theme: "dark", width: 380, fontSize: 26 }],
    ];

    it.each(states)("can use it as far as axe can tell, and sees all of it: %s", async (name, options) => {
      const tall = { ...options, height: 1_000 };
      const panel = await open(sampleTape(), { questions: [QUESTION] }, tall);
      const check = async (state: string): Promise<void> => {
        await panel.shot(`card-${state}-${name}`);
        const findings = await axeFindings(panel.page);
        // Forced colours are not those that a page knows of.
        expect(findings.filter((found) => name !== "forced" || !found.startsWith("color-contrast"))).toEqual([]);
        expect(
          await panel.page.evaluate<string[]>(
            `[...document.querySelectorAll(".question-card, .question-card *, .question-bar")]
              .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline"
                && getComputedStyle(each).overflowX === "visible" && !each.closest(".visually-hidden"))
              .map((each) => each.className)`,
          ),
        ).toEqual([]);
      };
      await check("edit");
      await panel.tell(openedOf(joinTape(), { questions: JOIN }));
      await check("join");
      await panel.page.getByRole("button", { name: "Deny…" }).click();
      await panel.page.locator(".card-details summary").click();
      await drawn(panel.page);
      await check("deny");
    });
  });
});
