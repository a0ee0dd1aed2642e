/// <reference lib="dom" />
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { CHROMIUM_ARGS, findChromium } from "../support/chromium.ts";

/** How long a workbench may take to start on a busy machine. */
const START_TIMEOUT_MS = 90_000;

/** What the workbench does besides what its server says: load an extension from a folder, run tests inside. */
export interface DevelopmentOptions {
  readonly extensions?: readonly RemoteUri[];
  readonly extensionTestsPath?: RemoteUri;
}

/** How the workbench names a folder of the server's machine. */
export interface RemoteUri {
  readonly scheme: "vscode-remote";
  readonly authority: string;
  readonly path: string;
}

/** The name of a path for the workbench at an address. */
export function remoteUri(url: string, path: string): RemoteUri {
  return { scheme: "vscode-remote", authority: new URL(url).host, path: resolve(path) };
}

/** A Chromium without a window that talks to nobody but the test. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium: name one in CHROMIUM_PATH.");
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS });
}

/** A page whose workbench gets these development options, at an address that is not opened yet. */
export async function workbenchPage(
  browser: Browser,
  options: DevelopmentOptions,
  viewport = { width: 1280, height: 800 },
): Promise<Page> {
  const context = await browser.newContext({ viewport, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  // VS Code reads its configuration from a <meta> element when its deferred script starts; it is changed just before.
  await page.addInitScript((added) => {
    document.addEventListener("readystatechange", () => {
      const meta = document.getElementById("vscode-workbench-web-configuration");
      if (document.readyState !== "interactive" || meta === null) return;
      const config = JSON.parse(meta.dataset["settings"] ?? "{}") as { developmentOptions?: object };
      meta.dataset["settings"] = JSON.stringify({
        ...config,
        developmentOptions: { ...config.developmentOptions, ...added },
      });
    });
  }, options);
  return page;
}

/** Settles when the workbench stands and knows its extensions; none need be active yet. */
export async function workbenchStarted(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      performance.getEntriesByName("code/didStartWorkbench").length > 0 &&
      performance.getEntriesByName("code/didLoadExtensions").length > 0,
    undefined,
    { timeout: START_TIMEOUT_MS },
  );
}

/** The addresses outside of this machine that a page asks, from now on. */
export function foreignRequests(page: Page): readonly string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    // A webview's own files have addresses below vscode-cdn.net that its service worker answers.
    const isLocal = hostname === "127.0.0.1" || hostname.endsWith(".vscode-resource.vscode-cdn.net");
    if (/^(?:https?|wss?):$/.test(protocol) && !isLocal) found.push(request.url());
  });
  return found;
}
