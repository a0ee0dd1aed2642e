import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { optionsOf, PANEL_BUNDLE } from "../../../src/build/bundles.mjs";
import { inRoot } from "../../../src/build/root.mjs";
import { panelHtml } from "../../../src/apps/extension/panel-html.ts";
import type { Intent } from "../../../src/protocol/intents.ts";
import type { PanelMessage, Suggestion } from "../../../src/protocol/panel-state.ts";
import type { ThemeName } from "./themes.ts";
import { themeSheet } from "./themes.ts";

/** How a panel is shown. */
export interface PageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly fontSize?: number;
  readonly direction?: "ltr" | "rtl";
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
}

/** A panel in a page whose host is a test. */
export interface PanelPage {
  readonly page: Page;
  /** Tells messages, in one task, and waits until the panel has drawn what they change. */
  readonly tell: (...messages: readonly PanelMessage[]) => Promise<void>;
  /** What the panel wanted so far. */
  readonly posted: () => Promise<readonly Intent[]>;
  /** Breaches of the content security policy and errors of the page, in words. */
  readonly problems: () => Promise<readonly string[]>;
  /** Stored outputs that the host answers with. */
  readonly store: (address: string, text: string) => Promise<void>;
  /** What the host finds, whatever it is asked for. */
  readonly suggest: (items: readonly Suggestion[]) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly shot: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
  ".map": "application/json",
};
const NONCE = "b3f1c2";
/** What VS Code puts into a webview before its own script, as far as the panel can tell, and a host that keeps an account. */
const HOST = `
  window.posted = [];
  window.problems = [];
  window.artifacts = new Map();
  window.suggested = [];
  addEventListener("securitypolicyviolation", (event) =>
    problems.push("policy: " + event.violatedDirective + " " + event.blockedURI + " at " + event.sourceFile + ":" + event.lineNumber + ":" + event.columnNumber));
  addEventListener("error", (event) =>
    event.message.startsWith("ResizeObserver loop") || problems.push("error: " + event.message));
  addEventListener("unhandledrejection", (event) => problems.push("rejection: " + event.reason));
  const answer = ({ request, address, start, end }) => {
    const text = artifacts.get(address);
    const told = { kind: "text", request, start, text: (text ?? "").slice(start, end), total: (text ?? "").length };
    return text === undefined ? { ...told, problem: "The output is no longer there." } : told;
  };
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => {
      posted.push(message);
      const told = () => ({ kind: "suggestions", request: message.request, items: suggested });
      if (message.kind === "find") setTimeout(() => window.postMessage(told()));
      if (message.kind === "show-artifact") setTimeout(() => window.postMessage(answer(message)));
    },
    getState: () => JSON.parse(sessionStorage.getItem("state") ?? "null") ?? undefined,
    setState: (state) => sessionStorage.setItem("state", JSON.stringify(state)),
  });`;

/** The page that the extension makes, with VS Code's variables and its own script before the panel's. */
function pageText({ theme = "dark", direction = "ltr" }: PageOptions): string {
  const kind = theme === "light" ? "vscode-light" : theme === "dark" ? "vscode-dark" : "vscode-high-contrast";
  return panelHtml({
    cspSource: "'self'",
    script: "/main.js",
    style: "/main.css",
    nonce: NONCE,
    language: "en",
    title: "ToolCall",
  })
    .replace("<html ", `<html dir="${direction}" `)
    .replace("<link ", '<link rel="stylesheet" href="/theme.css"><link ')
    .replace("<body>", `<body class="${kind}"><script nonce="${NONCE}">${HOST}</script>`);
}

/** What tells builds of suites that run at the same time apart. */
const WORKER = `worker-${process.env["VITEST_POOL_ID"] ?? "0"}`;

/** Builds the panel as it ships, once for all pages of a suite, into a folder of that suite, which is answered. */
export async function buildPanel(suite: string = WORKER): Promise<string> {
  const outdir = inRoot(`.cache/webview-test/${suite}`);
  await build({ ...optionsOf(PANEL_BUNDLE), outdir });
  return outdir;
}

/** Serves a panel to one browser context. */
async function servePanel(folder: string, options: PageOptions): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://host").pathname;
    if (path === "/") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(pageText(options));
    } else if (path === "/theme.css") {
      response
        .writeHead(200, { "content-type": "text/css" })
        .end(themeSheet(options.theme ?? "dark", options.fontSize));
    } else {
      try {
        const bytes = readFileSync(join(folder, path));
        response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Opens a panel in a page of its own, up to the moment when it wants to be told everything. */
export async function openPanel(browser: Browser, folder: string, options: PageOptions = {}): Promise<PanelPage> {
  const { server, origin } = await servePanel(folder, options);
  const { width = 440, height = 900, reducedMotion = false, forcedColors = false } = options;
  const context: BrowserContext = await browser.newContext({
    viewport: { width, height },
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    forcedColors: forcedColors ? "active" : "none",
  });
  const page = await context.newPage();
  const ready = (): Promise<void> => until(page, "posted.some(({ kind }) => kind === 'ready')");
  await page.goto(origin);
  await ready();
  return {
    page,
    tell: async (...messages) => {
      await page.evaluate(telling(messages));
      await drawn(page);
    },
    posted: () => page.evaluate<readonly Intent[]>("posted"),
    problems: () => page.evaluate<readonly string[]>("problems"),
    store: async (address, text) => {
      await page.evaluate(`void artifacts.set(${JSON.stringify(address)}, ${JSON.stringify(text)})`);
    },
    suggest: async (items) => {
      await page.evaluate(`void (suggested = ${JSON.stringify(items)})`);
    },
    reload: async () => {
      await page.reload();
      await ready();
    },
    shot: async (name) => {
      await page.screenshot({ path: inRoot(`.cache/webview-shots/${name}.png`) });
    },
    close: async () => {
      await context.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function telling(messages: readonly PanelMessage[]): string {
  return `for (const message of ${JSON.stringify(messages)}) window.dispatchEvent(new MessageEvent("message", { data: message }))`;
}

/** Waits for what a change takes to be on the screen: a frame to notice it, one to measure it, one to come to rest. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    "new Promise((resolve) => { let left = 6; const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve()); next(); })",
  );
}

/** How often a page is asked whether something has come about, in ms. */
const ASK_MS = 30;
/** How often it is asked before that is given up. */
const MAX_ASKED = 600;

/** Waits until an expression holds in a page. Asked from outside: the page's policy forbids it to evaluate texts itself. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let asked = 0; asked < MAX_ASKED; asked++) {
    if ((await page.evaluate<unknown>(`Boolean(${expression})`)) === true) return;
    await page.waitForTimeout(ASK_MS);
  }
  throw new Error(`The page never came to: ${expression}`);
}
