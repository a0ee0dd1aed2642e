import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { PanelMessage } from "../../../src/protocol/panel-state.ts";
import { CHROMIUM_ARGS, findChromium } from "../../support/chromium.ts";
import { openedOf, testOutput } from "../sample-session.ts";
import type { Tape } from "../tape.ts";
import { createTape } from "../tape.ts";
import type { PageOptions, PanelPage } from "./panel-page.ts";
import { buildPanel, drawn, openPanel, until } from "./panel-page.ts";

/** What a panel is told at first. */
export type Opened = Extract<PanelMessage, { kind: "opened" }>;

/** Settings under which every call is a row of its own. */
export const PLAIN = { display: {}, returnedLines: 10, summaryRows: 0, enterSends: true };

/** Where Chromium is; without it the suites of the panel are skipped, and say so. */
export const CHROMIUM_PATH = findChromium();
if (CHROMIUM_PATH === undefined) {
  // eslint-disable-next-line no-console -- a skipped test says why
  console.warn(
    "skipped: no Chromium in PATH or CHROMIUM_PATH, so the panel is not tried in a browser (.ci/run installs it)",
  );
}

/** Opens a panel with a session. */
export type OpenSession = (tape: Tape, change?: Partial<Opened>, options?: PageOptions) => Promise<PanelPage>;

/**
 * Builds the panel once for a suite, opens one for each test that wants it, and closes everything. Whatever a test does, no
 * error may happen in its page, and nothing that the page's content security policy forbids.
 */
export function usePanels(suite: string): OpenSession {
  let browser: Browser;
  let folder: string;
  let panel: PanelPage | undefined;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM_PATH ?? "", args: CHROMIUM_ARGS });
    folder = await buildPanel(suite);
  });

  afterEach(async () => {
    const problems = await panel?.problems();
    await panel?.close();
    panel = undefined;
    expect(problems ?? []).toEqual([]);
  });

  afterAll(async () => {
    await browser.close();
  });

  return async (tape, change = {}, options = {}) => {
    const page = await openPanel(browser, folder, options);
    panel = page;
    await page.store("artifact://tests", testOutput());
    await page.tell(openedOf(tape, change));
    return page;
  };
}

/** A session of so many plain calls, each of them apart. */
export function longTape(count: number): Tape {
  const tape = createTape();
  for (let at = 0; at < count; at++) {
    tape.call(`r-${at}`, { tool: "Read", args: { file_path: `/work/app/src/file-${at}.ts` }, text: `line ${at}` });
  }
  return tape;
}

/** The keys of what is drawn. */
export function keysOf({ page }: PanelPage): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(".item")].map((item) => item.dataset.key)`);
}

/** Where an item is, in CSS pixels from the top of the window, as soon as it is drawn. */
export async function topOf({ page }: PanelPage, key: string): Promise<number> {
  await until(page, `document.querySelector('[data-key="${key}"]')`);
  return page.evaluate(`document.querySelector('[data-key="${key}"]').getBoundingClientRect().top`);
}

/** Scrolls the rows. */
export async function scrollTo({ page }: PanelPage, top: number): Promise<void> {
  await page.evaluate(`document.querySelector(".rows").scrollTop = ${top}`);
  await drawn(page);
}

/** CSS pixels from what is in sight to the end. */
export function fromEnd({ page }: PanelPage): Promise<number> {
  const distance = "({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop";
  return page.evaluate(`(${distance})(document.querySelector(".rows"))`);
}

/** The item that has the focus, or holds what has it. */
export function activeKey({ page }: PanelPage): Promise<string | undefined> {
  return page.evaluate("document.activeElement.closest('.item')?.dataset.key");
}
