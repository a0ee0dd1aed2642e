import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Intent } from "../../../src/protocol/intents.ts";
import type { PanelMessage } from "../../../src/protocol/panel-state.ts";
import { CHROMIUM_ARGS, findChromium } from "../../support/chromium.ts";
import { openedOf } from "../sample-session.ts";
import type { Tape } from "../tape.ts";
import type { PageOptions, PanelPage } from "./panel-page.ts";
import { buildPanel, openPanel } from "./panel-page.ts";

/** Everything that a panel is told at first. */
export type Opened = Extract<PanelMessage, { kind: "opened" }>;

/** Where Chromium is; without one the panel is not tried in a browser. */
export const CHROMIUM = findChromium();

/** Opens panels for the tests of a suite, one at a time, and closes them. */
export interface WithPanel {
  readonly open: (tape: Tape, change?: Partial<Opened>, options?: PageOptions) => Promise<PanelPage>;
}

/** Sets a suite up: one browser for all of it. After each test there is no error in the page, and no breach of its policy. */
export function withPanel(): WithPanel {
  let browser: Browser;
  let folder: string;
  let panel: PanelPage | undefined;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: CHROMIUM_ARGS });
    folder = await buildPanel();
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

  return {
    open: async (tape, change = {}, options = {}) => {
      const page = await openPanel(browser, folder, options);
      panel = page;
      await page.tell(openedOf(tape, change));
      return page;
    },
  };
}

/** What the panel wanted of some kind. */
export async function wanted<Kind extends Intent["kind"]>(
  panel: PanelPage,
  kind: Kind,
): Promise<readonly Extract<Intent, { kind: Kind }>[]> {
  return (await panel.posted()).filter((intent): intent is Extract<Intent, { kind: Kind }> => intent.kind === kind);
}

/** What has the focus: its class, or its name when it has none. */
export function focused({ page }: PanelPage): Promise<string> {
  return page.evaluate<string>("document.activeElement.className || document.activeElement.localName");
}
