import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withWorkbench } from "./with-workbench.ts";

describe("in VS Code", () => {
  const { workbench, panel, reopened } = withWorkbench({
    roots: { "shop-site": { "index.md": "# Shop\n", "libs/x/readme.md": "# x\n" } },
  });
  const made = (name: string): string => join(workbench().fixture.folder, name);
  const queued = () => panel().frame.locator(".queued");

  it("a session keeps its folder while files of other folders are looked at (report 104)", async () => {
    await panel().send('(list (Bash :command "pwd > first-place.txt") (Bash :command "pwd > second-place.txt"))');
    await panel().cards.first().waitFor();
    await workbench().openFile("index.md");
    await panel().answer(/^Allow once/);
    await panel().cards.filter({ hasText: "second-place" }).first().waitFor();
    await workbench().openFile("readme.md");
    await panel().answer(/^Allow once/);
    await panel().waitForRow(/^ToolCall: 2 calls.*completed/);
    const { folder } = workbench().fixture;
    for (const name of ["first-place.txt", "second-place.txt"]) {
      expect(readFileSync(made(name), "utf8")).toBe(`${folder}\n`);
    }
  });

  it("a question is answered by keys alone, after it was announced and found by its role (report 114)", async () => {
    const { page } = workbench();
    await panel().composer.click();
    await page.keyboard.type('(Bash :command "echo keys > keys.txt")');
    await page.keyboard.press("Enter");
    const live = panel()
      .frame.locator("[aria-live]")
      .filter({ hasText: /Bash asks for permission: echo keys/ });
    await live.first().waitFor({ state: "attached" });
    await panel().cards.first().waitFor();
    await page.keyboard.press("Alt+p");
    const dialog = panel().frame.getByRole("alertdialog", { name: /^Allow this command\? echo keys/ });
    await expect.poll(() => dialog.evaluate((card) => card === card.ownerDocument.activeElement), POLL).toBe(true);
    await workbench().screenshot("question-by-keys");
    // A card takes no key in the moment in which it comes; the key is pressed until it is taken.
    await expect
      .poll(async () => {
        if ((await panel().cards.count()) > 0) await page.keyboard.press("Enter");
        return existsSync(made("keys.txt"));
      }, POLL)
      .toBe(true);
    await panel().waitForRow(/^Bash echo keys.*completed/);
  });

  it("messages wait while something runs, in order, and go on when it has ended", async () => {
    await panel().send('(Bash :command "echo first > queue.txt")');
    await panel().cards.first().waitFor();
    await panel().send('(Glob :pattern "*.md")');
    await panel().send('(Grep :pattern "TODO")');
    await queued().nth(1).waitFor();
    await workbench().screenshot("queue");
    expect((await queued().allInnerTexts()).map((text) => text.trim())).toEqual([
      '(Glob :pattern "*.md")',
      '(Grep :pattern "TODO")',
    ]);
    await panel().answer(/^Allow once/);
    await panel().waitForRow(/^Grep TODO, completed/);
    await queued().first().waitFor({ state: "detached" });
  });

  it("a question that waits is withdrawn by a reload, its call ends, and what was queued is still there (reports 36 and 90)", async () => {
    await panel().send('(list (Bash :command "echo never > never.txt"))');
    await panel().cards.first().waitFor();
    await panel().send('(Glob :pattern "later/*.md")');
    await queued().first().waitFor();
    await workbench().reload();
    reopened(await workbench().openPanel());
    await panel()
      .row(/echo never.*(?:interrupted|cancelled)|^ToolCall.*(?:interrupted|cancelled)/)
      .first()
      .waitFor();
    await queued().first().waitFor();
    await workbench().screenshot("question-withdrawn");
    expect(await panel().cards.count()).toBe(0);
    expect(existsSync(made("never.txt"))).toBe(false);
    expect(await queued().allInnerTexts()).toEqual([expect.stringContaining('(Glob :pattern "later/*.md")')]);
  });

  it("what was queued goes on when the person says so (report 90)", async () => {
    await workbench().run("ToolCall: Send Waiting Messages");
    await panel().waitForRow(/^Glob later\/\*\.md, completed/);
    await queued().first().waitFor({ state: "detached" });
  });

  it("a question is withdrawn by a stop, and nothing of it is left (report 36)", async () => {
    await panel().send('(Bash :command "echo stopped > stopped.txt")');
    await panel().cards.first().waitFor();
    await workbench().run("ToolCall: Stop What Runs");
    await panel().waitForRow(/^Bash echo stopped.*cancelled/);
    await panel().cards.first().waitFor({ state: "detached" });
    expect(existsSync(made("stopped.txt"))).toBe(false);
  });

  it("the row of a call that failed says so in a script that went on (report 66)", async () => {
    await panel().send('(list (Bash :command "git log --no-such-option") (Glob :pattern "docs/*.md"))');
    await panel()
      .row(/^ToolCall: 2 calls/)
      .last()
      .waitFor();
    if ((await panel().cards.count()) > 0) await panel().answer(/^Allow once/);
    const envelope = panel()
      .row(/^ToolCall: 2 calls.*completed/)
      .last();
    await envelope.waitFor();
    await panel().toggle(envelope);
    await panel()
      .row(/^Bash git log.*(?:failed|exit)/)
      .last()
      .waitFor();
    await workbench().screenshot("failed-call-in-script");
  });

  it("every row is read out with its tool, its outcome and how much came back", async () => {
    const spoken = await panel().spoken();
    expect(spoken.length).toBeGreaterThan(4);
    for (const text of spoken)
      expect(text).toMatch(/completed|denied|cancelled|interrupted|failed|Returned|saved|script/);
  });
});

/** How long a file on disk may take to come. */
const POLL = { timeout: 30_000 };
