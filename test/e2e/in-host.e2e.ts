import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { inRoot } from "../../src/build/root.mjs";
import { filesUnder } from "../../src/build/sources.mjs";
import { removeFolderSync } from "../support/remove-folder.ts";
import { startHost } from "../vscode-host/start-host.ts";
import { launchBrowser, remoteUri, workbenchPage } from "./browser.ts";

/** How long all tests of one file may take, from when VS Code is asked for. */
const RUN_TIMEOUT_MS = 240_000;

/** How much longer starting and ending may take. */
const AROUND_MS = 60_000;

/** What every line of the report begins with. */
const MARK = "[test] ";

/** Bundles a file that runs inside of the extension host, where modules are CommonJS. */
async function bundled(entry: string): Promise<string> {
  const outfile = inRoot(".cache/in-host", `${basename(entry, ".ts")}.cjs`);
  await build({
    entryPoints: [inRoot(entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode", "mocha", "@vscode/ripgrep"],
    // Programs find what lies beside them by their own place.
    banner: { js: 'const placeOfBundle = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "placeOfBundle" },
    sourcemap: "inline",
    logLevel: "warning",
  });
  return outfile;
}

/** A workspace with two empty folders, of which only the first has a name of its own. */
function twoFolders(parent: string): string {
  for (const name of ["first", "second"]) mkdirSync(join(parent, name));
  const file = join(parent, "two.code-workspace");
  writeFileSync(file, JSON.stringify({ folders: [{ path: "first", name: "The first" }, { path: "second" }] }));
  return file;
}

/** The folder of an extension that does nothing: tests run as those of an extension that is developed. */
function emptyExtension(parent: string): string {
  const folder = join(parent, "extension");
  mkdirSync(folder);
  const manifest = { name: "nothing", publisher: "toolcall", version: "0.0.1", engines: { vscode: "*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return folder;
}

/** Runs a spec inside of the extension host of a real VS Code; answers its exit code and its report. */
async function runInside(spec: string): Promise<{ readonly code: number; readonly report: string }> {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-in-host-")));
  const runner = await bundled("test/in-host/run-specs.ts");
  const host = await startHost({
    workspace: twoFolders(parent),
    // In a browser VS Code saves by itself after a second, and unsaved text would not stay so for as long as a test needs.
    settings: { "files.autoSave": "off" },
    env: { IN_HOST_SPECS: await bundled(spec) },
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
  it.each(filesUnder("test/in-host", /\.test\.ts$/))(
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
