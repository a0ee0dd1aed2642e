import { describe, expect, it } from "vitest";
import { panelOf } from "./panel.ts";
import { THEMES } from "./workbench.ts";
import { withWorkbench } from "./with-workbench.ts";

describe("the panel", () => {
  const { workbench, panel } = withWorkbench({
    roots: { "shop-site": { "index.md": "# Shop\n\nTODO: open the shop\n" } },
  });

  it("finds things in every folder of a workspace with several", async () => {
    await panel().send(`(Grep :pattern "TODO" :path "${workbench().fixture.roots[1]}")`);
    await panel().waitForRow(/^Grep.*TODO.*1 match/);
    await workbench().screenshot("several-folders");
  });

  it("is used without a pointer: a row is opened and its menu shown by keys alone", async () => {
    const { page } = workbench();
    await panel().composer.focus();
    await page.keyboard.type('(Read :file_path "README.md")');
    await page.keyboard.press("Enter");
    const row = await panel().waitForRow(/^Read README\.md.*completed/);
    await row.focus();
    await page.keyboard.press("Enter");
    await row.getByRole("group", { name: "Output of Read" }).waitFor();
    await workbench().screenshot("keyboard-only");
  });

  it("beside the files shows the same rows as the one in the side bar, and both get new ones", async () => {
    await workbench().run("ToolCall: Open Chat Panel in Editor");
    const second = panelOf(workbench().page, "editor");
    await second.waitForRow(/^Read README\.md.*completed/);
    expect(await second.rows.count()).toBe(await panel().rows.count());
    await second.send('(Glob :pattern "docs/*.md")');
    await panel().waitForRow(/^Glob.*completed/);
    await second.waitForRow(/^Glob.*completed/);
    await workbench().screenshot("two-views");
  });

  it.each(Object.keys(THEMES) as (keyof typeof THEMES)[])("takes its colours from the theme: %s", async (theme) => {
    await workbench().setTheme(theme);
    const expected = {
      dark: "vscode-dark",
      light: "vscode-light",
      "high-contrast": "vscode-high-contrast",
      "high-contrast-light": "vscode-high-contrast-light",
    }[theme];
    await panel().frame.locator(`body.${expected}`).waitFor();
    await workbench().screenshot(`theme-${theme}`);
    const colours = await panel()
      .frame.locator("body")
      .evaluate((body) => {
        const { color, backgroundColor } = body.ownerDocument.defaultView!.getComputedStyle(body);
        return { color, backgroundColor };
      });
    expect(colours.color).not.toBe(colours.backgroundColor);
  });

  it("asks nothing of any other machine", () => {
    expect(workbench().foreign).toEqual([]);
  });
});
