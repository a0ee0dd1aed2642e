/**
 * Runs the tests of this folder inside of a desktop VS Code: `VSCODE_PATH` names an installed one, else `VSCODE_VERSION` (the newest
 * when absent) is downloaded. Exit code 75 when there is none to be had or no display to open it on.
 */
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { inRoot } from "../../src/build/root.mjs";
import { removeFolderSync } from "../support/remove-folder.ts";
import { bundledForHost, emptyExtension, inHostSpecs, RUNNER, twoFolders } from "./prepare.ts";

const CANNOT_BE_HAD = 75;

/** How long a download may stand still. */
const DOWNLOAD_TIMEOUT_MS = 60_000;

/** The program of VS Code, or why there is none. */
async function desktopVscode(): Promise<{ readonly path: string } | { readonly reason: string }> {
  const hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (process.env[name] ?? "") !== "");
  if (process.platform === "linux" && !hasDisplay) {
    return { reason: "there is no display; `xvfb-run -a npm run test:desktop` makes one" };
  }
  const installed = process.env["VSCODE_PATH"];
  if (installed !== undefined) return { path: installed };
  try {
    const path = await downloadAndUnzipVSCode({
      version: process.env["VSCODE_VERSION"] ?? "stable",
      cachePath: inRoot(".cache/vscode-desktop"),
      timeout: DOWNLOAD_TIMEOUT_MS,
    });
    return { path };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { reason: `VS Code cannot be downloaded (${why}); VSCODE_PATH may name an installed one` };
  }
}

/** Runs one spec in a window of its own; answers whether all its tests passed. */
async function passes(program: string, spec: string): Promise<boolean> {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "toolcall-desktop-")));
  try {
    const code = await runTests({
      vscodeExecutablePath: program,
      extensionDevelopmentPath: emptyExtension(parent),
      extensionTestsPath: await bundledForHost(RUNNER),
      extensionTestsEnv: { IN_HOST_SPECS: await bundledForHost(spec) },
      launchArgs: [
        twoFolders(parent),
        ...["--disable-extensions", "--disable-workspace-trust", "--disable-updates", "--skip-welcome"],
        ...[`--user-data-dir=${join(parent, "data")}`, `--extensions-dir=${join(parent, "extensions")}`],
      ],
    });
    return code === 0;
  } catch {
    // VS Code has ended with another exit code; what failed stands above.
    return false;
  } finally {
    removeFolderSync(parent);
  }
}

async function main(): Promise<number> {
  const vscode = await desktopVscode();
  if ("reason" in vscode) {
    process.stdout.write(`toolcall: the tests inside of a desktop VS Code are skipped: ${vscode.reason}\n`);
    return CANNOT_BE_HAD;
  }
  let failed = 0;
  for (const spec of inHostSpecs()) {
    process.stdout.write(`toolcall: ${spec} …\n`);
    if (!(await passes(vscode.path, spec))) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

process.exitCode = await main();
