import { execFile } from "node:child_process";

/** The oldest ripgrep whose options and output are the ones used here. */
const OLDEST_MAJOR = 13;

/** How long a program may take to say which version it is. */
const VERSION_TIMEOUT_MS = 10_000;

/**
 * A ripgrep that runs here: `preferred`, else the one of the package, else one on the search path. Undefined when none
 * does; then the search in JavaScript answers.
 */
export async function findRipgrep(preferred: string | undefined): Promise<string | undefined> {
  for (const candidate of [preferred, await packagedRipgrep(), "rg"]) {
    if (candidate !== undefined && (await isRipgrep(candidate))) return candidate;
  }
  return undefined;
}

/** The program that comes with the package; it is an optional dependency, one for each platform. */
async function packagedRipgrep(): Promise<string | undefined> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch {
    return undefined;
  }
}

function isRipgrep(program: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, ["--version"], { timeout: VERSION_TIMEOUT_MS, windowsHide: true }, (error, stdout) => {
      const major = /^ripgrep (\d+)\./.exec(stdout)?.[1];
      resolve(error === null && major !== undefined && Number(major) >= OLDEST_MAJOR);
    });
  });
}
