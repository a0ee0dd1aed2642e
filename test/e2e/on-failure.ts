import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { panelOf } from "./panel.ts";
import { outputPath } from "./places.ts";

/** How long a panel that may be broken is asked what it says. */
const EVIDENCE_MS = 3_000;

/** Keeps, for each scenario that fails in this file, a picture of the window and what the panel says. */
export function keepEvidence(page: () => Page | undefined): void {
  afterEach(async ({ task }) => {
    const shown = page();
    if (task.result?.state !== "fail" || shown === undefined || shown.isClosed()) return;
    const name = `failed-${task.name.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 80)}`;
    await shown.screenshot({ path: outputPath(`${name}.png`), animations: "disabled" });
    const { frame } = panelOf(shown);
    const text = await frame.locator("body").ariaSnapshot({ timeout: EVIDENCE_MS }).catch(String);
    writeFileSync(outputPath(`${name}.txt`), text);
  });
}
