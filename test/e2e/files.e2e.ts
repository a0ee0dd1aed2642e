import { describe, expect, it } from "vitest";
import { runCommand } from "./quick-input.ts";
import { withWorkbench } from "./with-workbench.ts";

const EDIT = '(Edit :file_path "src/hours.ts" :old_string "CLOSED: Hours" :new_string "SHUT: Hours")';

describe("files of the workspace", () => {
  const { workbench, panel } = withWorkbench({ settings: { "files.autoSave": "off" } });

  it("are changed when that is allowed, with the difference on the card", async () => {
    await panel().send('(Read :file_path "src/hours.ts")');
    await panel().waitForRow(/^Read src\/hours\.ts, completed/);
    await panel().send(EDIT);
    await panel().cards.first().getByText("SHUT", { exact: false }).first().waitFor();
    await workbench().screenshot("edit-card");
    await panel().answer(/^Allow once/);
    await panel().waitForRow(/^Edit.*hours\.ts.*completed/);
    expect(workbench().fileText("src/hours.ts")).toContain("export const SHUT: Hours");
  });

  it("get their former content back by undo, and the change again by redo", async () => {
    await workbench().run("ToolCall: Undo Last Change of Files");
    await expect.poll(() => workbench().fileText("src/hours.ts"), POLL).toContain("export const CLOSED: Hours");
    await workbench().run("ToolCall: Redo Undone Change of Files");
    await expect.poll(() => workbench().fileText("src/hours.ts"), POLL).toContain("export const SHUT: Hours");
  });

  it("open in an editor from the row that names them", async () => {
    await panel()
      .frame.getByRole("link", { name: /hours\.ts$/ })
      .first()
      .click();
    await workbench().page.locator(".tab.active").filter({ hasText: "hours.ts" }).waitFor();
    await workbench().screenshot("opened-from-row");
  });

  it("are read as they stand in an editor, saved or not", async () => {
    const { page } = workbench();
    await workbench().openFile("CHANGELOG.md");
    await page.locator(".editor-instance .view-lines").first().click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("Not saved yet. ");
    await page.locator(".tab.active.dirty").waitFor();
    await panel().send('(Grep :pattern "Not saved yet" :output_mode "content")');
    await panel().waitForRow(/^Grep Not saved yet, completed, 1 match/);
    expect(workbench().fileText("CHANGELOG.md")).not.toContain("Not saved yet");
    await runCommand(page, "File: Revert File");
  });

  it("may have long texts, of which a row shows a part and an editor all", async () => {
    await panel().send('(Bash :command "seq 1 30000")');
    const row = await panel().waitForRow(/^Bash.*seq 1 30000.*completed/);
    await panel().toggle(row);
    await workbench().screenshot("long-output");
    await row.getByRole("button", { name: "More actions" }).click();
    await panel().frame.getByRole("menuitem", { name: "Show full output in an editor" }).click();
    const { page } = workbench();
    await page.locator(".tab.active").filter({ hasText: "Bash" }).waitFor();
    await page.locator(".editor-instance .view-lines").first().click();
    await page.keyboard.press("Control+End");
    await page.locator(".editor-instance .view-line").getByText("30000", { exact: true }).waitFor();
    await workbench().screenshot("long-output-in-editor");
  });
});

/** How long a file on disk may take to change. */
const POLL = { timeout: 20_000 };
