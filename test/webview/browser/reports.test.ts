import { describe, expect, it } from "vitest";
import type { PanelQuestion } from "../../../src/protocol/panel-state.ts";
import { openedOf } from "../sample-session.ts";
import type { Tape } from "../tape.ts";
import { createTape } from "../tape.ts";
import { axeFindings } from "./axe.ts";
import { drawn, until } from "./panel-page.ts";
import { CHROMIUM_PATH, keysOf, PLAIN, usePanels } from "./panel-suite.ts";

/*
 * Faults that people reported of products like this one, by their numbers, as far as they would show in the panel. Reports
 * that a test of the part itself shows have their number in that test's title.
 */

const SCOPES = ["once", "script", "session", "workspace", "user"] as const;

function question(id: string, change: Partial<PanelQuestion> = {}): PanelQuestion {
  return {
    id,
    tool: "Bash",
    subject: "git grep -A 10 x",
    access: "run",
    reason: "mode “ask” asks for every command",
    suggestedRule: "Bash(git grep *)",
    scopes: [...SCOPES],
    details: "{}",
    editable: { name: "command", text: "git grep -A 10 x" },
    ...change,
  };
}

function askingTape(): Tape {
  const tape = createTape(Date.now() - 2_000);
  tape.call("b-1", { tool: "Bash", args: { command: "git grep -A 10 x" }, until: "asked", access: "run" });
  return tape;
}

describe.skipIf(CHROMIUM_PATH === undefined)("the panel in a browser", () => {
  const opened = usePanels("reports");

  describe("a question", () => {
    it("shows the rule that would be kept before anything is kept, wider than the one command (report 30)", async () => {
      const shown = await opened(askingTape(), { questions: [question("b-1")] });
      const card = shown.page.locator(".question-card");
      expect(await card.getByLabel("Rule", { exact: true }).inputValue()).toBe("Bash(git grep *)");
      await card.getByRole("button", { name: "Allow & keep rule" }).click();
      expect(await shown.posted()).toContainEqual(
        expect.objectContaining({ answer: "allow", scope: "session", rule: "Bash(git grep *)" }),
      );
    });

    it("about a place outside of the workspace shows where that really is, and why it is asked (report 34)", async () => {
      const tape = createTape();
      tape.call("r-1", { tool: "Read", args: { file_path: "link/notes.md" }, until: "asked", access: "read" });
      const real = "/home/somebody/elsewhere/notes.md";
      const reason = "the path is outside of the workspace";
      const { editable: _editable, ...bare } = question("r-1", { tool: "Read", subject: real, access: "read", reason });
      const shown = await opened(tape, { questions: [bare] });
      const facts = await shown.page.locator(".question-card dd").allInnerTexts();
      expect(facts.slice(0, 2)).toEqual([real, reason]);
    });

    it("is announced, found by role and name, and read with its reason and its ways to answer (report 114)", async () => {
      const tape = createTape();
      const shown = await opened(tape);
      const { page } = shown;
      tape.call("b-1", { tool: "Bash", args: { command: "git grep -A 10 x" }, until: "asked", access: "run" });
      await page.focus(".composer-input");
      await shown.tell(
        { kind: "events", events: tape.events.slice(1) },
        { kind: "questions", questions: [question("b-1")] },
      );
      await until(page, `document.querySelector("[aria-live]").textContent.startsWith("Bash asks for permission")`);
      await page.keyboard.press("Alt+p");
      await page.waitForSelector(".question-card:focus");
      const dialog = page.getByRole("alertdialog", { name: /^Allow this command\? git grep -A 10 x/ });
      expect(await dialog.count()).toBe(1);
      const about = await page.evaluate<string>(
        `document.getElementById(document.activeElement.getAttribute("aria-describedby")).textContent`,
      );
      expect(about).toContain("mode “ask” asks for every command");
      const answers = await dialog
        .locator("vscode-button")
        .evaluateAll((all) =>
          all.map(({ ariaKeyShortcuts: keys, textContent }) => `${textContent.trim()} ${keys}`.replaceAll(/\s+/g, " ")),
        );
      expect(answers).toHaveLength(3);
      expect(answers.join("; ")).toMatch(/Allow once.*Enter; Allow & keep rule.*S; Deny….*Backspace Delete/);
      expect(await axeFindings(page)).toEqual([]);
    });
  });

  it("leads by a key to the question of a direct call, whose row has the key of its script (report 114)", async () => {
    const tape = createTape(Date.now() - 2_000);
    const args = { command: "git grep -A 10 x" };
    tape.say({ kind: "envelope-opened", id: "e", expression: "(Bash …)", source: "user", direct: "Bash" });
    tape.call("e/1", { tool: "Bash", args, until: "asked", access: "run" }, "e");
    const shown = await opened(tape, { questions: [question("e/1")] });
    await shown.page.focus(".composer-input");
    await shown.page.keyboard.press("Alt+p");
    await shown.page.waitForSelector('[data-key="e"] .question-card:focus');
  });

  describe("rows", () => {
    it("begin open or shut as the setting of their kind of tool says (report 62)", async () => {
      const tape = createTape();
      tape.call("bash", { tool: "Bash", args: { command: "make" }, text: "made" });
      tape.call("read", { tool: "Read", args: { file_path: "/work/app/a.ts" }, text: "read" });
      const display = { "*": "collapsed", Bash: "expanded" } as const;
      const shown = await opened(tape, { settings: { ...PLAIN, display } });
      const isOpen = (key: string) => shown.page.getAttribute(`[data-key="${key}"] .twist`, "aria-expanded");
      expect([await isOpen("bash"), await isOpen("read")]).toEqual(["true", "false"]);
    });

    it("are all open or all shut when that was said, in that session and after a reload, too (report 62)", async () => {
      const tape = createTape();
      for (const key of ["a", "b", "c"])
        tape.call(key, { tool: "Edit", args: { file_path: `/work/${key}` }, text: key });
      const other = createTape();
      other.say({ kind: "session-opened", session: "s-2", roots: ["/work/app"], mode: "ask", resumed: false });
      other.call("d", { tool: "Edit", args: { file_path: "/work/d" }, text: "d" });
      const shown = await opened(tape, { settings: PLAIN });
      const shut = () => shown.page.locator('.twist[aria-expanded="false"]').count();
      const choose = async (what: string): Promise<void> => {
        await shown.page.click('[data-key="a"] .title b', { button: "right" });
        await shown.page.click(`toolcall-menu .${what}`);
        await drawn(shown.page);
      };
      expect(await shut()).toBe(3);
      await choose("menu-expand-all");
      expect(await shut()).toBe(0);
      await shown.tell(openedOf(other, { settings: PLAIN }));
      expect(await shut()).toBe(1);
      await until(shown.page, `JSON.parse(sessionStorage.getItem("state") ?? "{}").sessions?.["s-1"]?.all === true`);
      await shown.reload();
      await shown.tell(openedOf(tape, { settings: PLAIN }));
      expect(await shut()).toBe(0);
      await choose("menu-collapse-all");
      expect(await shut()).toBe(3);
    });

    it("of calls say how these ended themselves, whatever became of their script (report 66)", async () => {
      const tape = createTape();
      const [good, bad] = [
        { tool: "Read", args: { file_path: "/work/app/a.ts" }, text: "a" },
        { tool: "Bash", args: { command: "false" }, text: "exit 1", status: "error", reason: "tool-error: exit 1" },
      ] as const;
      tape.script("whole", "(list (Read …) (Bash …))", [good, bad], { outcome: "completed" });
      tape.script("broken", "(list (Read …) (Bash …))", [good, bad], { outcome: "script-error", text: "Error: x" });
      const shown = await opened(tape, { settings: { ...PLAIN, display: { ToolCall: "expanded" } } });
      const says = (key: string) => shown.page.getAttribute(`[data-key="${key}"]`, "aria-label");
      const mark = (key: string) => shown.page.locator(`[data-key="${key}"] .mark`).first().textContent();
      for (const script of ["whole", "broken"]) {
        expect(await says(`${script}/1`)).toContain("completed");
        expect(await says(`${script}/2`)).toContain("failed");
        expect(await mark(`${script}/1`)).not.toBe(await mark(`${script}/2`));
      }
      expect(await says("whole")).toMatch(/1 failed.*completed|completed.*1 failed/);
    });

    it("of calls that run do not move: one thing at the top of their script does (report 68)", async () => {
      const tape = createTape(Date.now() - 2_000);
      const calls = Array.from({ length: 12 }, () => ({
        tool: "Bash",
        args: { command: "make" },
        until: "running" as const,
        batch: 1,
      }));
      tape.script("e", "(parallel …)", calls);
      const shown = await opened(tape, { settings: { ...PLAIN, display: { "*": "expanded" } } });
      expect((await keysOf(shown)).filter((key) => key.startsWith("e/")).length).toBeGreaterThan(5);
      const moving = await shown.page.evaluate<string[]>(
        `document.getAnimations().map(({ effect }) => effect.target.closest(".item")?.dataset.key ?? effect.target.className)`,
      );
      expect(new Set(moving)).toEqual(new Set(["e"]));
    });

    it("with long lines are bounded by lines as they are seen, at every width (report 64)", async () => {
      for (const width of [240, 700]) {
        const tape = createTape();
        const text = Array.from({ length: 20 }, (_, at) => `${at} ${"wide ".repeat(150)}`).join("\n");
        tape.call("wide", { tool: "Bash", args: { command: "x" }, text, artifact: "artifact://wide" });
        const shown = await opened(tape, { settings: PLAIN }, { width });
        await shown.store("artifact://wide", text);
        await shown.page.click('[data-key="wide"] .row');
        await until(shown.page, `document.querySelectorAll('[data-key="wide"] .line').length > 0`);
        await drawn(shown.page);
        expect(
          await shown.page.evaluate(`document.querySelector('[data-key="wide"]').clientHeight < innerHeight`),
        ).toBe(true);
        if (width === 240) await shown.close();
      }
    });
  });
});
