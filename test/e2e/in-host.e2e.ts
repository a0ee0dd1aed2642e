import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundledForHost, emptyExtension, inHostSpecs, RUNNER, twoFolders } from "../in-host/prepare.ts";
import { removeFolderSync } from "../support/remove-folder.ts";
import { startHost } from "../vscode-host/start-host.ts";
import { launchBrowser, remoteUri, workbenchPage } from "./browser.ts";

/** How long all tests of one file may take, from when VS Code is asked for. */
const RUN_TIMEOUT_MS = 240_000;

/** How much longer starting and ending may take. */
const AROUND_MS = 60_000;

/** What every line of the report begins with. */
const MARK = "[test] ";

/** Runs a spec inside of the extension host of a real VS Code; answers its exit code and its report. */
async function runInside(spec: string): Promise<{ readonly code: number; readonly report: string }> {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-in-host-")));
  const runner = await bundledForHost(RUNNER);
  const host = await startHost({
    workspace: twoFolders(parent),
    // In a browser VS Code saves by itself after a second, and unsaved text would not stay so for as long as a test needs.
    settings: { "files.autoSave": "off" },
    env: { IN_HOST_SPECS: await bundledForHost(spec) },
  });
  const browser = await launchBrowser();
  let timer: NodeJS.Timeout | undefined;
  try {
    const page = await workbenchPage(browser, {
      extensions: [remoteUri(host.url, emptyExtension(parent))],
      extensionTestsPath: remoteUri(host.url, runner),
    });
    const lines: string[] = [];
    await page.exposeFunction("codeAutomationLog", (_level: string, args: readonly unknown[]) => {
      const line = args.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(" ");
      if (line.startsWith(MARK)) lines.push(line.slice(MARK.length));
    });
    const ended = new Promise<number>((resolve, reject) => {
      const late = () => {
        reject(
          new Error(`the tests did not end in ${RUN_TIMEOUT_MS} ms; this is what they said:\n${lines.join("\n")}`),
        );
      };
      timer = setTimeout(late, RUN_TIMEOUT_MS);
      page.exposeFunction("codeAutomationExit", resolve).catch(reject);
    });
    await page.goto(host.url);
    return { code: await ended, report: lines.join("\n") };
  } finally {
    clearTimeout(timer);
    await browser.close();
    await host.stop();
    removeFolderSync(parent);
  }
}

describe("inside of the extension host", () => {
  it.each(inHostSpecs())(
    "%s passes",
    async (spec) => {
      const { code, report } = await runInside(spec);
      expect(report).not.toMatch(/^ +\d+\) /m);
      expect(report).toMatch(/\d+ passing/);
      expect(code).toBe(0);
    },
    RUN_TIMEOUT_MS + AROUND_MS,
  );
});
