/**
 * Gets what end-to-end tests need besides the package under test. Exit code 0: all is there; 75: it cannot be had here, and
 * the last line says why.
 */
import { findChromium } from "../support/chromium.ts";
import { installHost, obstacle } from "../vscode-host/install-host.ts";

const CANNOT_BE_HAD = 75;

async function prepare(): Promise<string | undefined> {
  if (findChromium() === undefined) return "there is no Chromium in PATH or CHROMIUM_PATH (.ci/run installs it)";
  const reason = obstacle();
  if (reason !== undefined) return reason;
  try {
    await installHost((step) => process.stdout.write(`toolcall: ${step} …\n`));
    return undefined;
  } catch (error) {
    return `VS Code could not be installed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const reason = await prepare();
if (reason !== undefined) {
  process.stdout.write(`toolcall: the end-to-end tests are skipped: ${reason}\n`);
  process.exitCode = CANNOT_BE_HAD;
}
