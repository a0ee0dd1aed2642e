import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Arguments for a headless Chromium that talks to nobody but the test. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Where Chromium is: `CHROMIUM_PATH`, or the first of `chromium`, `chromium-browser` and `google-chrome` in `PATH`.
 * Undefined when there is none; tests that need it are skipped then, and `.ci/run` installs it.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [env["CHROMIUM_PATH"] ?? "", ...candidates].find(isExecutable);
}

function isExecutable(path: string): boolean {
  if (path === "") return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
