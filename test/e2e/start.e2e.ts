import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inRoot } from "../../src/build/root.mjs";
import { eventually } from "../hosts/node/run-program.ts";
import { removeFolderSync } from "../support/remove-folder.ts";
import { launchBrowser, workbenchPage, workbenchStarted } from "./browser.ts";
import { descendants, isAlive } from "./extension-host.ts";
import { keepEvidence } from "./on-failure.ts";
import { panelOf } from "./panel.ts";
import { outputPath } from "./places.ts";

/** A `code` that writes down how it was called and stays open until it is killed, as an editor that is waited for. */
const FAKE_EDITOR = `#!/bin/sh
printf '%s\\n' "$@" > "$FAKE_EDITOR_SAYS"
exec sleep 1000
`;

/** `npm start` on its way. */
interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly says: (text: string | RegExp) => Promise<void>;
  /** Presses Ctrl-C: the whole group of the terminal gets the signal. Fails unless every process then ends. */
  readonly interrupt: () => Promise<void>;
}

describe("npm start", () => {
  let profile: string;
  let running: Started[] = [];
  let browser: Browser | undefined;
  let page: Page | undefined;

  beforeEach(() => {
    profile = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-start-")));
    running = [];
  });

  afterEach(async () => {
    await browser?.close();
    for (const { child } of running) if (child.exitCode === null) process.kill(-child.pid!, "SIGKILL");
    removeFolderSync(profile);
  });

  // Behind the hook that closes the browser, since hooks after a test run from the last to the first.
  keepEvidence(() => page);

  function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
    const command = [inRoot("src/build/run.mjs"), "start", "--profile", profile, ...args];
    const child = spawn(process.execPath, command, {
      env: { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "", ...env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, "close");
    const started: Started = {
      child,
      output: () => output,
      says: (text) => eventually(() => output.search(text) >= 0, `npm start says ${text}:\n${output}`),
      interrupt: async () => {
        const below = descendants(child.pid!).map(({ pid }) => pid);
        process.kill(-child.pid!, "SIGINT");
        await ended;
        await eventually(() => !below.some(isAlive), `nothing of what npm start began is left, of ${below.join(", ")}`);
      },
    };
    running.push(started);
    return started;
  }

  it("opens VS Code in a browser where no editor is, with the panel in sight, and Ctrl-C leaves no process", async () => {
    const started = start(["--no-open"]);
    await started.says("VS Code runs at http");
    expect(started.output()).toContain("no editor is used, because there is no display to open a window on");
    const url = /http:\/\/\S+/.exec(started.output())![0];
    browser = await launchBrowser();
    page = await workbenchPage(browser, {});
    await page.goto(url);
    await workbenchStarted(page);
    const panel = panelOf(page);
    await panel.composer.waitFor();
    await panel.send('(Grep :pattern "TODO")');
    await panel.waitForRow(/^Grep.*7 matches/);
    await page.screenshot({ path: outputPath("start-in-browser.png") });
    await started.interrupt();
    expect(started.output()).toContain("VS Code has ended");
  });

  it("opens an editor that is on the search path with this extension and a profile of its own", async () => {
    const [bin, says] = [join(profile, "bin"), join(profile, "says")];
    mkdirSync(bin);
    writeFileSync(join(bin, "code"), FAKE_EDITOR, { mode: 0o755 });
    const PATH = [bin, process.env["PATH"] ?? ""].join(delimiter);
    const started = start([], { PATH, DISPLAY: ":0", FAKE_EDITOR_SAYS: says });
    await started.says("opening code");
    await eventually(() => readable(says).endsWith("opening-hours\n"), "the editor was started");
    const args = readable(says).trim().split("\n");
    expect(args).toContain(`--extensionDevelopmentPath=${inRoot()}`);
    expect(args).toContain(`--user-data-dir=${join(profile, "code", "data")}`);
    expect(args.at(-1)).toBe(join(profile, "opening-hours"));
    await started.interrupt();
  });

  it("starts the prompt where neither an editor nor VS Code can be had, and says why", async () => {
    const started = start([], { VSCODE_HOST_DIR: join(profile, "with space") });
    await started.says("starting the prompt instead");
    expect(started.output()).toMatch(/VS Code cannot be had here: .*with space/);
    started.child.stdin!.end("(+ 40 2)\n");
    await started.says(/^.*\b42\b/m);
  });

  it("refuses a workspace that is no folder, and options that it does not know", async () => {
    const wrong = start(["--workspace", join(profile, "nothing-there")]);
    await wrong.says("is no folder");
    const unknown = start(["--no-such-option"]);
    await unknown.says("Usage: npm start");
  });
});

function readable(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Not written yet.
    return "";
  }
}
