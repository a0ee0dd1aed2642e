/// <reference lib="dom" />
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import type { RunningHost } from "../vscode-host/start-host.ts";
import { startHost } from "../vscode-host/start-host.ts";
import { foreignRequests, launchBrowser, workbenchPage, workbenchStarted } from "./browser.ts";
import { killExtensionHosts } from "./extension-host.ts";
import type { Fixture, FixtureOptions } from "./fixture.ts";
import { createFixture } from "./fixture.ts";
import type { Panel } from "./panel.ts";
import { panelOf } from "./panel.ts";
import { outputPath, packageUnderTest } from "./places.ts";
import { openFile, runCommand, typeInput } from "./quick-input.ts";

const RELOAD_TIMEOUT_MS = 60_000;

/** Colour themes that come with VS Code: their names in its list, and the class of a workbench that has one. */
export const THEMES = {
  dark: { label: "Dark Modern", base: "vs-dark" },
  light: { label: "Light Modern", base: "vs" },
  "high-contrast": { label: "Dark High Contrast", base: "hc-black" },
  "high-contrast-light": { label: "Light High Contrast", base: "hc-light" },
} as const;

/** How a workbench is opened. */
export interface WorkbenchOptions extends FixtureOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly asksForTrust?: boolean;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Variables for the extension host. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A VS Code with the packaged extension on a workspace of its own, driven as a person drives it. */
export interface Workbench {
  readonly page: Page;
  readonly browser: Browser;
  readonly host: RunningHost;
  readonly fixture: Fixture;
  /** Addresses outside of this machine that the page has asked. */
  readonly foreign: readonly string[];
  /** Runs a command by its whole label in the palette. */
  readonly run: (label: string) => Promise<void>;
  readonly openFile: (name: string) => Promise<void>;
  /** Shows the chat panel and waits until it can be typed into. */
  readonly openPanel: () => Promise<Panel>;
  /** Presses a button of the open modal dialog; answers the dialog's text. */
  readonly answerDialog: (button: string) => Promise<string>;
  readonly notification: (text: string | RegExp) => Locator;
  readonly screenshot: (name: string) => Promise<void>;
  readonly setTheme: (theme: keyof typeof THEMES) => Promise<void>;
  /** Reloads the window, as the command of that name does. */
  readonly reload: () => Promise<void>;
  readonly killExtensionHost: () => void;
  /** A file of the workspace as it is on disk. */
  readonly fileText: (path: string) => string;
  /** A second window on the same workspace. */
  readonly openWindow: () => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** Opens a workbench with the package under test. It has to be closed. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { settings = {}, asksForTrust = false, env = {} } = options;
  const fixture = createFixture(options);
  const host = await startHost({
    workspace: fixture.opened,
    vsix: [packageUnderTest()],
    settings: { "workbench.reduceMotion": "on", ...settings },
    asksForTrust,
    env,
  }).catch((error: unknown) => {
    fixture.remove();
    throw error;
  });
  const browser = await launchBrowser();
  const openWindow = async (): Promise<Page> => {
    const opened = await workbenchPage(browser, {}, options.viewport);
    await opened.goto(host.url);
    await workbenchStarted(opened);
    return opened;
  };
  const page = await workbenchPage(browser, {}, options.viewport);
  const foreign = foreignRequests(page);
  await page.goto(host.url);
  await workbenchStarted(page);
  return {
    page,
    browser,
    host,
    fixture,
    foreign,
    run: (label) => runCommand(page, label),
    openFile: (name) => openFile(page, name),
    openPanel: () => openPanel(page),
    answerDialog: (button) => answerDialog(page, button),
    notification: (text) => page.locator(".notification-toast").filter({ hasText: text }),
    screenshot: async (name) => {
      await page.screenshot({ path: outputPath(`${name}.png`), animations: "disabled" });
    },
    setTheme: (theme) => setTheme(page, theme),
    reload: () => reload(page),
    killExtensionHost: () => killExtensionHosts(host.pid),
    fileText: (path) => readFileSync(join(fixture.folder, path), "utf8"),
    openWindow,
    close: async () => {
      await browser.close();
      await host.stop();
      fixture.remove();
    },
  };
}

/** Shows the chat panel of a window. */
export async function openPanel(page: Page): Promise<Panel> {
  await runCommand(page, "ToolCall: Focus Chat Panel");
  const panel = panelOf(page);
  await panel.composer.waitFor();
  return panel;
}

/** Reloads a window by VS Code's own command, which lets everything be stored first. */
async function reload(page: Page): Promise<void> {
  const loaded = page.waitForEvent("load", { timeout: RELOAD_TIMEOUT_MS });
  await runCommand(page, "Developer: Reload Window");
  await loaded;
  await workbenchStarted(page);
}

async function answerDialog(page: Page, button: string): Promise<string> {
  const dialog = page.locator(".monaco-dialog-box");
  await dialog.waitFor();
  const text = await dialog.locator(".dialog-message-container").innerText();
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  return text;
}

async function setTheme(page: Page, theme: keyof typeof THEMES): Promise<void> {
  const { label, base } = THEMES[theme];
  await runCommand(page, "Preferences: Color Theme");
  await typeInput(page, label);
  await page.locator(`.monaco-workbench.${base}`).waitFor();
}
