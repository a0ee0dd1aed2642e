import type { Locator, Page } from "playwright-core";

/** How long one attempt may take; something that takes the focus closes a quick input. */
const ATTEMPT_MS = 4_000;
const ATTEMPTS = 5;

function widget(page: Page): Locator {
  return page.locator(".quick-input-widget");
}

/** The entries of an open quick pick. */
export function entries(page: Page): Locator {
  return widget(page).locator(".monaco-list-row");
}

/** Runs a command by its whole label in the palette, such as `View: Toggle Output`. */
export async function runCommand(page: Page, label: string): Promise<void> {
  await quickOpen(page, "F1", `>${label}`, entries(page).filter({ has: page.getByText(label, { exact: true }) }));
}

/** Opens a file of the workspace by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  await quickOpen(page, "Control+P", name, entries(page).filter({ hasText: name }));
  await page.locator(".tab.active").filter({ hasText: name }).waitFor();
}

async function quickOpen(page: Page, key: string, text: string, entry: Locator): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await page.keyboard.press(key);
      await widget(page).locator("input").first().fill(text, { timeout: ATTEMPT_MS });
      await entry.first().click({ timeout: ATTEMPT_MS });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await page.keyboard.press("Escape");
    }
  }
}

/** Takes an entry of an open quick pick. */
export function pick(page: Page, text: string | RegExp): Promise<void> {
  return entries(page).filter({ hasText: text }).first().click();
}

/** Fills an open input box and accepts it. */
export async function typeInput(page: Page, text: string): Promise<void> {
  const input = widget(page).locator("input").first();
  await input.waitFor();
  await input.fill(text);
  await input.press("Enter");
}
