import type { FrameLocator, Locator, Page } from "playwright-core";
import { EXTENSION_ID } from "./places.ts";

/** The chat panel as a person has it: its page, its rows, its composer. */
export interface Panel {
  /** The panel's own document. */
  readonly frame: FrameLocator;
  readonly composer: Locator;
  /** All rows in sight, oldest first. */
  readonly rows: Locator;
  /** Rows whose spoken text matches. */
  readonly row: (text: string | RegExp) => Locator;
  /** The cards of the questions that wait for an answer. */
  readonly cards: Locator;
  /** Waits for a card and presses one of its buttons. */
  readonly answer: (button: string | RegExp) => Promise<void>;
  readonly button: (name: string | RegExp) => Locator;
  /** Types into the composer, as with a keyboard, and sends it. */
  readonly send: (text: string) => Promise<void>;
  /** Opens or closes a row, as its own button does. */
  readonly toggle: (row: Locator) => Promise<void>;
  /** Settles when a row whose spoken text matches is there. */
  readonly waitForRow: (text: string | RegExp) => Promise<Locator>;
  /** What is read out for each row in sight. */
  readonly spoken: () => Promise<string[]>;
}

/**
 * The panel in the side bar, or the one beside the files. VS Code nests the page of a webview: an outer frame with a service
 * worker, in it the one that shows the extension's page.
 */
export function panelOf(page: Page, where: "side-bar" | "editor" = "side-bar"): Panel {
  const outer = page.locator(`iframe.webview.ready[src*="extensionId=${EXTENSION_ID}"]`);
  // Views and editors are told apart by what their webviews are for.
  const inSideBar = '[src*="purpose=webviewView"]';
  const place = page.locator(where === "editor" ? `:not(${inSideBar})` : inSideBar);
  const frame = outer.and(place).first().contentFrame().frameLocator("iframe#active-frame");
  const composer = frame.locator("toolcall-composer").getByRole("textbox").first();
  const rows = frame.getByRole("feed").getByRole("article");
  const cards = frame.locator(".question-card");
  const row = (text: string | RegExp): Locator => frame.getByRole("article", { name: text });
  return {
    frame,
    composer,
    rows,
    row,
    cards,
    answer: (button) => cards.first().getByRole("button", { name: button }).click(),
    button: (name) => frame.getByRole("button", { name }),
    send: async (text) => {
      await composer.click();
      await composer.fill(text);
      await composer.press("Enter");
    },
    waitForRow: async (text) => {
      const found = row(text).first();
      await found.waitFor();
      return found;
    },
    toggle: (row) => row.getByRole("button", { name: /^Details of/ }).click(),
    spoken: () => rows.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? "")),
  };
}
