import { copyFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { inRoot } from "../../src/build/root.mjs";
import { outputPath } from "./places.ts";
import { withWorkbench } from "./with-workbench.ts";

/** A script as a model would send it: search, read side by side, and write down what was found. */
const COLLECT = `(let* ((files (split-string (Grep :pattern "TODO" :glob "*.ts") "\\n" t))
       (texts (parallel-map (lambda (file) (Read :file_path file)) files)))
  (Edit :file_path "docs/roadmap.md"
        :old_string "3. Messages in other languages than English."
        :new_string (format "3. Messages in other languages than English.\\n4. The notes in %d files."
                            (length texts))))`;

/** Drags the border of the side bar with the panel to the left, as with a pointer. */
async function widenPanel(page: Page, pixels: number): Promise<void> {
  const box = await page.locator(".part.auxiliarybar").boundingBox();
  if (box === null) throw new Error("There is no side bar with the panel.");
  const y = box.y + box.height / 2;
  // The border lies in the gap before the side bar.
  await page.mouse.move(box.x - 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x - pixels, y, { steps: 5 });
  await page.mouse.up();
}

/** The pictures that the README shows; `TOOLCALL_WRITE_PICTURES=1 npm run test:e2e -- pictures` makes them anew. */
describe("the pictures of the README", () => {
  const { workbench, panel } = withWorkbench({
    viewport: { width: 1060, height: 940 },
    settings: { "workbench.startupEditor": "none" },
  });

  const keep = async (name: string): Promise<void> => {
    await workbench().screenshot(name);
    if (process.env["TOOLCALL_WRITE_PICTURES"] === undefined) return;
    const target = inRoot("media/pictures", `${name}.png`);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(outputPath(`${name}.png`), target);
  };

  it("show a script that waits for an answer, with what it has done so far", async () => {
    await workbench().setTheme("dark");
    await panel().frame.locator("body.vscode-dark").waitFor();
    await workbench().openFile("roadmap.md");
    await workbench().run("View: Toggle Primary Side Bar Visibility");
    await widenPanel(workbench().page, 170);
    await panel().send(COLLECT);
    await panel().cards.first().waitFor();
    await panel().waitForRow(/^ToolCall.*waiting/);
    await keep("waiting");
    expect(await panel().cards.count()).toBe(1);
  });

  it("show what it did, and what that saved", async () => {
    await panel().answer(/^Allow once/);
    await panel().waitForRow(/^ToolCall.*completed/);
    await panel().toggle(await panel().waitForRow(/^ToolCall.*completed/));
    await panel().toggle(await panel().waitForRow(/^Edit.*completed/));
    await keep("done");
    expect(workbench().fileText("docs/roadmap.md")).toContain("4. The notes in 4 files.");
  });

  it("show the same in a light theme", async () => {
    await workbench().setTheme("light");
    await panel().frame.locator("body.vscode-light").waitFor();
    await keep("light");
    expect(
      await panel()
        .row(/^ToolCall.*completed/)
        .count(),
    ).toBe(1);
  });
});
