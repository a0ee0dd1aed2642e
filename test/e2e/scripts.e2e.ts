import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { entries } from "./quick-input.ts";
import { withWorkbench } from "./with-workbench.ts";

const FILES = {
  "scripts/two-forms.tcl": '(list 1 2 3)\n(Glob :pattern "docs/*.md")\n',
  "scripts/real.tcl": 'proc greet {name} {\n  puts "hello $name"\n}\ngreet world\n',
  "docs/howto.md": '# How to\n\n```toolcall\n(Grep :pattern "TODO" :glob "*.ts")\n```\n',
};

describe("scripts in files", () => {
  const { workbench, panel } = withWorkbench({ files: FILES, settings: { "files.autoSave": "off" } });
  const language = () => workbench().page.locator("#status\\.editor\\.mode");
  const lineWith = (text: string) => workbench().page.locator(".editor-instance .view-line").filter({ hasText: text });

  it("are known by their language, with colours for what they call", async () => {
    await workbench().openFile("notes-by-file.tcl");
    await language().filter({ hasText: "ToolCall" }).waitFor();
    const line = lineWith("Grep").first();
    await line.waitFor();
    await expect.poll(() => coloursOf(line), POLL).toBeGreaterThan(2);
    await workbench().screenshot("script-in-editor");
  });

  it("are left to Tcl when they plainly are that", async () => {
    await workbench().openFile("real.tcl");
    await language()
      .filter({ hasText: /Tcl|Plain Text/ })
      .waitFor();
    expect(await language().innerText()).not.toBe("ToolCall");
  });

  it("run from the editor, and their envelope is shown in the panel", async () => {
    await workbench().openFile("notes-by-file.tcl");
    await workbench().run("ToolCall: Run Script");
    await panel().waitForRow(/^ToolCall: \d+ calls.*completed/);
    await workbench().screenshot("script-run-from-editor");
    expect(await panel().rows.count()).toBe(1);
  });

  it("run in part: what is selected", async () => {
    const { page } = workbench();
    await workbench().openFile("two-forms.tcl");
    await lineWith("Glob").first().click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await workbench().run("ToolCall: Run Selection");
    await panel().waitForRow(/^Glob docs\/\*\.md, completed/);
    expect(await panel().rows.count()).toBe(2);
  });

  it("run as they stand in the editor, saved or not", async () => {
    const { page } = workbench();
    await workbench().openFile("two-forms.tcl");
    await lineWith("Glob").first().click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type('(Grep :pattern "unsaved script');
    await page.locator(".tab.active.dirty").waitFor();
    await workbench().run("ToolCall: Run Script");
    await panel().waitForRow(/^Grep unsaved script/);
    expect(workbench().fileText("scripts/two-forms.tcl")).toBe(FILES["scripts/two-forms.tcl"]);
    await workbench().run("File: Revert File");
  });

  it("are explained without being run: what they would call, and what would be decided", async () => {
    const before = await panel().rows.count();
    await workbench().openFile("notes-by-file.tcl");
    await workbench().run("ToolCall: Explain What the Script Would Call");
    await workbench().page.locator(".tab.active").filter({ hasText: "notes-by-file.tcl.md" }).waitFor();
    await lineWith("allowed").first().waitFor();
    await workbench().screenshot("script-explained");
    expect(await panel().rows.count()).toBe(before);
  });

  it("run dry up to their first call, which is told with its arguments and what would be decided", async () => {
    const before = await panel().rows.count();
    await workbench().openFile("notes-by-file.tcl");
    await workbench().run("ToolCall: Dry Run: Show the First Calls");
    await lineWith("would do first").first().waitFor();
    await lineWith("TODO|FIXME").first().waitFor();
    await workbench().screenshot("script-dry-run");
    expect(await panel().rows.count()).toBe(before);
  });

  it("in fences of Markdown have the colours of scripts", async () => {
    await workbench().openFile("howto.md");
    const line = lineWith("Grep").first();
    await line.waitFor();
    await expect.poll(() => coloursOf(line), POLL).toBeGreaterThan(2);
    await workbench().screenshot("markdown-fence");
  });

  it("open from their row as a file that can be kept", async () => {
    const row = await panel().waitForRow(/^ToolCall: \d+ calls.*completed/);
    await row.hover();
    await row.getByRole("button", { name: "More actions" }).click();
    await panel().frame.getByRole("menuitem", { name: "Open as .tcl" }).click();
    await lineWith("split-string").first().waitFor();
    await language().filter({ hasText: "ToolCall" }).waitFor();
  });

  it("have their commands in the palette where these make sense, and nowhere else", async () => {
    const { page } = workbench();
    const offered = async (): Promise<string[]> => {
      await page.keyboard.press("F1");
      await page.locator(".quick-input-widget input").first().fill(">ToolCall: ");
      await entries(page).filter({ hasText: "ToolCall: Focus Chat Panel" }).first().waitFor();
      const all = await entries(page).allInnerTexts();
      await page.keyboard.press("Escape");
      return all.map((text) => text.split("\n")[0] ?? "");
    };
    await workbench().openFile("notes-by-file.tcl");
    const inScript = await offered();
    expect(inScript.join("\n")).toMatch(/Run Script/);
    expect(inScript.join("\n")).not.toMatch(/Stop What Runs/);
    await workbench().openFile("roadmap.md");
    expect((await offered()).join("\n")).not.toMatch(/Run Script/);
  });
});

/** How many kinds of colour a line of an editor has. */
function coloursOf(line: Locator): Promise<number> {
  return line.evaluate(
    (element) => new Set([...element.querySelectorAll("span[class*='mtk']")].map((span) => span.className)).size,
  );
}

/** How long colours may take to come. */
const POLL = { timeout: 30_000 };
