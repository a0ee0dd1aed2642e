import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepEvidence } from "./on-failure.ts";
import type { Panel } from "./panel.ts";
import type { Workbench } from "./workbench.ts";
import { openWorkbench } from "./workbench.ts";

describe("the packaged extension in VS Code", () => {
  let workbench: Workbench;
  let panel: Panel;

  keepEvidence(() => workbench.page);

  beforeAll(async () => {
    workbench = await openWorkbench();
  });

  afterAll(async () => {
    await workbench.close();
  });

  it("opens its chat panel by command, ready to be typed into", async () => {
    panel = await workbench.openPanel();
    expect(await panel.composer.isEditable()).toBe(true);
    expect(await panel.rows.count()).toBe(0);
    await workbench.screenshot("empty-panel");
  });

  it("runs a typed call at once and shows it as one row", async () => {
    await panel.send('(Grep :pattern "TODO")');
    await panel.waitForRow(/^Grep TODO, completed, 7 matches/);
    await workbench.screenshot("direct-call");
    expect(await panel.rows.count()).toBe(1);
  });

  it("shows a composed script as an envelope with a row for each of its calls", async () => {
    await panel.send(
      '(let* ((files (split-string (Grep :pattern "TODO" :glob "*.ts") "\\n" t)) (texts (parallel-map (lambda (file) (Read :file_path file)) files))) (length texts))',
    );
    const envelope = await panel.waitForRow(/^ToolCall: 5 calls.*completed/);
    await panel.toggle(envelope);
    await panel.row(/^Read/).nth(3).waitFor();
    await workbench.screenshot("composed-script");
    const inside = (await panel.spoken()).filter((text) => text.includes("in a script"));
    expect(inside.map((text) => text.split(" ")[0])).toEqual(["Grep", "Read", "Read", "Read", "Read", "Returned,"]);
  });

  it("shows the same rows after the window was reloaded", async () => {
    const before = await panel.spoken();
    await workbench.reload();
    panel = await workbench.openPanel();
    await panel.row(/^Read/).nth(3).waitFor();
    expect(await panel.spoken()).toEqual(before);
    await workbench.screenshot("reloaded");
  });

  it("asks nothing of any other machine", () => {
    expect(workbench.foreign).toEqual([]);
  });
});
